"""The map as arrays: the lines, and the ways that leave each crossing.

A line seen from one of its ends is a way. The ways of all crossings lie one after the other, those of
crossing c from WAY_START[c] up to, but without, WAY_START[c + 1]:

    crossing       0           1              2
    WAY_START      0           3              7     …
                   │           │              │
    WAY_LINE       0  1  2     0  3  4  5     3 …   the line of each way, rising within a crossing
    WAY_END        1 10 11     0  2 11 12     1 …   the crossing at its other end

Rules are elsewhere; this file also has the constructors of vectors that the other modules use.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from stellwerk.games.transamerica.law.connection import distances_on
from stellwerk.games.transamerica.law.data import (
    COLOURS,
    CROSSINGS,
    LINE_NUMBER,
    LINES,
    LINES_AT,
    PAIRS,
    members,
)

N_CROSSINGS: Final[i64] = 188
N_LINES: Final[i64] = 509
N_COLOURS: Final[i64] = 5
MOST_SEATS: Final[i64] = 6
assert CROSSINGS == N_CROSSINGS
assert len(LINES) == N_LINES
assert len(COLOURS) == N_COLOURS


def bytes_of(count: i64, value: u8) -> vec[u8]:
    """Make a vector of equal bytes."""
    found: vec[u8] = vec[u8](capacity=count)
    for _ in range(count):
        found = append(found, value)
    return found


def shorts_of(count: i64, value: i16) -> vec[i16]:
    """Make a vector of equal 16-bit integers."""
    found: vec[i16] = vec[i16](capacity=count)
    for _ in range(count):
        found = append(found, value)
    return found


def numbers_of(count: i64, value: i64) -> vec[i64]:
    """Make a vector of equal 64-bit integers."""
    found: vec[i64] = vec[i64](capacity=count)
    for _ in range(count):
        found = append(found, value)
    return found


LINE_A: Final[vec[u8]] = vec[u8]([line.a for line in LINES])
LINE_B: Final[vec[u8]] = vec[u8]([line.b for line in LINES])
LINE_COST: Final[vec[u8]] = vec[u8]([line.cost for line in LINES])

_WAYS: Final = [
    (number, LINES[number].a + LINES[number].b - crossing)
    for crossing in range(CROSSINGS)
    for number in members(LINES_AT[crossing])
]
WAY_START: Final[vec[i16]] = vec[i16](
    [sum(bits.bit_count() for bits in LINES_AT[:crossing]) for crossing in range(CROSSINGS + 1)]
)
WAY_LINE: Final[vec[i16]] = vec[i16]([number for number, _ in _WAYS])
WAY_END: Final[vec[u8]] = vec[u8]([end for _, end in _WAYS])


def _fields() -> list[tuple[int, int]]:
    """The two fields beside each line: the triangles are numbered from 1, the sea is 0.

    Drawn on paper, no two lines of the board cross. All its fields are triangles, with the sea around them.
    """
    beside: list[list[int]] = [[] for _ in LINES]
    field = 0
    for a, b in PAIRS:
        for c in range(b + 1, CROSSINGS):
            if (a, c) in LINE_NUMBER and (b, c) in LINE_NUMBER:
                field += 1
                for pair in ((a, b), (a, c), (b, c)):
                    beside[LINE_NUMBER[pair]].append(field)
    return [(fields[0], fields[1] if len(fields) == 2 else 0) for fields in beside]


_BESIDE: Final = _fields()
FIELD_1: Final[vec[i16]] = vec[i16]([first for first, _ in _BESIDE])
FIELD_2: Final[vec[i16]] = vec[i16]([second for _, second in _BESIDE])
N_FIELDS: Final[i64] = 323
assert max(map(max, _BESIDE)) + 1 == N_FIELDS

DISTANCES: Final[vec[u8]] = vec[u8](distances_on(0).ravel().tolist())
"""A row for each crossing: its distance to every other on the empty board."""
