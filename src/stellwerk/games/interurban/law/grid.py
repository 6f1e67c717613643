"""The square grid of InterUrban: cells, directions, edges. Tiles and rules are elsewhere.

A cell is ``(x, y)``; x grows to the east, y to the north. A direction is a compass letter. The edges of a
tile that carry track are a text such as ``NS``, so ``"N" in edges`` tells whether one of them does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
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
"""How many cells the tables below keep: more than a game needs, but bounded for whatever cells come in."""


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
    some: tuple[tuple[Way, ...], ...]
    """The first way, if bit 0 of the place here is set, the second, if bit 1 is, and so on: the same ways are
    always the same object."""
    turned: dict[str, Way]
    """The ways by their edges."""


class _Table(dict[Cell, T]):
    """What is asked about cells, filled as they are asked about."""

    def __init__(self, make: Callable[[Cell], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, cell: Cell) -> T:
        if len(self) >= _MEMORY:
            self.clear()
        answer = self[cell] = self._make(cell)
        return answer


def step(cell: Cell, heading: Direction) -> Cell:
    """The next cell in a direction."""
    dx, dy = _STEPS[heading]
    return cell[0] + dx, cell[1] + dy


def _around(cell: Cell) -> tuple[tuple[Direction, Cell], ...]:
    return tuple((direction, step(cell, direction)) for direction in DIRECTIONS)


around: Final = _Table(_around).__getitem__
"""The four neighbours of a cell, each with the direction it lies in."""


def _beside(cell: Cell) -> tuple[Cell, ...]:
    return (cell, *(near for _, near in around(cell)))


beside: Final = _Table(_beside).__getitem__
"""A cell and its four neighbours."""


def _entry(cell: Cell, heading: Direction) -> Entry:
    side = OPPOSITE[heading]
    ways = tuple(
        Way(edges, out, step(cell, out), OPPOSITE[out])
        for edges in STRAIGHTS + CURVES
        if side in edges and (out := other_edge(edges, side))
    )
    some = tuple(tuple(way for bit, way in enumerate(ways) if bits >> bit & 1) for bits in range(7))
    cells = tuple(way.cell for way in ways)
    return Entry(step(cell, side), ways, cells, (*some, ways), {way.edges: way for way in ways})


def _entries(heading: Direction) -> Callable[[Cell], Entry]:
    return _Table(lambda cell: _entry(cell, heading)).__getitem__


entries: Final = {heading: _entries(heading) for heading in DIRECTIONS}
"""Cells as tracks enter them, by the heading of the track."""


def other_edge(edges: Edges, side: Direction) -> Direction:
    """The edge at which a track leaves when it is entered at `side`."""
    first, second = edges
    return second if first == side else first  # type: ignore[return-value]  # both are letters of a direction


def cell_text(cell: Cell) -> str:
    """A cell as the notation writes it."""
    return f"{cell[0]},{cell[1]}"
