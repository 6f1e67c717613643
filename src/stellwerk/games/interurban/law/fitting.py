"""What fits the cell that a line enters: the laying rules A, C, E, F, M and K in one look at its neighbours.

A quick second reading of `laying`, which refuses with a reason; `legal` and `finish` are built on this one.
Who may stop where (IU-4.D, IU-4.G to IU-4.J) is the line's matter: see `lines.suits`.

It rests on one fact: an edge with track beside an empty cell is either the end of a line or the free track of
a crossing, because a track that meets another one is joined at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from stellwerk.games.interurban.law.data import BESIDE_START
from stellwerk.games.interurban.law.grid import Way, entry
from stellwerk.games.interurban.law.state import Laid

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.grid import Cell, Direction
    from stellwerk.games.interurban.law.state import Board, Line


class Fit(msgspec.Struct, frozen=True, gc=False):
    """What a cell takes for the line that enters it."""

    ways: tuple[Way, ...] = ()
    """Where a track tile could lead."""
    joined: Laid | None = None
    """The free crossing that the only way runs into (IU-4.K)."""
    plain: bool = False
    """Whether a plain station fits, straight on."""
    crossing: bool = False
    crossed: int | None = None
    """The other line that a crossing would extend as well (IU-4.L)."""


NOTHING = Fit()


def fit(board: Board, lines: tuple[Line, ...], cell: Cell, heading: Direction) -> Fit:
    """What fits an empty cell that a line enters with this heading."""
    behind, ways, cells = entry(cell, heading)
    station = cell not in BESIDE_START and board[behind].seat is None  # IU-4.A, IU-4.C
    ahead, left, right = cells
    if ahead not in board and left not in board and right not in board:
        return Fit(ways, None, station, station)
    return _fit_beside_tiles(board, lines, cell, ways, station=station)


def _fit_beside_tiles(
    board: Board, lines: tuple[Line, ...], cell: Cell, ways: tuple[Way, ...], *, station: bool
) -> Fit:
    """What fits where other tiles lie around; `station` tells whether a station may lie here so far."""
    free: list[Way] = []
    met: Way | None = None
    blank = False
    for way in ways:
        _, _, near, facing = way
        other = board.get(near)
        if other is None:
            free.append(way)
            continue
        if other.seat is not None:
            station = False  # IU-4.C
        if facing not in other.edges:
            blank = True
        elif met is None:
            met = way
        else:
            return NOTHING  # IU-4.E, IU-4.F: two more tracks lead here
    if met is None:
        station = station and bool(free) and free[0] is ways[0]
        return Fit(tuple(free), None, station, station and not blank)
    crossing = station and not blank and met is not ways[0]
    return _fit_beside_track(board, lines, cell, met, crossing=crossing)


def _fit_beside_track(board: Board, lines: tuple[Line, ...], cell: Cell, met: Way, *, crossing: bool) -> Fit:
    """What fits where one more track leads into the cell: it is joined, or crossed at a right angle."""
    for number, line in enumerate(lines):
        if line.end == cell and line.heading == met.facing:
            if crossing and not line.finished:  # IU-4.M
                return Fit(crossing=True, crossed=number)  # IU-4.L
            return NOTHING
    return Fit((met,), joined=board[met.cell])  # IU-4.K; no station touches another (IU-4.C)
