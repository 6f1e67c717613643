"""Where everything lies at one moment of InterUrban. Nothing here is ever changed, only replaced.

The board is the tuple of laid tiles; all else about lines follows from it. `Line` keeps what would be walked
along the tracks again and again: where a line ends and what lies on it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple

import msgspec

from stellwerk.games.interurban.law.data import EXITS, START_CELLS, VALUES, StartTile, StationTile, TrackTile
from stellwerk.games.interurban.law.grid import Cell, Direction

EndReason = Literal["IU-6.1a", "IU-6.1b", "IU-6.1c", "IU-6.1d"]


class Options(msgspec.Struct, frozen=True, gc=False):
    """Where groups differ."""

    finish: Literal["lookahead", "next_cell"] = "lookahead"
    """IU-5.2"""


class Step(IntEnum):
    """What is going on."""

    DEAL = 0
    """Chance has to shuffle and deal."""
    TURN = 1
    OVER = 2


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A tile on the board."""

    cell: Cell
    edges: str
    """The edges with track: ``NS`` …, ``NESW`` for a crossing, three for a start tile."""
    tile: TrackTile | StationTile | StartTile
    seat: int | None = None
    """The owner of a station; None for track and start tiles."""


Board = dict[Cell, Laid]
"""The laid tiles by cell: made from the state where it is needed, never kept in it."""


class LineStation(NamedTuple):
    """A station as one line sees it."""

    seat: int
    value: int


class Line(msgspec.Struct, frozen=True, gc=False):
    """One of the six lines, from its exit to its end."""

    label: str
    end: Cell
    """The cell in front of its last tile."""
    heading: Direction
    """The direction in which the line enters that cell."""
    stations: tuple[LineStation, ...] = ()
    """In the order of the line; a crossing is on both its lines."""
    straights: int = 0
    curves: int = 0
    track_value: int = 0
    finished: Literal["IU-5.1", "IU-5.2"] | None = None
    """The clause that finished it."""
    watched: tuple[Cell, ...] = ()
    """The cells that its last known way to another station depends on; empty: look again (see `finish`)."""

    @property
    def missing(self) -> tuple[int, ...]:
        """The station values it lacks (IU-5.1)."""
        present = {station.value for station in self.stations}
        return tuple(value for value in VALUES if value not in present)


class Player(msgspec.Struct, frozen=True, gc=False):
    """One player's stations that are not laid yet."""

    open: tuple[StationTile | None, ...] = ()
    """Three places; None where nothing lies."""
    stack: tuple[StationTile, ...] = ()
    """Face down, next one first."""

    @property
    def left(self) -> int:
        """How many stations they still have."""
        return len(self.stack) + len(self.open) - self.open.count(None)


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole game at one moment."""

    options: Options
    rules_version: int
    start_seat: int
    turn: int
    """The seat whose turn it is."""
    step: Step
    turns: int
    """Turns that have ended: the first round lasts until everybody had one (IU-4.B)."""
    laid: int
    """Tiles laid in this turn."""
    station_laid: bool
    """Whether one of them was a station (IU-3.3)."""
    box: tuple[StartTile, ...]
    """Start tiles that are not on the board."""
    open: tuple[TrackTile | None, ...]
    """The three places of open track tiles."""
    stack: tuple[TrackTile, ...]
    """Face-down track tiles, next one first."""
    players: tuple[Player, ...]
    tiles: tuple[Laid, ...] = ()
    """The board in the order of laying; the two start tiles come first."""
    lines: tuple[Line, ...] = ()
    """By exit, see `data.EXITS`."""
    reason: EndReason | None = None
    """The clause that ended the game."""

    @property
    def first_round(self) -> bool:
        """Whether this is somebody's first turn (IU-4.B)."""
        return self.turns < len(self.players)


def board_of(tiles: tuple[Laid, ...]) -> Board:
    """The laid tiles by cell."""
    return {laid.cell: laid for laid in tiles}


def is_start(laid: Laid) -> bool:
    """Whether this is one of the two start tiles."""
    return laid.cell in START_CELLS


def line_name(lines: tuple[Line, ...], number: int) -> str:
    """A line's label, with the direction of its exit where the label occurs twice (IU-1.4)."""
    label = lines[number].label
    twice = sum(line.label == label for line in lines) > 1
    return f"{label} ({EXITS[number][1]})" if twice else label
