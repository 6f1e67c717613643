"""A bot that searches: a mind, and how hard it thinks. Levels of a game differ in effort and mind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic

from stellwerk.search.analysis import Analysis, Option
from stellwerk.search.halving import Budget, halve
from stellwerk.search.mind import A, Mind, V_contra

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.core.chance import RandomSource

PARTS = 1 << 30


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard a bot thinks."""

    simulations: int
    """Playouts per decision (`Budget` says when there are more); 0: the evaluation alone decides."""
    width: int = 16
    """Number of turns considered."""
    prior_weight: float = 30.0
    """Number of playouts that the evaluation's opinion counts for."""
    noise: float = 0.0
    """How much the values are blurred, in win probability; with 0 the bot plays what it considers best."""
    seconds: float | None = None
    """A time limit for the whole decision; None: the same play on every machine.

    Making the position (the turns and their priors) is never cut short, so a decision takes at least that
    long; otherwise it exceeds the limit by one playout at most.
    """


def _never() -> bool:
    return False


class SearchBot(Generic[V_contra, A]):
    """Plans whole turns from its seat's view."""

    def __init__(
        self, mind: Mind[V_contra, A], effort: Effort, is_stopped: Callable[[], bool] = _never
    ) -> None:
        self.mind = mind
        self.effort = effort
        self._is_stopped = is_stopped  # true once somebody wants the answer now

    def within(self, seconds: float) -> SearchBot[V_contra, A]:
        """The same bot with a time limit."""
        return SearchBot(self.mind, replace(self.effort, seconds=seconds), self._is_stopped)

    def choose(self, view: V_contra, legal: tuple[A, ...], rng: RandomSource) -> A:
        """The first action of its plan."""
        return self.plan(view, legal, rng)[0]

    def plan(
        self, view: V_contra, legal: tuple[A, ...], rng: RandomSource, truth: Any | None = None
    ) -> tuple[A, ...]:
        """The whole turn that it plays, as far as that is settled."""
        if len(legal) == 1:
            return legal
        analysis = self.analyse(view, rng, truth)
        options, best = analysis.options, 0
        if self.effort.noise:
            blurred = [option.value + self.effort.noise * _bell(rng) for option in options]
            best = blurred.index(max(blurred))
        return options[best].actions[: analysis.position.turns[options[best].turn].settled]

    def analyse(self, view: V_contra, rng: RandomSource, truth: Any | None = None) -> Analysis[A]:
        """The turns it considered, by how long they stayed in the search.

        Without noise: a bot that blurs its values may play another turn than the first.
        """
        begun = perf_counter()
        effort = self.effort
        position = self.mind.position(view, rng, effort.width, truth)
        deadline = None if effort.seconds is None else begun + effort.seconds
        budget = Budget(effort.simulations, deadline, self._is_stopped)
        estimates = halve(position, budget, effort.prior_weight)
        options = tuple(
            Option(position.turns[one.turn].actions, one.value, one.visits, one.prior, one.turn)
            for one in estimates
        )
        simulations = sum(one.visits for one in estimates)
        return Analysis(options, simulations, perf_counter() - begun, position)


def _bell(rng: RandomSource) -> float:
    """A random number, roughly normally distributed with mean 0 and deviation 1."""
    return sum(rng.randrange(PARTS) / PARTS for _ in range(12)) - 6
