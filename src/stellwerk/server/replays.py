"""Finished games of a table, and replays: every position of a record as everybody may see it afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.core.game import Result
from stellwerk.core.record import Record, opening, replay
from stellwerk.core.texts import load_texts
from stellwerk.tables.events import Ended
from stellwerk.tables.sight import LineSight
from stellwerk.tables.table import Table, evolve

if TYPE_CHECKING:
    from stellwerk.store.interface import Store


class ReplayStep(msgspec.Struct, frozen=True):
    """One action and the position after it."""

    number: int
    actor: int
    text: str
    lines: tuple[LineSight, ...]
    view: Any
    """As a spectator sees it."""
    views: tuple[Any, ...]
    """As each seat sees it: a finished game has no secrets."""


class Replay(msgspec.Struct, frozen=True):
    """A whole game, position by position."""

    record: Record
    steps: tuple[ReplayStep, ...]
    result: Result | None


def replay_of(record: Record, language: str) -> Replay:
    """Play a record again; raises `RecordError` at the first wrong action."""
    game, state = opening(record)
    texts = load_texts(record.game, language)
    steps = []
    for moment in replay(record):
        state = moment.after
        lines = tuple(
            LineSight(line.code, dict(line.params), texts.log_line(line, record.players))
            for line in game.log(moment.before, moment.action, state, None)
        )
        views = tuple(game.view(state, seat) for seat in range(record.seats))
        text = game.to_text(moment.action)
        steps.append(ReplayStep(moment.number, moment.actor, text, lines, game.view(state, None), views))
    return Replay(record, tuple(steps), game.result(state))


async def finished_games(store: Store, table_id: str) -> list[tuple[Record, Result]]:
    """The records of all games that have ended at a table."""
    found: list[tuple[Record, Result]] = []
    table: Table | None = None
    for event in await store.load(table_id):
        table = evolve(table, event)
        if isinstance(event.what, Ended):
            found.append((table.record(), event.what.result))
    return found
