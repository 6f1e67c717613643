"""A bot to measure others by: it plays as every seat does in playouts, see `fast.rollout`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.moves import decode

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.games.transamerica.law.actions import Action
    from stellwerk.games.transamerica.law.view import View


class NearestBot:
    """Starts in its most central city and builds to the nearest open city first."""

    def choose(self, view: View, legal: tuple[Action, ...], rng: RandomSource) -> Action:  # noqa: ARG002 (the core lists legal moves itself)
        """The next rail on the way to the nearest city."""
        game = Core.from_view(view, rng)
        return decode(game.scratch.player.choose(game))
