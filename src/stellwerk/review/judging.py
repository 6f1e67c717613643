"""From losses to judgements: thresholds, accuracy, and when a judgement may be spoken."""

from __future__ import annotations

from itertools import pairwise
from math import exp, sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from stellwerk.review.model import Judgement, Verdict

THRESHOLDS: Final[tuple[tuple[Judgement, float], ...]] = (
    ("blunder", 0.15),
    ("mistake", 0.10),
    ("inaccuracy", 0.05),
)
"""The losses from which they are spoken of with two seats; with n seats times 2/n."""
FREE: Final = 0.01
"""Turns that lie within one point are worth the same."""
RIGHT: Final = 0.04
"""An answer within this of the best turn is right in "Learn from your mistakes"."""


def threshold(judgement: Judgement, seats: int) -> float:
    """The loss from which a judgement is spoken; 0 for those that are none."""
    return dict(THRESHOLDS).get(judgement, 0.0) * 2 / seats


def named(loss: float, seats: int) -> Judgement:
    """What a loss is called if it is certain."""
    return next((name for name, _ in THRESHOLDS if loss >= threshold(name, seats)), "good")


def spoken(loss: float, error: float, seats: int) -> Judgement:
    """What may be said of a loss: `unclear` unless it is above half its threshold by two standard errors."""
    judgement = named(loss, seats)
    is_clear = judgement == "good" or loss - 2 * error > threshold(judgement, seats) / 2
    return judgement if is_clear else "unclear"


def is_settled(loss: float, error: float, seats: int) -> bool:
    """True if more worlds would hardly change the judgement: no threshold lies within two standard errors,
    and these are no more than an inaccuracy."""
    if spoken(loss, error, seats) == "unclear" or 2 * error > threshold("inaccuracy", seats):
        return False
    return all(abs(loss - threshold(name, seats)) > 2 * error for name, _ in THRESHOLDS)


def accuracy(loss: float, seats: int) -> float:
    """The accuracy of a decision, 0 to 100."""
    value = 103.17 * exp(-0.0435 * 100 * loss * seats / 2) - 3.17
    return max(0.0, min(100.0, value))


def mean_accuracy(verdicts: Iterable[Verdict], seats: int) -> float | None:
    """The accuracy of those decisions that count; None if none does."""
    found = [accuracy(verdict.loss, seats) for verdict in verdicts if verdict.counts]
    return fmean(found) if found else None


def mean_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of independent values, and its standard error; that of one value is its size."""
    mean = fmean(values)
    if len(values) < 2:
        return mean, abs(mean) or 1.0
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(spread / len(values))


def largest_change(values: Iterable[float]) -> int | None:
    """The number of the step over which a list of values changes most; None without a step."""
    changes = [abs(after - before) for before, after in pairwise(values)]
    return changes.index(max(changes)) if changes else None
