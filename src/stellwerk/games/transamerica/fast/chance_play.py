"""A round of random moves in one call: for measuring, and for whoever needs many quick games.

A move is drawn from all crossings or all lines until a legal one comes up, which is quicker than to list the
legal ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import LINE_A, LINE_B, LINE_COST, N_CROSSINGS, N_LINES
from stellwerk.games.transamerica.fast.moves import DEAL, END, FREE, MARKER, OVER, RAIL, SECOND_RAIL

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core


def random_round(game: Core) -> i64:
    """Play random legal moves until the round is over; returns how many. Each is as likely as the others."""
    played: i64 = 0
    while game.step != DEAL and game.step != OVER:
        game.play(random_move(game))
        played += 1
    return played


def random_move(game: Core) -> i64:
    """Any legal move, each as likely as the others."""
    if game.step == MARKER:
        return _random_marker(game)
    if game.vexation:
        return game.moves[game.below(game.legal())]
    owner, network = game.owner, game.network
    base: i64 = game.turn * N_CROSSINGS
    is_second = game.step == SECOND_RAIL
    while True:
        line: i64 = game.below(N_LINES + 1 if is_second else N_LINES)
        if line == N_LINES:
            return END
        is_reached = network[base + i64(LINE_A[line])] | network[base + i64(LINE_B[line])]
        if is_reached and owner[line] == FREE and not (is_second and LINE_COST[line] > 1):
            return RAIL + line


def _random_marker(game: Core) -> i64:
    """Any crossing without a marker."""
    crossing: i64 = game.below(N_CROSSINGS)
    while crossing in game.markers:
        crossing = game.below(N_CROSSINGS)
    return crossing
