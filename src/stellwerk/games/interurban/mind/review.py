"""How InterUrban is reviewed. No hands are hidden: only the order of the face-down tiles is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban.fast import ask
from stellwerk.games.interurban.fast.core import Core
from stellwerk.games.interurban.fast.layout import REASON
from stellwerk.games.interurban.fast.playout import Playout
from stellwerk.games.interurban.fast.read import encode
from stellwerk.games.interurban.mind.evaluation import learned
from stellwerk.games.interurban.mind.levels import EFFORTS
from stellwerk.games.interurban.mind.position import BEAM, BestTurns, InterUrbanMind, horizon_of
from stellwerk.search import Budget, Look, halve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.state import State
    from stellwerk.games.interurban.law.view import View
    from stellwerk.search import Read

TO_THE_END: Final = 60
"""More turns than a game has: playouts go on to the end of the game."""
THOUGHT: Final = {2: 2}
"""How many turns of a table value are thought about, by players. Between two, greedy turns miss what a drawn
tile is worth; with three much less, and thoughts take longer."""
THOUGHT_WORLDS: Final = 96
"""In how many worlds at most: each takes five milliseconds. Luck was proven with as many."""
LOOKS: Final = 3
"""How often such a value listens to the evaluation, from the first turn on that is not thought about."""
ROUNDS: Final = 2
"""Over how many rounds the others listen to it, from the beginning on."""
HARD: Final = EFFORTS["hard"]
STRIDE: Final = 104_729
"""Keeps the worlds of one thought apart from those of another."""


class InterUrbanAssessor:
    """Judges decisions and tables with what has been learned, by playouts to the end of the game."""

    def __init__(self) -> None:
        self.mind = InterUrbanMind(learned(), horizon=TO_THE_END)
        self.since = 8
        self.prior_weight = 5.0
        self.patience = 3
        self.contest = 128
        self.has_stacks = True
        self.power = 1.0
        self.trust = 0.65

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
        self._playout = Playout(learned(), BEAM, 0, wander=False)
        self._thinking = Playout(learned(), BEAM, horizon_of(learned(), self._seats), wander=False)
        self._seed = 1 + seed
        self._thought = THOUGHT.get(self._seats, 0)
        self.most_worlds: int | None = THOUGHT_WORLDS if self._thought else None
        looks = LOOKS if self._thought else ROUNDS * self._seats
        self._listened = range(self._thought, self._thought + looks)

    def looks(self, actions: Sequence[Action], world: int) -> list[Look]:
        """Everybody's chance to win after a turn: half what the evaluation says before some of the next
        turns, half how the game ends.

        The evaluation is calm, but knows little of later turns; the end knows them, but jumps, because the
        players of playouts adapt less than real ones do (decisions 0034 and 0061 have what was measured).
        """
        core = self._playout.world(self._core, self._seed, world)
        for action in actions:
            core.play(encode(action))
        found = []
        for number in range(TO_THE_END):
            if number in self._listened:
                found.append(Look(0.5 / len(self._listened), self._chances(core)))
            elif core.state[REASON] and number > self._listened[-1]:
                break
            if not core.state[REASON]:
                self._play_on(core, world, number)
        return [*found, Look(0.5, self._chances(core))]

    def _play_on(self, core: Core, world: int, number: int) -> None:
        """Play the next turn of a world."""
        if number >= self._thought:
            self._playout.play_on(core)
            return
        seed = self._seed + STRIDE * (world * self._thought + number + 1)
        turns = BestTurns(core, self._thinking, HARD.width, seed)
        best = halve(turns, Budget(HARD.simulations), HARD.prior_weight)[0]
        turns.play(best.turn, core)

    def _chances(self, core: Core) -> tuple[float, ...]:
        evaluation = self._playout.finder.evaluation
        chance = ask.final_share if core.state[REASON] else ask.chance
        return tuple(chance(evaluation, core, seat) for seat in range(self._seats))


ASSESSOR: Final = InterUrbanAssessor()
