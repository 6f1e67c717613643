"""The yardstick of TransAmerica: starts in the most central own city and builds to the nearest city first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.moves import decode

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.games.transamerica.law.actions import Action
    from stellwerk.games.transamerica.law.view import View


class NearestBot:
    """Plays as everybody does in playouts."""

    def choose(self, view: View, legal: tuple[Action, ...], rng: RandomSource) -> Action:  # noqa: ARG002 (it lists what is legal itself)
        """The next rail on the way to the nearest city."""
        game = Core.from_view(view, rng)
        return decode(game.scratch.player.choose(game))
