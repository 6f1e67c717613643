"""IU-4.B: which tiles would finish a line. In the first round `legal` asks this for every open tile.

Usually nothing else is near, and a look at the cells around shows that every line goes on. Only where that is
not certain is a tile laid on the board to ask `finish`. Track is judged by the way it leads, whatever it is
worth; stations are judged together as long as their owner and value do not matter.

What `finish` said is kept with the ground (`sites`): until another tile changes one of the cells on which a
judgement depends, or takes away another line's way out, it stays as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.interurban.law.data import BESIDE_START, VALUES
from stellwerk.games.interurban.law.finish import ways_out
from stellwerk.games.interurban.law.grid import beside, entries
from stellwerk.games.interurban.law.laying import to_laid
from stellwerk.games.interurban.law.lines import extend
from stellwerk.games.interurban.law.sites import Judgement
from stellwerk.games.interurban.law.state import Laid

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stellwerk.games.interurban.law.actions import LayStation
    from stellwerk.games.interurban.law.grid import Cell, Edges, Way
    from stellwerk.games.interurban.law.sites import Ground
    from stellwerk.games.interurban.law.state import Board, Line, State


class FirstRound:
    """Judges the tiles of one position in the first round."""

    def __init__(self, state: State, ground: Ground) -> None:
        self._state = state
        self._board = ground.board
        self._trial: Board | None = None
        """A copy of the board to lay tiles on."""
        self._judged = ground.judged
        self._watchers = _watchers(state.lines)
        self._harmless: dict[tuple[Cell, Edges | None], bool] = {}

    def track_finishes(self, line: Line, way: Way) -> bool:
        """True if a track tile that leads this way from a line's end would finish any line."""
        if way.cell in BESIDE_START:
            return True  # it runs against an exit: no connection (IU-4.E), no crossing (IU-4.A)
        if self._in_the_open(way) and self._concerns_only(line, (line.end, way.cell)):
            return False
        return self._finishes(Laid(line.end, way.edges, "s0"), len(self._state.players))

    def station_finishes(self, line: Line, action: LayStation) -> bool:
        """True if a station at a line's end would finish any line."""
        place = (line.end, action.edges)
        harmless = self._harmless.get(place)
        if harmless is None:
            harmless = self._harmless[place] = self._is_harmless(line, to_laid(action))
        return not harmless and self._finishes(to_laid(action), len(self._state.players))

    def _is_harmless(self, line: Line, laid: Laid) -> bool:
        """True if no station with these edges finishes a line, whoever owns it and whatever it is worth."""
        if len(line.stations) + 1 >= len(VALUES):
            return False  # IU-5.1 might
        straight_on = entries[line.heading](line.end).ways[0]
        return (
            self._in_the_open(straight_on)
            and self._in_the_open(entries[line.heading](straight_on.cell).ways[0])  # IU-4.C
            and self._concerns_only(line, beside(line.end))
        ) or not self._finishes(laid, seats=0)

    def _finishes(self, laid: Laid, seats: int) -> bool:
        judgement = self._judged.get((laid, seats))
        if judgement is None:
            judgement = self._judged[laid, seats] = self._tried(laid, seats)
        return judgement.needed is None

    def _tried(self, laid: Laid, seats: int) -> Judgement:
        state, board = self._state, self._trial
        if board is None:
            board = self._trial = self._board.copy()
        board[laid.cell] = laid
        lines, changed = extend(board, state.lines, laid)
        needed = ways_out(board, state.lines, lines, changed, state.options, seats)
        del board[laid.cell]
        return Judgement(changed, needed)

    def _in_the_open(self, way: Way) -> bool:
        """True if the cell where a way leads and the three cells beyond are empty: every tile fits there."""
        _, heading, cell, _ = way
        board = self._board
        return (
            cell not in board
            and cell not in BESIDE_START
            and board.keys().isdisjoint(entries[heading](cell).cells)
        )

    def _concerns_only(self, line: Line, changed: Iterable[Cell]) -> bool:
        """True if all other lines keep their ways out when these cells change."""
        watchers = self._watchers
        for cell in changed:
            if watchers.get(cell, line) is not line:
                return False
        return bool(watchers)


def _watchers(lines: tuple[Line, ...]) -> dict[Cell, Line | None]:
    """The line whose way out depends on a cell, or None for several; empty if any line's way is unknown."""
    found: dict[Cell, Line | None] = {}
    for line in lines:
        if not line.finished:
            if not line.watched:
                return {}
            for cell in line.watched:
                found[cell] = None if cell in found else line
    return found
