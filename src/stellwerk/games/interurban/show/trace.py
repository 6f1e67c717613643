"""Following each line over the board, to draw it. The rules do not need this: they know where lines end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from stellwerk.games.interurban.law.data import EXITS
from stellwerk.games.interurban.law.grid import OPPOSITE, other_edge, step
from stellwerk.games.interurban.law.state import Laid, board_of

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.grid import Cell, Direction, Edges


class Passage(NamedTuple):
    """A tile that a line passes, with the edges at which it enters and leaves."""

    laid: Laid
    entry: Direction
    exit: Direction


def trace(tiles: tuple[Laid, ...]) -> tuple[tuple[Passage, ...], ...]:
    """The tiles of each line from its exit to its end, without the start tile."""
    board = board_of(tiles)
    return tuple(_follow(board, *way) for way in EXITS) if tiles else ()


def _follow(board: dict[Cell, Laid], cell: Cell, heading: Direction) -> tuple[Passage, ...]:
    passed = []
    while (laid := board.get(cell := step(cell, heading))) is not None:
        entry = OPPOSITE[heading]
        if laid.seat is None:
            heading = other_edge(cast("Edges", laid.edges), entry)
        passed.append(Passage(laid, entry, heading))
    return tuple(passed)


def extent(tiles: tuple[Laid, ...]) -> tuple[int, int, int, int]:
    """West, east, south and north of the smallest rectangle with all tiles and a margin of one cell."""
    columns = [laid.cell[0] for laid in tiles] or [0, 1]
    rows = [laid.cell[1] for laid in tiles] or [0]
    return min(columns) - 1, max(columns) + 1, min(rows) - 1, max(rows) + 1
