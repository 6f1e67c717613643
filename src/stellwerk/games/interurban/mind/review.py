"""How InterUrban is reviewed. No hands are hidden: only the order of the face-down tiles is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban.fast.core import Core
from stellwerk.games.interurban.fast.layout import REASON
from stellwerk.games.interurban.fast.playout import Playout
from stellwerk.games.interurban.fast.read import encode
from stellwerk.games.interurban.mind.position import BEAM, DEFAULT_WEIGHTS, InterUrbanMind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.state import State
    from stellwerk.games.interurban.law.view import View
    from stellwerk.search import Read

ROUNDS: Final = 2
"""How many rounds are played on. Measured over 40 games of `hard`: with more of them what was drawn explained
less of the results, not more, because the players of playouts are not strong enough."""


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
        self._playout = Playout(DEFAULT_WEIGHTS, BEAM, 0, wander=False)
        self._seed = 1 + seed

    def shares(self, actions: Sequence[Action], world: int) -> tuple[float, ...]:
        """Everybody's chance to win after a turn: the mean of the evaluations before each of the next turns.

        The evaluation underrates whoever moves next; over the turns of all seats that cancels out.
        """
        playout, looks = self._playout, ROUNDS * self._seats
        core = playout.world(self._core, self._seed, world)
        for action in actions:
            core.play(encode(action))
        totals = [0.0] * self._seats
        for look in range(looks):
            if look and not core.state[REASON]:
                playout.play_on(core)
            for seat, chance in enumerate(self._chances(core)):
                totals[seat] += chance / looks
        return tuple(totals)

    def _chances(self, core: Core) -> list[float]:
        evaluation = self._playout.finder.evaluation
        chance = evaluation.final_share if core.state[REASON] else evaluation.chance
        return [chance(core.state, seat) for seat in range(self._seats)]


ASSESSOR: Final = InterUrbanAssessor()
