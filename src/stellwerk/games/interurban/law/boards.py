"""The board as it is handed on from state to state: the tiles by cell.

In C it is a table of numbers that is copied at once, and only the functions of `growing.c` can read it.
Python reads `state.board_of`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core.compiled import in_c
from stellwerk.games.interurban.law.state import board_of

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.state import Board, Laid


@in_c("growing")
def new_board(tiles: tuple[Laid, ...]) -> Board:
    """The board with these tiles."""
    return board_of(tiles)


@in_c("growing")
def with_tile(board: Board, laid: Laid) -> Board:
    """The board after one more tile; the former stays as it is."""
    return {**board, laid.cell: laid}
