"""What fits the cell that a line enters: the laying rules A, C, E, F, M and K in one look at its neighbours.

A quick second reading of `laying`, which refuses with a reason; `legal` and `finish` are built on this one.
Who may stop where (IU-4.D, IU-4.G to IU-4.J) is the line's matter: see `lines.suits`.

It rests on one fact: an edge with track beside an empty cell is either the end of a line or the free track of
a crossing, because a track that meets another one is joined at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stellwerk.games.interurban.data import START_CELLS
from stellwerk.games.interurban.grid import OPPOSITE, Way, around, ways_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.interurban.grid import Cell, Direction
    from stellwerk.games.interurban.state import Board, Laid, Line


class Fit(NamedTuple):
    """What a cell takes for the line that enters it."""

    ways: Sequence[Way] = ()
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
    ways: list[Way] = []
    met: Way | None = None
    blank = False
    ahead = True
    for way in ways_on(cell, heading):
        other = board.get(way.cell)
        if other is None:
            ways.append(way)
        elif OPPOSITE[way.heading] not in other.edges:
            blank = True
            ahead = ahead and way.heading != heading
        elif met is None:
            met = way
        else:
            return NOTHING  # IU-4.E, IU-4.F: two tracks meet this one here
    if met is None:
        takes_station = ahead and _takes_station(board, cell)
        return Fit(ways, plain=takes_station, crossing=takes_station and not blank)
    return _fit_beside_track(board, lines, cell, heading, met, blank=blank)


def _takes_station(board: Board, cell: Cell) -> bool:
    """IU-4.A and IU-4.C."""
    for _, near in around(cell):
        if near in START_CELLS or ((other := board.get(near)) is not None and other.seat is not None):
            return False
    return True


def _fit_beside_track(
    board: Board, lines: tuple[Line, ...], cell: Cell, heading: Direction, met: Way, *, blank: bool
) -> Fit:
    """What fits where one more track leads into the cell: it must be joined, or crossed at a right angle."""
    towards = OPPOSITE[met.heading]
    for number, line in enumerate(lines):
        if line.end == cell and line.heading == towards:
            if line.finished or met.heading == heading or blank:
                return NOTHING  # IU-4.M, IU-4.E, IU-4.F
            takes_station = _takes_station(board, cell)
            return Fit(crossing=takes_station, crossed=number if takes_station else None)  # IU-4.L
    return Fit((met,), joined=board[met.cell])  # IU-4.K; no station touches another (IU-4.C)
