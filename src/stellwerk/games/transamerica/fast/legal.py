"""The legal moves of the fast core, in the order of the notation: by lines, R before V, E last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import LINE_A, LINE_B, LINE_COST, N_CROSSINGS, N_LINES
from stellwerk.games.transamerica.fast.moves import COLOURED, END, FREE, RAIL, SECOND_RAIL

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import FastGame


def list_rails(game: FastGame) -> i64:
    """TA-3.2 to TA-3.4, TA-V.1."""
    moves, owner, network = game.moves, game.owner, game.network
    base: i64 = game.turn * N_CROSSINGS
    is_second = game.step == SECOND_RAIL
    coloured = game.coloured_left[game.turn] > 0
    if coloured:
        game.closed.find(owner, game.turn, game.seats)
    closed = game.closed.closed
    count: i64 = 0
    for line in range(N_LINES):
        if owner[line] != FREE or (is_second and LINE_COST[line] > 1):
            continue
        if network[base + i64(LINE_A[line])] | network[base + i64(LINE_B[line])]:
            moves[count] = RAIL + line
            count += 1
            if coloured and closed[line] == 0:
                moves[count] = COLOURED + line
                count += 1
    if is_second:
        moves[count] = END
        count += 1
    return count


def list_markers(game: FastGame) -> i64:
    """TA-3.1."""
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


def second_is_possible(game: FastGame) -> bool:
    """Whether a free single line touches the network of the seat whose turn it is."""
    owner, network = game.owner, game.network
    base: i64 = game.turn * N_CROSSINGS
    for line in range(N_LINES):
        if owner[line] != FREE or LINE_COST[line] > 1:
            continue
        if network[base + i64(LINE_A[line])] | network[base + i64(LINE_B[line])]:
            return True
    return False
