"""What hangs together on the board: crossings joined by rails, and lines that hold the board in one piece.

Pure sets of crossings and lines; whose rails they are is for the callers to know.
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
"""For each crossing: its lines, and where each of them leads."""


def reached(start: int, rails: int) -> int:
    """All crossings that rails join to these, themselves included."""
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
    """All lines that touch these crossings."""
    lines = 0
    while crossings:
        lowest = crossings & -crossings
        crossings ^= lowest
        lines |= LINES_AT[lowest.bit_length() - 1]
    return lines


def pieces_of(rails: int) -> list[list[int]]:
    """The crossings of every connected piece of track."""
    pieces = []
    while rails:
        start = PAIRS[(rails & -rails).bit_length() - 1][0]
        piece = reached(1 << start, rails)
        pieces.append(list(members(piece)))
        rails &= ~lines_at(piece)
    return pieces


# The board is a plane drawing whose fields are all triangles, and the sea around it (TA-1.1).


def _triangles() -> list[int]:
    """Every triangle as the set of its lines."""
    return [
        sum(1 << LINE_NUMBER[pair] for pair in ((a, b), (a, c), (b, c)))
        for a, b in PAIRS
        for c in range(b + 1, CROSSINGS)
        if (a, c) in LINE_NUMBER and (b, c) in LINE_NUMBER
    ]


_TRIANGLES: Final = _triangles()
_SEA: Final = reduce(xor, _TRIANGLES)
"""All lines with a triangle on one side only."""
_FIELDS: Final = (*_TRIANGLES, _SEA)


@lru_cache(maxsize=4096)
def bridges(closed: int) -> int:
    """The lines without which the board, less these closed lines, would fall into two pieces.

    Taking a line away joins the fields on both its sides. A line with the same field on both sides is the
    only way across.
    """
    cut = 0
    merged: list[int] = []  # fields joined through closed lines, each as the set of the lines around it
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
