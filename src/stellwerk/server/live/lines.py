"""The lines of an event stream, and which of them a change of a table causes.

A stream remembers what it has told of each table and tells the difference, however many events lie between:
nothing is lost if it does not see every event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from stellwerk.core.game import Result
from stellwerk.tables.config import TableConfig
from stellwerk.tables.sight import sight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.tables.table import Table


class ChallengeLine(msgspec.Struct, frozen=True, tag_field="type", tag="challenge"):
    """You are asked to take a seat."""

    table: str
    game: str
    by: str
    """The name of who asks."""
    config: TableConfig


class ChallengeOver(msgspec.Struct, frozen=True, tag_field="type", tag="challenge_over"):
    """A challenge is over: you answered, it was withdrawn, or the table is full or closed."""

    table: str


class GameStart(msgspec.Struct, frozen=True, tag_field="type", tag="game_start"):
    """A game of yours has begun, or was running when the stream began."""

    table: str
    game: str
    number: int
    """The number of the game at its table, from 1."""
    seat: int
    players: tuple[str, ...]
    config: TableConfig


class Turn(msgspec.Struct, frozen=True, tag_field="type", tag="turn"):
    """You have to act: one of `legal`, with `seq` as the event it is `expected` after."""

    table: str
    game: str
    seat: int
    seq: int
    view: Any
    legal: tuple[str, ...]
    deadline: float | None


class GameEnd(msgspec.Struct, frozen=True, tag_field="type", tag="game_end"):
    """A game of yours is over."""

    table: str
    game: str
    number: int
    result: Result | None
    """None if the game goes on without you."""


EventLine = ChallengeLine | ChallengeOver | GameStart | Turn | GameEnd


class Known(NamedTuple):
    """What a player has been told about a table."""

    seq: int = 0
    is_challenged: bool = False
    number: int = 0
    """The number of the last game with this player."""
    is_playing: bool = False
    turn: int = 0
    """The event that made the position in which this player has to act; 0 if it is not their turn."""


def known_of(table: Table, player: str) -> Known:
    """What a player may be told about a table now."""
    own = table.seats_of(player)
    return Known(
        seq=table.seq,
        is_challenged=table.challenge_of(player) is not None,
        number=table.game_number if own else 0,
        is_playing=bool(own) and table.status in ("playing", "paused"),
        turn=table.position_seq if table.actor in own else 0,
    )


def lines_of(table: Table, player: str, before: Known, now: Known) -> Iterator[EventLine]:
    """The lines for what changed since a player was last told about a table."""
    game = table.config.game
    is_same_game = before.is_playing and now.is_playing and before.number == now.number
    if before.is_challenged and not now.is_challenged:
        yield ChallengeOver(table.id)
    if now.is_challenged and not before.is_challenged:
        challenge = table.challenge_of(player)
        assert challenge is not None
        yield ChallengeLine(table.id, game, challenge.by, table.config)
    if before.is_playing and not is_same_game:
        yield GameEnd(table.id, game, before.number, _result(table, before.number))
    if now.is_playing and not is_same_game:
        names = tuple(seat.name for seat in table.seats)
        yield GameStart(table.id, game, now.number, table.seats_of(player)[0], names, table.config)
    if now.turn and now.turn != before.turn:
        seen = sight(table, player)
        assert seen.seat is not None
        yield Turn(table.id, game, seen.seat, table.seq, seen.view, seen.legal, seen.deadline)


def _result(table: Table, number: int) -> Result | None:
    return table.results[number - 1] if number <= len(table.results) else None
