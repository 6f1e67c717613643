"""IU-4.B: which tiles would finish a line. In the first round `legal` asks this for every open tile.

A tile is laid on a copy of the board to ask `finish`. Track is judged by the way it leads, whatever it is
worth; stations are judged together as long as their owner and value do not matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.interurban.law.actions import LayTrack
from stellwerk.games.interurban.law.data import VALUES
from stellwerk.games.interurban.law.finish import finish_lines
from stellwerk.games.interurban.law.laying import to_laid
from stellwerk.games.interurban.law.lines import extend

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.actions import Placement
    from stellwerk.games.interurban.law.grid import Cell
    from stellwerk.games.interurban.law.state import Board, Laid, State


class FirstRound:
    """Judges the tiles of one position in the first round."""

    def __init__(self, state: State, board: Board) -> None:
        self._state = state
        self._trial = board.copy()
        """The board to lay tiles on."""
        self._tracks: dict[tuple[Cell, str], bool] = {}
        self._stations: dict[tuple[Cell, str], bool] = {}

    def finishes(self, action: Placement) -> bool:
        """True if a tile at a line's end would finish any line."""
        laid, seats = to_laid(action), len(self._state.players)
        place = (laid.cell, laid.edges)
        if isinstance(action, LayTrack):
            if place not in self._tracks:
                self._tracks[place] = self._finishes(laid, seats)
            return self._tracks[place]
        if place not in self._stations:
            self._stations[place] = self._may_finish(laid)
        return self._stations[place] and self._finishes(laid, seats)

    def _may_finish(self, laid: Laid) -> bool:
        """False if no station with these edges finishes a line, whoever owns it and whatever it is worth."""
        return self._finishes(laid, seats=0) or any(  # or IU-5.1 might
            len(line.stations) + 1 >= len(VALUES) for line in self._state.lines if line.end == laid.cell
        )

    def _finishes(self, laid: Laid, seats: int) -> bool:
        state, board = self._state, self._trial
        board[laid.cell] = laid
        grown, changed = extend(board, state.lines, laid)
        settled = finish_lines(board, state.lines, grown, changed, state.options, seats)
        del board[laid.cell]
        return any(new.finished and not old.finished for new, old in zip(settled, state.lines, strict=True))
