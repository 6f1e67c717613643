"""A round of random moves in one call: for measuring, and for whoever needs many quick games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.transamerica.fast.frontier import no_frontier
from stellwerk.games.transamerica.fast.moves import DEAL, MARKER, OVER

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stellwerk.games.transamerica.fast.core import Core


def random_round(game: Core) -> i64:
    """Play random legal moves until the round is over; returns how many. Each is as likely as the others."""
    frontier = no_frontier(game)
    played: i64 = 0
    while game.step != DEAL and game.step != OVER:
        is_listed = game.step == MARKER or game.vexation
        count: i64 = game.legal() if is_listed else frontier.list_rails(game)
        game.play(game.moves[game.below(count)])
        played += 1
    return played
