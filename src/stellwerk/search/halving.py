"""Sequential halving over whole turns: every round plays the turns that are left in the same new worlds, then
keeps the better half. The prior counts like so many playouts."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.search.mind import Position


class Budget(NamedTuple):
    """How long to think. With a time limit as well, whatever is used up first ends it.

    Every round plays at least one world. From `rounds × turns` simulations on (48 turns: six rounds, 288) no
    more than the budget is played; below that at most `2 × turns + rounds` more.
    """

    simulations: int
    deadline: float | None = None
    """By `perf_counter`; it is looked at before every playout. None: the same result on every machine."""
    stopped: Callable[[], bool] = lambda: False
    """Whether somebody wants the answer now."""

    def is_over(self, deadline: float | None) -> bool:
        """Whether this time has come, or somebody wants the answer now."""
        return (deadline is not None and perf_counter() > deadline) or self.stopped()


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
    """All turns by how far they came, those of one round by value: over all of them values need not descend.

    Only turns that met the same worlds are compared: a world that time does not let all turns meet that are
    left does not count. If it is the very first one, those that met it are left, all of them, and the others,
    whose priors are worse, stand behind them.
    """
    estimates = [Estimate(number, turn.prior, prior_weight) for number, turn in enumerate(position.turns)]
    left, world = sorted(estimates, key=_rank), 0
    out: list[Estimate] = []
    rounds = rounds_of(len(left))
    while len(left) > 1 and budget.simulations > 0 and not budget.is_over(budget.deadline):
        deadline = _share(budget.deadline, rounds_of(len(left)))
        met = len(left)  # so many of them, from the best on, have met the same worlds
        for _ in range(max(1, budget.simulations // (rounds * len(left)))):
            values = _play_world(position, left, world, budget, deadline)
            if world and len(values) < met:
                break
            met = len(values)
            for estimate, value in zip(left[:met], values, strict=True):
                estimate.add(value)
            world += 1
        left[:met] = sorted(left[:met], key=_rank)
        keep = (met + 1) // 2 if met == len(left) else met
        left, out = left[:keep], left[keep:] + out
    return left + out


def rounds_of(turns: int) -> int:
    """How often so many turns are halved until one is left."""
    return max(1, (turns - 1).bit_length())


def _share(deadline: float | None, rounds: int) -> float | None:
    """When the next of so many rounds has to end."""
    if deadline is None:
        return None
    now = perf_counter()
    return now + (deadline - now) / rounds


def _play_world(
    position: Position[object], left: list[Estimate], world: int, budget: Budget, deadline: float | None
) -> list[float]:
    """What the turns are worth in one world, one after the other: of all of them unless time is up."""
    values: list[float] = []
    for estimate in left:
        if budget.is_over(deadline):
            break
        values.append(position.playout(estimate.turn, world))
    return values


def _rank(estimate: Estimate) -> tuple[float, int]:
    return -estimate.value, estimate.turn
