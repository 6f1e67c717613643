"""The state of a game of InterUrban at one moment: immutable, replaced by every action.

The board is the tuple of laid tiles. Everything about the lines follows from it; `Line` keeps where a line
ends and what lies on it, so that nobody has to follow its track again.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from stellwerk.games.interurban.law.data import EXITS, START_CELLS, VALUES, StartTile, StationTile, TrackTile
from stellwerk.games.interurban.law.grid import Cell, Direction

EndReason = Literal["IU-6.1a", "IU-6.1b", "IU-6.1c", "IU-6.1d"]


class Options(msgspec.Struct, frozen=True, gc=False):
    """The options of a game; see the texts for what they mean."""

    finish: Literal["lookahead", "next_cell"] = "lookahead"
    """How IU-5.2 decides that a line is finished."""


class Step(IntEnum):
    """What the game is waiting for."""

    DEAL = 0
    """Chance has to deal."""
    TURN = 1
    """The seat whose turn it is has to act."""
    OVER = 2


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A tile on the board."""

    cell: Cell
    edges: str
    """The edges with track: ``NESW`` for a crossing, three for a start tile, otherwise two."""
    tile: TrackTile | StationTile | StartTile
    seat: int | None = None
    """The owner of a station; None for track and start tiles."""


Board = dict[Cell, Laid]
"""The laid tiles by cell; made from the state where it is needed and never kept in it."""


class LineStation(NamedTuple):
    """A station on a line: its owner and its value."""

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
    """In the order in which the line passes them; a crossing is on both its lines."""
    straights: int = 0
    curves: int = 0
    track_value: int = 0
    finished: Literal["IU-5.1", "IU-5.2"] | None = None
    """The clause that finished it."""
    watched: tuple[Cell, ...] = ()
    """The cells that its last known way to another station depends on; empty if unknown (see `finish`)."""

    @property
    def missing(self) -> tuple[int, ...]:
        """The station values it lacks (IU-5.1)."""
        present = {station.value for station in self.stations}
        return tuple(value for value in VALUES if value not in present)


class Player(msgspec.Struct, frozen=True, gc=False):
    """The stations of one player that are not laid yet."""

    open: tuple[StationTile | None, ...] = ()
    """The three open places, None where nothing lies."""
    stack: tuple[StationTile, ...] = ()
    """The face-down stations, the next one first."""

    @property
    def left(self) -> int:
        """How many stations are left."""
        return len(self.stack) + len(self.open) - self.open.count(None)


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything about a game at one moment."""

    options: Options
    rules_version: int
    start_seat: int
    turn: int
    """The seat whose turn it is."""
    step: Step
    turns: int
    """How many turns have ended. The first round lasts until everybody has had one (IU-4.B)."""
    laid: int
    """How many tiles have been laid in this turn."""
    station_laid: bool
    """True if one of them was a station (IU-3.3)."""
    box: tuple[StartTile, ...]
    """The start tiles that are not used in this game."""
    open: tuple[TrackTile | None, ...]
    """The three places for open track tiles, None where nothing lies."""
    stack: tuple[TrackTile, ...]
    """The face-down track tiles, the next one first."""
    players: tuple[Player, ...]
    tiles: tuple[Laid, ...] = ()
    """The laid tiles in the order of laying; the two start tiles come first."""
    lines: tuple[Line, ...] = ()
    """The six lines in the order of `data.EXITS`."""
    reason: EndReason | None = None
    """The clause that ended the game."""

    @property
    def first_round(self) -> bool:
        """True if the player whose turn it is has their first turn (IU-4.B)."""
        return self.turns < len(self.players)


def board_of(tiles: tuple[Laid, ...]) -> Board:
    """The laid tiles by cell."""
    return {laid.cell: laid for laid in tiles}


def is_start(laid: Laid) -> bool:
    """True for the two start tiles."""
    return laid.cell in START_CELLS


def line_name(lines: tuple[Line, ...], number: int) -> str:
    """A line's label, with the direction of its exit where the label occurs twice (IU-1.4)."""
    return line_names("".join([line.label for line in lines]))[number]


@lru_cache(1 << 6)
def line_names(labels: str) -> tuple[str, ...]:
    """The names of the lines by their labels, those of the start tiles from left to right."""
    return tuple(
        label if labels.count(label) == 1 else f"{label} ({heading})"
        for label, (_, heading) in zip(labels, EXITS, strict=False)
    )
