"""A finished game as rows: one per decision, with what the seat saw, what it did, and how the game ended.

Chance has no rows. Except for the outcome, a row holds nothing that the seat could not know.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from stellwerk.core.game import CHANCE, Result
from stellwerk.core.record import Record, opening, replay
from stellwerk.export.columns import Column, view_columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.core.play import Moment


class Finished(NamedTuple):
    """A game that has ended."""

    record: Record
    result: Result


class Decision(NamedTuple):
    """Everything that a row is made of."""

    line: int
    finished: Finished
    moment: Moment[Any, Any]
    view: Any
    legal: tuple[str, ...]
    action: str


def finished(record: Record) -> Finished | None:
    """The game of a record, or None if it did not end; raises `RecordError` for an invalid record."""
    game, state = opening(record)
    for moment in replay(record):
        state = moment.after
    result = game.result(state)
    return None if result is None else Finished(record, result)


def _share(decision: Decision) -> float:
    winners = decision.finished.result.winners
    return 1 / len(winners) if decision.moment.actor in winners else 0.0


BEFORE = (
    Column("record", "int", 0, lambda decision: decision.line),
    Column("number", "int", 0, lambda decision: decision.moment.number),
    Column("seats", "int", 0, lambda decision: decision.finished.record.seats),
    Column("seat", "int", 0, lambda decision: decision.moment.actor),
    Column("player", "text", 0, lambda decision: decision.finished.record.players[decision.moment.actor]),
)
AFTER = (
    Column("legal", "text", 1, lambda decision: list(decision.legal)),
    Column("action", "text", 0, lambda decision: decision.action),
    Column("choice", "int", 0, lambda decision: decision.legal.index(decision.action)),
    Column("score", "int", 0, lambda decision: decision.finished.result.scores[decision.moment.actor]),
    Column("rank", "int", 0, lambda decision: decision.finished.result.ranks[decision.moment.actor]),
    Column("win", "float", 0, _share),
    Column("scores", "int", 1, lambda decision: list(decision.finished.result.scores)),
    Column("reason", "text", 0, lambda decision: decision.finished.result.reason),
)


@cache
def columns(game: str) -> tuple[Column, ...]:
    """All columns of a game's table, in order."""
    seen = (column._replace(read=_of_view(column)) for column in view_columns(game))
    return (*BEFORE, *seen, *AFTER)


def _of_view(column: Column) -> Any:
    return lambda decision: column.read(decision.view)


def rows(game: Finished, line: int) -> Iterator[dict[str, Any]]:
    """The rows of a game; `line` is its place among the records, from 0."""
    law, _ = opening(game.record)
    wanted = columns(game.record.game)
    for moment in replay(game.record):
        if moment.actor == CHANCE:
            continue
        view = law.view(moment.before, moment.actor)
        legal = tuple(map(law.to_text, law.legal(moment.before)))
        decision = Decision(line, game, moment, view, legal, law.to_text(moment.action))
        yield {column.name: column.read(decision) for column in wanted}
