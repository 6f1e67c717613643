"""The square grid of InterUrban: cells, directions, edges. Tiles and rules are elsewhere.

A cell is ``(x, y)``; x grows to the east, y to the north. A direction is a compass letter. The edges of a
tile that carry track are a text such as ``NS``, so ``"N" in edges`` tells whether one of them does.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple

Cell = tuple[int, int]
Direction = Literal["N", "E", "S", "W"]
Edges = Literal["NS", "EW", "NE", "ES", "SW", "NW"]
"""A track from edge to edge, in the order of the notation."""

DIRECTIONS: Final[tuple[Direction, ...]] = ("N", "E", "S", "W")
STRAIGHTS: Final[tuple[Edges, ...]] = ("NS", "EW")
CURVES: Final[tuple[Edges, ...]] = ("NE", "ES", "SW", "NW")
ALL_EDGES: Final = "NESW"
"""The edges of a crossing."""
OPPOSITE: Final[dict[Direction, Direction]] = {"N": "S", "E": "W", "S": "N", "W": "E"}
SIDE_NAMES: Final[dict[Direction, str]] = {"N": "north", "E": "east", "S": "south", "W": "west"}
"""The keys of the directions in the texts."""

_STEPS: Final[dict[Direction, Cell]] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
_MEMORY: Final = 1 << 15
"""How many results the caches below keep: more than a game needs, but bounded for whatever cells come in."""


class Way(NamedTuple):
    """One of the three ways in which track can lead on from a cell."""

    edges: Edges
    heading: Direction
    cell: Cell
    """Where it leads."""
    facing: Direction
    """The edge of that cell at which the track arrives."""


class Entry(NamedTuple):
    """A cell as a track enters it."""

    behind: Cell
    """Where the track comes from."""
    ways: tuple[Way, ...]
    """How it can go on: straight first, then the curves in the order of the notation."""
    cells: tuple[Cell, ...]
    """Where these ways lead: the other three neighbours."""


def step(cell: Cell, heading: Direction) -> Cell:
    """The next cell in a direction."""
    dx, dy = _STEPS[heading]
    return cell[0] + dx, cell[1] + dy


@lru_cache(_MEMORY)
def around(cell: Cell) -> tuple[tuple[Direction, Cell], ...]:
    """The four neighbours of a cell, each with the direction it lies in."""
    return tuple((direction, step(cell, direction)) for direction in DIRECTIONS)


@lru_cache(_MEMORY)
def beside(cell: Cell) -> tuple[Cell, ...]:
    """A cell and its four neighbours."""
    return (cell, *(near for _, near in around(cell)))


@lru_cache(_MEMORY)
def entry(cell: Cell, heading: Direction) -> Entry:
    """A cell as a track with this heading enters it."""
    side = OPPOSITE[heading]
    ways = tuple(
        Way(edges, out, step(cell, out), OPPOSITE[out])
        for edges in STRAIGHTS + CURVES
        if side in edges and (out := other_edge(edges, side))
    )
    return Entry(step(cell, side), ways, tuple(way.cell for way in ways))


def other_edge(edges: Edges, side: Direction) -> Direction:
    """The edge at which a track leaves when it is entered at `side`."""
    first, second = edges
    return second if first == side else first  # type: ignore[return-value]  # both are letters of a direction


def cell_text(cell: Cell) -> str:
    """A cell as the notation writes it."""
    return f"{cell[0]},{cell[1]}"
