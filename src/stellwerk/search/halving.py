"""Sequential halving over whole turns: every round plays the turns that are left in the same new worlds, then
keeps the better half. The prior counts like so many playouts."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.search.mind import Position


class Budget(NamedTuple):
    """How long to think. With a time limit as well, whatever is used up first ends it."""

    simulations: int
    seconds: float | None = None
    """None: the same result on every machine."""
    stopped: Callable[[], bool] = lambda: False
    """Whether somebody wants the answer now."""


class Estimate:
    """What is known of one turn so far."""

    __slots__ = ("prior", "total", "turn", "visits", "weight")

    def __init__(self, turn: int, prior: float, weight: float) -> None:
        self.turn = turn
        self.prior = prior
        self.weight = weight
        self.visits = 0
        self.total = 0.0

    def add(self, value: float) -> None:
        """One more playout."""
        self.visits += 1
        self.total += value

    @property
    def value(self) -> float:
        """The mean of prior and playouts."""
        count = self.weight + self.visits
        return (self.prior * self.weight + self.total) / count if count else self.prior


def halve(position: Position[object], budget: Budget, prior_weight: float) -> list[Estimate]:
    """All turns, the best first: who came further stands before who came less far."""
    begun = perf_counter()
    estimates = [Estimate(number, turn.prior, prior_weight) for number, turn in enumerate(position.turns)]
    left, world = list(estimates), 0
    out: list[Estimate] = []
    rounds = max(1, (len(left) - 1).bit_length())
    for number in range(rounds):
        if len(left) == 1 or budget.simulations < 1 or budget.stopped():
            break
        deadline = None if budget.seconds is None else begun + budget.seconds * (number + 1) / rounds
        worlds = max(1, budget.simulations // (rounds * len(left)))
        for _ in range(worlds):
            for estimate in left:
                estimate.add(position.playout(estimate.turn, world))
            world += 1
            if (deadline is not None and perf_counter() > deadline) or budget.stopped():
                break
        left.sort(key=_rank)
        keep = (len(left) + 1) // 2
        left, lost = left[:keep], left[keep:]
        out = lost + out
    left.sort(key=_rank)
    return left + out


def _rank(estimate: Estimate) -> tuple[float, int]:
    return -estimate.value, estimate.turn
