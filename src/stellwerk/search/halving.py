"""Sequential halving over whole turns.

Every round plays all remaining turns in the same new worlds and keeps the better half. The prior of a turn
counts like a number of playouts, the prior weight.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stellwerk.search.mind import Turn


class Playouts(Protocol):
    """What is halved: turns with priors, and their playouts. Every `Position` is that."""

    @property
    def turns(self) -> Sequence[Turn[Any]]:
        """The turns; see `Position`."""
        ...

    def playout(self, turn: int, world: int) -> float:
        """The value of a turn in a world; see `Position`."""
        ...


class Budget(NamedTuple):
    """How long to think: simulations, and perhaps a time limit; whichever is used up first ends the search.

    Every round plays at least one world. With at least `rounds × turns` simulations (48 turns: six rounds,
    288) the budget is never exceeded; with fewer, by at most `2 × turns + rounds`.
    """

    simulations: int
    deadline: float | None = None
    """A time of `perf_counter`, checked before every playout. None: the same result on every machine."""
    stopped: Callable[[], bool] = lambda: False
    """True once somebody wants the answer now."""

    def is_over(self, deadline: float | None) -> bool:
        """True once this time has passed, or somebody wants the answer now."""
        return (deadline is not None and perf_counter() > deadline) or self.stopped()


class Estimate:
    """What is known about one turn so far."""

    __slots__ = ("prior", "total", "turn", "visits", "weight")

    def __init__(self, turn: int, prior: float, weight: float) -> None:
        self.turn = turn
        self.prior = prior
        self.weight = weight
        self.visits = 0
        self.total = 0.0

    def add(self, value: float) -> None:
        """Add the value of one more playout."""
        self.visits += 1
        self.total += value

    @property
    def value(self) -> float:
        """The weighted mean of prior and playouts."""
        count = self.weight + self.visits
        return (self.prior * self.weight + self.total) / count if count else self.prior


def halve(position: Playouts, budget: Budget, prior_weight: float) -> list[Estimate]:
    """All turns, the best first: by the round in which they dropped out, then by value.

    So over the whole list values need not descend. Only turns that were played in the same worlds are
    compared: if time runs out before all remaining turns have met a world, that world does not count. If it
    is the very first world, the turns that met it remain, and the others, whose priors are worse, follow
    behind them.
    """
    estimates = [Estimate(number, turn.prior, prior_weight) for number, turn in enumerate(position.turns)]
    left, world = sorted(estimates, key=_rank), 0
    out: list[Estimate] = []
    rounds = rounds_of(len(left))
    while len(left) > 1 and budget.simulations > 0 and not budget.is_over(budget.deadline):
        deadline = _share(budget.deadline, rounds_of(len(left)))
        met = len(left)  # the number of turns, from the best on, that have met the same worlds
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
    """The number of rounds in which this many turns are halved down to one."""
    return max(1, (turns - 1).bit_length())


def _share(deadline: float | None, rounds: int) -> float | None:
    """The time by which the next of these rounds has to end."""
    if deadline is None:
        return None
    now = perf_counter()
    return now + (deadline - now) / rounds


def _play_world(
    position: Playouts, left: list[Estimate], world: int, budget: Budget, deadline: float | None
) -> list[float]:
    """The values of the turns in one world, in order; fewer if time runs out."""
    values: list[float] = []
    for estimate in left:
        if budget.is_over(deadline):
            break
        values.append(position.playout(estimate.turn, world))
    return values


def _rank(estimate: Estimate) -> tuple[float, int]:
    return -estimate.value, estimate.turn
