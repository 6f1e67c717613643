"""The material of TransAmerica (TA-1) as tables, read from board.json.

Crossings are numbered 0 to 187 in reading order, lines 0 to 508 by their crossings. A set of crossings or of
lines is an int with one bit for each: unions and tests cost next to nothing, and states stay small.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Colour = Literal["green", "blue", "yellow", "red", "orange"]
COLOURS: Final[tuple[Colour, ...]] = ("green", "blue", "yellow", "red", "orange")


class Line(NamedTuple):
    """What joins two crossings, `a` < `b`; `cost` is 1 for a single line, 2 for a double line (TA-1.1)."""

    a: int
    b: int
    cost: int


class City(NamedTuple):
    """A city card (TA-1.2)."""

    name: str
    colour: Colour
    crossing: int
    dashed: bool


class _Board(msgspec.Struct, frozen=True):
    crossings: tuple[tuple[int, int], ...]
    lines: tuple[Line, ...]
    cities: tuple[City, ...]


_BOARD = msgspec.json.decode(
    files("stellwerk.games.transamerica").joinpath("law", "board.json").read_bytes(), type=_Board
)

GRID: Final = _BOARD.crossings
"""Column c and row r of each crossing on a triangular grid, row 0 in the north. Its neighbours lie at
(c±1, r), (c, r±1), (c+1, r+1) and (c−1, r−1)."""
CROSSINGS: Final = len(GRID)
LINES: Final = _BOARD.lines
CITIES: Final = _BOARD.cities
CITY_AT: Final[dict[int, City]] = {city.crossing: city for city in CITIES}

LINE_NUMBER: Final[dict[tuple[int, int], int]] = {(line.a, line.b): n for n, line in enumerate(LINES)}
PAIRS: Final[tuple[tuple[int, int], ...]] = tuple(LINE_NUMBER)
"""The two crossings of each line."""
ENDS: Final[tuple[int, ...]] = tuple(1 << a | 1 << b for a, b in PAIRS)
"""The same as a set of crossings."""
SINGLE: Final = sum(1 << n for n, line in enumerate(LINES) if line.cost == 1)
"""The set of all single lines."""
LINES_AT: Final[tuple[int, ...]] = tuple(
    sum(1 << n for n, line in enumerate(LINES) if crossing in line[:2]) for crossing in range(CROSSINGS)
)
"""The set of lines that touch each crossing."""

RAILS: Final = 84
"""TA-1.3: to build with; the 85th is the barrier."""
SHED: Final = 13
"""TA-2.1: where the locomotives start."""
COLOURED_RAILS: Final = 3
"""TA-V.1: per player and round."""


def cities_in_play(seats: int) -> tuple[tuple[int, ...], ...]:
    """The crossings of the cities of each colour, in the order of the notation (TA-2.2)."""
    return tuple(
        tuple(city.crossing for city in CITIES if city.colour == colour and (seats > 3 or not city.dashed))
        for colour in COLOURS
    )


def members(numbers: int) -> Iterator[int]:
    """The numbers of a set, rising."""
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest


def line_set(pairs: Iterable[tuple[int, int]]) -> int:
    """The set of the lines between these pairs of crossings."""
    return sum(1 << LINE_NUMBER[pair] for pair in pairs)


def place(crossing: int) -> str:
    """A crossing for people: its number, and its city if it has one."""
    city = CITY_AT.get(crossing)
    return f"{crossing} {city.name}" if city else str(crossing)
