"""Replays: every position of a game as one observer sees it.

A finished game has no secrets, so any observer's view may be asked for. Of a running game a player gets what
their seat could see at each moment: `view` and `log` are called for that seat alone, exactly as at the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.core.game import Result
from stellwerk.core.record import Record, opening, replay
from stellwerk.core.setup import OptionValue, check_observer
from stellwerk.core.texts import load_texts
from stellwerk.store.history import ended_games
from stellwerk.tables.sight import LineSight, eyes_of

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame
    from stellwerk.core.play import Moment
    from stellwerk.core.texts import Texts
    from stellwerk.store.interface import Store
    from stellwerk.tables.table import Table


class ReplayStep(msgspec.Struct, frozen=True):
    """One action and the position after it."""

    number: int
    actor: int
    """A seat, or -1 for chance."""
    text: str
    """The action in the notation, as far as the observer may know it."""
    lines: tuple[LineSight, ...]
    points: tuple[int, ...]
    """The points of each seat if the game ended now."""
    view: Any


class Replay(msgspec.Struct, frozen=True):
    """A game, position by position."""

    game: str
    options: dict[str, OptionValue]
    start_seat: int
    players: tuple[str, ...]
    seat: int | None
    """With whose eyes; None for a spectator."""
    is_open: bool
    """True if other observers' views may be asked for too: the game has ended, or comes from a file."""
    steps: tuple[ReplayStep, ...]
    result: Result | None


def replay_of(record: Record, language: str, seat: int | None, result: Result | None = None) -> Replay:
    """The replay of a record without secrets; raises `RecordError` at the first wrong action.

    `result` is the table's result where the game did not end by the rules.
    """
    return _replay(record, language, seat, is_open=True, result=result)


def replay_so_far(table: Table, player: str | None, language: str) -> Replay:
    """The replay of the running game as this player (None: a stranger) has seen it."""
    return _replay(table.record(), language, eyes_of(table, player), is_open=False, result=None)


def _replay(
    record: Record, language: str, seat: int | None, *, is_open: bool, result: Result | None
) -> Replay:
    game, state = opening(record)
    check_observer(seat, record.seats)
    texts = load_texts(record.game, language)
    steps = []
    for moment in replay(record):
        state = moment.after
        steps.append(_step(game, moment, texts, record.players, seat, is_open=is_open))
    return Replay(
        game=record.game,
        options=record.options,
        start_seat=record.start_seat,
        players=record.players,
        seat=seat,
        is_open=is_open,
        steps=tuple(steps),
        result=result or game.result(state),
    )


def _step(
    game: AnyGame,
    moment: Moment[Any, Any],
    texts: Texts,
    players: tuple[str, ...],
    seat: int | None,
    *,
    is_open: bool,
) -> ReplayStep:
    view = game.view(moment.after, seat)
    is_known = is_open or moment.actor == seat
    return ReplayStep(
        number=moment.number,
        actor=moment.actor,
        text=game.to_text(moment.action) if is_known else game.public_text(moment.action),
        lines=tuple(
            LineSight(line.code, dict(line.params), texts.log_line(line, players))
            for line in game.log(moment.before, moment.action, moment.after, seat)
        ),
        points=game.standing(view),
        view=view,
    )


def view_at(record: Record, number: int, seat: int | None) -> Any:
    """An observer's view after a number of actions; None if the game has fewer."""
    game, _ = opening(record)
    for moment in replay(record):
        if moment.number == number:
            return game.view(moment.after, seat)
    return None


async def finished_games(store: Store, table_id: str) -> list[tuple[Record, Result]]:
    """The records of all games that have ended at a table."""
    ended = await ended_games(store, table_id)
    return [(table.record(), table.results[-1]) for table in ended]
