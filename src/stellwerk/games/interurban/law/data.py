"""The material of InterUrban (IU-1) as tables.

A tile is a short text: ``s1`` is a straight worth 1, ``c0`` a curve worth 0, ``3`` a plain station worth 3,
``x3`` a crossing worth 3, ``4H6`` a start tile with its labels clockwise from the blank edge. Seat 0 is red,
seat 1 blue, and so on in the order of `COLOURS`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, get_args

from stellwerk.games.interurban.law.grid import CURVES, STRAIGHTS, Cell, Direction, Edges, step

TrackTile = Literal["s2", "s1", "s0", "c1", "c0"]
StationTile = Literal["1", "2", "3", "4", "x1", "x2", "x3", "x4"]
StartTile = Literal["4H6", "57C", "4S7", "5L6"]
"""IU-1.4: the last two are a reconstruction. To replace them by the real tiles, change them here and raise
`rules_version` in `info`."""
Colour = Literal["red", "blue", "purple", "green", "yellow"]

TRACK_TILES: Final[tuple[TrackTile, ...]] = get_args(TrackTile)
STATION_TILES: Final[tuple[StationTile, ...]] = get_args(StationTile)
START_TILES: Final[tuple[StartTile, ...]] = get_args(StartTile)
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)

# IU-1.3
TRACK_COPIES: Final[dict[TrackTile, int]] = {"s2": 3, "s1": 11, "s0": 6, "c1": 11, "c0": 11}
TRACK_SUPPLY: Final[tuple[TrackTile, ...]] = tuple(
    tile for tile, copies in TRACK_COPIES.items() for _ in range(copies)
)
EDGES_OF: Final[dict[TrackTile, tuple[Edges, ...]]] = {
    tile: STRAIGHTS if tile[0] == "s" else CURVES for tile in TRACK_TILES
}

# IU-1.1
STATION_SUPPLY: Final[tuple[StationTile, ...]] = ("1", "2", "3", "4", "4", "x1", "x1", "x2", "x3", "x4")
VALUES: Final = (1, 2, 3, 4)
CROSSINGS: Final[frozenset[StationTile]] = frozenset(tile for tile in STATION_TILES if tile[0] == "x")

VALUE_OF: Final[dict[TrackTile | StationTile, int]] = {
    tile: int(tile[-1]) for tile in TRACK_TILES + STATION_TILES
}

# IU-2.2: the left tile's blank edge is east, the right tile's west
START_CELLS: Final[tuple[Cell, Cell]] = ((0, 0), (1, 0))
START_EDGES: Final = ("NSW", "NES")
EXITS: Final[tuple[tuple[Cell, Direction], ...]] = (
    ((0, 0), "S"),
    ((0, 0), "W"),
    ((0, 0), "N"),
    ((1, 0), "N"),
    ((1, 0), "E"),
    ((1, 0), "S"),
)
"""The exits of the six lines: clockwise from the blank edge, left tile first. A line's number is its index
here."""
BESIDE_START: Final[frozenset[Cell]] = frozenset(step(cell, heading) for cell, heading in EXITS)
"""The cells on which no station may lie (IU-4.A)."""

OPEN_TILES: Final = 3
"""How many track tiles, and how many stations of each player, lie open (IU-2.1, IU-2.3)."""
TILES_PER_TURN: Final = 3


@lru_cache(1 << 8)
def tracks_in_order(shown: tuple[TrackTile | None, ...]) -> tuple[TrackTile, ...]:
    """The different tiles among open track tiles, in the order of the notation."""
    return tuple(tile for tile in TRACK_TILES if tile in shown)


@lru_cache(1 << 10)
def stations_in_order(shown: tuple[StationTile | None, ...]) -> tuple[StationTile, ...]:
    """The different tiles among open stations, in the order of the notation."""
    return tuple(tile for tile in STATION_TILES if tile in shown)
