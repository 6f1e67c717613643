"""The board and the pieces of TransAmerica (TA-1) as tables, read from board.json.

Crossings are numbered from 0 to 187 in reading order, lines from 0 to 508 in the order of their crossings. A
set of crossings or of lines is an int with one bit for each: set operations are fast, and states stay small.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Colour = Literal["green", "blue", "yellow", "red", "orange"]
COLOURS: Final[tuple[Colour, ...]] = ("green", "blue", "yellow", "red", "orange")


class Line(NamedTuple):
    """A line between two crossings, `a` < `b`; it costs 1 if it is single, 2 if it is double (TA-1.1)."""

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
"""The two crossings of each line, as a set of crossings."""
SINGLE: Final = sum(1 << n for n, line in enumerate(LINES) if line.cost == 1)
"""The set of all single lines."""
LINES_AT: Final[tuple[int, ...]] = tuple(
    sum(1 << n for n, line in enumerate(LINES) if crossing in line[:2]) for crossing in range(CROSSINGS)
)
"""The set of lines that touch each crossing."""

RAILS: Final = 84
"""The rails to build with; the 85th is the barrier (TA-1.3)."""
SHED: Final = 13
"""The points at which all locomotives start, in the engine shed (TA-2.1)."""
COLOURED_RAILS: Final = 3
"""The coloured rails of each player in a round (TA-V.1)."""


@cache
def cities_in_play(seats: int) -> tuple[tuple[int, ...], ...]:
    """The crossings of the cities of each colour that are used with this number of seats (TA-2.2)."""
    return tuple(
        tuple(city.crossing for city in CITIES if city.colour == colour and (seats > 3 or not city.dashed))
        for colour in COLOURS
    )


def members(numbers: int) -> Iterator[int]:
    """The numbers in a set, in rising order."""
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest


def line_set(pairs: Iterable[tuple[int, int]]) -> int:
    """The set of the lines between these pairs of crossings."""
    return sum(1 << LINE_NUMBER[pair] for pair in pairs)


def place(crossing: int) -> str:
    """A crossing as people read it: its number, and the name of its city if it has one."""
    city = CITY_AT.get(crossing)
    return f"{crossing} {city.name}" if city else str(crossing)
