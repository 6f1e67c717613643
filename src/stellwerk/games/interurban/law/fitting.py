"""What fits the cell at a line's end: the laying rules A, C, E, F, K, L and M in one look at its neighbours.

The same rules as in `laying`, which names the broken rule; this is the quick version that `legal` and
`finish` use. Which stations a line accepts (IU-4.D, IU-4.G to IU-4.J) is decided by `lines.suits`.

It relies on one fact: if a tile beside an empty cell has track on the edge they share, that is either the end
of a line or the free track of a crossing, because track that meets other track is joined at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from stellwerk.games.interurban.law.data import BESIDE_START
from stellwerk.games.interurban.law.grid import Way, entries
from stellwerk.games.interurban.law.state import Laid

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.grid import Cell, Direction, Entry
    from stellwerk.games.interurban.law.state import Board, Line


class Fit(msgspec.Struct, frozen=True, gc=False):
    """What can be laid on a cell for the line that enters it."""

    ways: tuple[Way, ...] = ()
    """The ways that a track tile can lead."""
    joined: Laid | None = None
    """The free crossing that the only way runs into (IU-4.K)."""
    plain: bool = False
    """True if a plain station fits."""
    crossing: bool = False
    """True if a crossing fits."""
    crossed: int | None = None
    """The other line that a crossing would extend as well (IU-4.L)."""


NOTHING = Fit()


def fit(board: Board, lines: tuple[Line, ...], cell: Cell, heading: Direction) -> Fit:
    """What fits an empty cell that a line enters with this heading."""
    entry = entries[heading](cell)
    behind, ways, cells, _, _ = entry
    station = cell not in BESIDE_START and board[behind].seat is None  # IU-4.A, IU-4.C
    ahead, left, right = cells
    if ahead not in board and left not in board and right not in board:
        return Fit(ways, None, station, station)
    return _fit_beside_tiles(board, lines, cell, entry, station)


def _fit_beside_tiles(board: Board, lines: tuple[Line, ...], cell: Cell, entry: Entry, station: bool) -> Fit:
    """What fits where other tiles lie around; `station` is False if a station is already ruled out."""
    ways = entry.ways
    free, bit = 0, 1
    met: Way | None = None
    place = 0
    blank = False
    for way in ways:
        _, _, near, facing = way
        other = board.get(near)
        if other is None:
            free |= bit
            bit <<= 1
            continue
        if other.seat is not None:
            station = False  # IU-4.C
        if facing not in other.edges:
            blank = True
        elif met is None:
            met, place = way, bit
        else:
            return NOTHING  # IU-4.E, IU-4.F: two more tracks lead here
        bit <<= 1
    if met is None:
        station = station and bool(free & 1)
        return Fit(entry.some[free], None, station, station and not blank)
    crossing = station and not blank and met is not ways[0]
    return _fit_beside_track(board, lines, cell, entry.some[place], crossing)


def _fit_beside_track(
    board: Board, lines: tuple[Line, ...], cell: Cell, ways: tuple[Way, ...], crossing: bool
) -> Fit:
    """What fits where another track leads into the cell: it is joined, or crossed at a right angle."""
    met = ways[0]
    for number, line in enumerate(lines):
        if line.end == cell and line.heading == met.facing:
            if crossing and not line.finished:  # IU-4.M
                return Fit(crossing=True, crossed=number)  # IU-4.L
            return NOTHING
    return Fit(ways, joined=board[met.cell])  # IU-4.K; no station touches another (IU-4.C)
