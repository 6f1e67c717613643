"""How InterUrban is reviewed. No hands are hidden: only the order of the face-down tiles is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban.fast.core import Core
from stellwerk.games.interurban.fast.layout import REASON
from stellwerk.games.interurban.fast.playout import Playout
from stellwerk.games.interurban.fast.read import encode
from stellwerk.games.interurban.mind.position import BEAM, DEFAULT_WEIGHTS, HORIZONS, InterUrbanMind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.state import State
    from stellwerk.games.interurban.law.view import View
    from stellwerk.search import Read


class InterUrbanAssessor:
    """Judges decisions with the strongest mind, and tables with its playouts."""

    mind: Final = InterUrbanMind()
    prior_weight: Final = 5.0

    def outlook(self, state: State, seed: int) -> InterUrbanOutlook:
        """The table at a state in which a seat begins its turn."""
        return InterUrbanOutlook(state, seed)

    def reads(self, view: View) -> Sequence[Read]:  # noqa: ARG002 (no hands are hidden)
        """There is nothing to infer about the others."""
        return ()

    def truth(self, state: State, read: Read) -> Sequence[str]:  # noqa: ARG002 (there are no reads)
        """Nothing is asked."""
        return ()


class InterUrbanOutlook:
    """The table with its face-down tiles in unknown order."""

    def __init__(self, state: State, seed: int) -> None:
        self._seats = len(state.players)
        self._core = Core.from_state(state)
        self._playout = Playout(DEFAULT_WEIGHTS, BEAM, HORIZONS[self._seats], wander=False)
        self._seed = 1 + seed

    def shares(self, actions: Sequence[Action], world: int) -> tuple[float, ...]:
        """Everybody's chance to win after a turn, some more turns, and the evaluation."""
        playout = self._playout
        core = playout.world(self._core, self._seed, world)
        for action in actions:
            core.play(encode(action))
        playout.play_to_horizon(core, 0)
        evaluation = playout.finder.evaluation
        chance = evaluation.final_share if core.state[REASON] else evaluation.chance
        return tuple(chance(core.state, seat) for seat in range(self._seats))


ASSESSOR: Final = InterUrbanAssessor()
