"""The legal moves of a core, in the order of the notation: by line, R before V, E last.

They are written into `moves` of the core, and their number is returned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import (
    LINE_A,
    LINE_B,
    LINE_COST,
    N_CROSSINGS,
    N_LINES,
    WAY_LINE,
    WAY_START,
)
from stellwerk.games.transamerica.fast.moves import COLOURED, END, FREE, RAIL, SECOND_RAIL

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core


def list_markers(game: Core) -> i64:
    """List the crossings without a marker (TA-3.1)."""
    count: i64 = 0
    for crossing in range(N_CROSSINGS):
        free = True
        for seat in range(game.seats):
            if game.markers[seat] == crossing:
                free = False
        if free:
            game.moves[count] = crossing
            count += 1
    return count


def list_rails(game: Core) -> i64:
    """List the rails that the seat to act may lay, and the end of its turn (TA-3.2 to TA-3.4, TA-V.1)."""
    moves = game.moves
    is_second = game.step == SECOND_RAIL
    dearest: i64 = 1 if is_second else 2
    coloured = game.coloured_left[game.turn] > 0
    if coloured:
        game.closed.find(game.owner, game.turn, game.seats)
    closed = game.closed.closed
    count: i64 = 0
    line = _next_line(game, 0, dearest)
    while line < N_LINES:
        moves[count] = RAIL + line
        count += 1
        if coloured and closed[line] == 0:
            moves[count] = COLOURED + line
            count += 1
        line = _next_line(game, line + 1, dearest)
    if is_second:
        moves[count] = END
        count += 1
    return count


def second_is_possible(game: Core, line: i64) -> bool:
    """True if the seat to act, which has just laid a rail on this line, could lay a second one.

    Most often it can do so at an end of the first: that is looked at before all other lines.
    """
    if _has_free_single(game, i64(LINE_A[line])) or _has_free_single(game, i64(LINE_B[line])):
        return True
    return _next_line(game, 0, 1) < N_LINES


def _has_free_single(game: Core, crossing: i64) -> bool:
    """True if there is a single line without a rail at a crossing."""
    for way in range(i64(WAY_START[crossing]), i64(WAY_START[crossing + 1])):
        line: i64 = i64(WAY_LINE[way])
        if game.owner[line] == FREE and LINE_COST[line] == 1:
            return True
    return False


def _next_line(game: Core, first: i64, dearest: i64) -> i64:
    """The first line from `first` on where the seat to act may lay a rail, or N_LINES if there is none.

    `dearest` is the highest cost of a line: 1 leaves double lines out.
    """
    owner, network = game.owner, game.network
    base: i64 = game.turn * N_CROSSINGS
    for line in range(first, N_LINES):
        if owner[line] != FREE or i64(LINE_COST[line]) > dearest:
            continue
        if network[base + i64(LINE_A[line])] | network[base + i64(LINE_B[line])]:
            return line
    return N_LINES
