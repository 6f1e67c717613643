"""Playouts in the fast core: play a turn in a possible world, some sensible turns after it, then evaluate.

A world is a copy of the table whose face-down tiles are shuffled by the world's number, so all turns that are
compared meet the same luck. When a bot may peek (`search.mind`), the tiles keep their real order; then worlds
differ by the turns that players choose: they wander among the best few.

Real opponents do not all play as the evaluation expects. So with `others`, in every other world the other
seats go by those weights instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from stellwerk.games.interurban.fast.layout import END_TURN, REASON, TURN, mixed, next_random
from stellwerk.games.interurban.fast.turns import TurnFinder
from stellwerk.games.interurban.fast.whole import Whole

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stellwerk.games.interurban.fast.core import Core
    from stellwerk.games.interurban.fast.worth import Weights

FEW: Final = 8
"""A player who wanders picks one of this many turns, the best by the evaluation."""


@final
class Playout:
    """Plays on from a position: `horizon` turns, each found with a beam of this width.

    With `wander` the stacks keep their order and players wander; otherwise the stacks are shuffled.
    """

    def __init__(
        self, weights: Weights, beam: i64, horizon: i64, wander: bool, others: Weights | None = None
    ) -> None:
        self.finder = TurnFinder(weights)
        self.others = self.finder if others is None else TurnFinder(others)
        """Finds the turns of the other seats in worlds with odd numbers."""
        self.whole = Whole(weights.whole, self.finder.evaluation)
        self.beam = beam
        self.horizon = horizon
        self.wander = wander
        self.random: i64 = 1
        """The last random number used in the current world."""

    def world(self, core: Core, seed: i64, number: i64) -> Core:
        """A copy of a position in the world with this number."""
        copy = core.copy()
        self.random = 1 + (mixed(seed + number * 7919) >> 1)
        if not self.wander:
            copy.shuffle(self.random)
        return copy

    def play_turn(self, core: Core, first: i64, second: i64, third: i64) -> None:
        """Play the moves of a turn (0: none) and end it, even if more could be laid."""
        _lay(core, first, second, third)
        core.end_turn()

    def judge(self, core: Core, first: i64, second: i64, third: i64) -> float:
        """The chance of the seat whose turn it is, if it plays these moves (0: none) and ends its turn."""
        copy = core.copy()
        _lay(copy, first, second, third)
        return self.whole.chance_after_turn(copy.state)

    def play_on(self, core: Core) -> None:
        """Play the turn that the evaluation likes best, or one of the best few."""
        self._play_as(self.finder, core)

    def _play_as(self, finder: TurnFinder, core: Core) -> None:
        """The same with the evaluation of this finder."""
        finder.find_few(core.board, core.state, self.beam, FEW if self.wander else 1)
        best = finder.best
        first: i64 = 0
        if self.wander:
            self.random = next_random(self.random)
            first = 3 * (best.count * self.random >> 32)
        moves = best.moves
        self.play_turn(core, moves[first], moves[first + 1], moves[first + 2])

    def play_to_horizon(self, core: Core, me: i64, world: i64) -> float:
        """Play on to the horizon; returns a seat's probability to win."""
        others = self.others if world & 1 else self.finder
        number: i64 = 0
        while number < self.horizon and not core.state[REASON]:
            self._play_as(self.finder if core.state[TURN] == me else others, core)
            number += 1
        if core.state[REASON]:
            return self.finder.evaluation.final_share(core.state, me)
        return self.whole.chance(core.state, me)

    def playout(
        self, core: Core, seed: i64, world: i64, me: i64, first: i64, second: i64, third: i64
    ) -> float:
        """Play a turn in a world and go on to the horizon; returns a seat's probability to win."""
        copy = self.world(core, seed, world)
        self.play_turn(copy, first, second, third)
        return self.play_to_horizon(copy, me, world)


def _lay(core: Core, first: i64, second: i64, third: i64) -> None:
    """Lay the tiles of a turn (0: none)."""
    if first != END_TURN:
        core.lay(first)
    if second:
        core.lay(second)
    if third:
        core.lay(third)
