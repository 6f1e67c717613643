"""Connectivity: crossings that rails join, and lines without which the board would fall apart.

Everything is a set of crossings or of lines; whose rails they are is up to the caller.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import xor
from typing import Final

from stellwerk.games.transamerica.law.data import CROSSINGS, LINE_NUMBER, LINES_AT, PAIRS, members

_WAYS: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple((1 << n, 1 << sum(PAIRS[n]) - crossing) for n in members(LINES_AT[crossing]))
    for crossing in range(CROSSINGS)
)
"""For each crossing, its lines and their other ends, both as sets of one."""


def reached(start: int, rails: int) -> int:
    """The crossings that rails join to those in `start`, which are included."""
    found = fresh = start
    while fresh:
        lowest = fresh & -fresh
        fresh ^= lowest
        for line, other in _WAYS[lowest.bit_length() - 1]:
            if rails & line and not found & other:
                found |= other
                fresh |= other
    return found


def lines_at(crossings: int) -> int:
    """The lines that touch these crossings."""
    lines = 0
    while crossings:
        lowest = crossings & -crossings
        crossings ^= lowest
        lines |= LINES_AT[lowest.bit_length() - 1]
    return lines


def pieces_of(rails: int) -> list[list[int]]:
    """The crossings of each connected piece of track."""
    pieces = []
    while rails:
        start = PAIRS[(rails & -rails).bit_length() - 1][0]
        piece = reached(1 << start, rails)
        pieces.append(list(members(piece)))
        rails &= ~lines_at(piece)
    return pieces


# Drawn on paper, no two lines of the board cross. All its fields are triangles, with the sea around them.


def _triangles() -> list[int]:
    """Each triangle, as the set of its lines."""
    return [
        sum(1 << LINE_NUMBER[pair] for pair in ((a, b), (a, c), (b, c)))
        for a, b in PAIRS
        for c in range(b + 1, CROSSINGS)
        if (a, c) in LINE_NUMBER and (b, c) in LINE_NUMBER
    ]


_TRIANGLES: Final = _triangles()
_SEA: Final = reduce(xor, _TRIANGLES)
"""The lines with a triangle on one side only."""
_FIELDS: Final = (*_TRIANGLES, _SEA)


@lru_cache(maxsize=4096)
def bridges(closed: int) -> int:
    """The lines whose loss would cut the board in two, once the closed lines are taken away.

    Taking a line away joins the fields on both of its sides. A line with the same field on both sides is the
    only link between two parts of the board.
    """
    cut = 0
    merged: list[int] = []  # fields joined across closed lines, each as the set of lines around it
    for field in _FIELDS:
        if not field & closed:
            continue
        joined = field
        apart = []
        for other in merged:
            if other & joined & closed:
                cut |= other & joined
                joined |= other
            else:
                apart.append(other)
        merged = [*apart, joined]
    return cut & ~closed
