"""How the net that sees all lines together learns (`fast.whole`), with numpy: the slope of its loss, by hand.

It corrects an evaluation that stays as it is. Its loss is the cross-entropy between the chances of all seats
and who won.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from stellwerk.games.interurban.fast import whole as at
from stellwerk.games.interurban.fast.layout import LINES, TRACK_COUNT
from stellwerk.games.interurban.fast.line_key import INPUTS
from stellwerk.games.interurban.mind.learning import Course, descend, expectations

if TYPE_CHECKING:
    from stellwerk.games.interurban.mind.learning import Batch, Floats, Integers, Lookup

BATCH: Final = 1024
SPREAD_OF_LINES: Final = 0.3
"""How much smaller the first weights of lines are than those of other numbers: they are added up."""


class Seen(NamedTuple):
    """Positions as the slope needs them."""

    inputs: Floats
    """[position][line][seat][input]"""
    is_open: Floats
    """[position][line]: 1 where a line is unfinished."""
    table: Floats
    """[position][seat][number]: the numbers about the seat and the table."""
    expected: Floats
    """[position][seat]: what the evaluation expects, divided by its scale."""
    targets: Floats
    """[position][seat]: the share of the win."""


def see(lookup: Lookup, chosen: Integers | slice, judge: Floats) -> Seen:
    """Some positions, with what an evaluation expects."""
    batch, all_of = lookup.batch(chosen), lookup.positions
    expected = expectations(judge, batch)
    table = _table(batch, all_of.left[chosen], all_of.first[chosen], all_of.track[chosen], expected)
    return Seen(batch.inputs, batch.is_open, table, expected, batch.targets)


def _table(
    batch: Batch,
    left: Integers,
    first: Integers,
    track: Integers,
    expected: Floats,
) -> Floats:
    """The numbers about each seat and the table, as `fast.whole` writes them."""
    count, seats = expected.shape
    table = np.zeros((count, seats, at.TABLE), np.float32)
    unfinished = batch.is_open.sum(axis=1).astype(np.int64)
    rows = np.arange(count)
    for seat in range(seats):
        others = np.delete(np.arange(seats), seat)
        own = table[:, seat]
        own[:, at.SURE] = batch.sure[:, seat] / 10
        own[:, at.SURE + 1] = batch.sure[:, others].max(axis=1) / 10
        own[:, at.SURE + 2] = batch.sure[:, others].mean(axis=1) / 10
        own[:, at.LEFT] = left[:, seat] / 10
        own[:, at.LEFT + 1] = left[:, others].min(axis=1) / 10
        own[rows, at.WAITS + (seat - first) % seats] = 1
        own[:, at.TRACK] = track / TRACK_COUNT
        own[rows, at.UNFINISHED + unfinished] = 1
        own[:, at.AHEAD] = expected[:, seat] - expected[:, others].mean(axis=1)
        own[:, at.AHEAD + 1] = expected[:, seat] - expected[:, others].max(axis=1)
    return table


def first_weights(seed: int) -> Floats:
    """Weights that leave the evaluation as it is."""
    rng = np.random.default_rng(seed)
    weights = np.zeros(at.LEARNED, np.float32)
    weights[at.LINE : at.LINE_BIASES] = rng.normal(0, INPUTS**-0.5, at.LINE_BIASES - at.LINE)
    inner = at.LINE_UNITS + at.TABLE
    hidden = rng.normal(0, inner**-0.5, (inner, at.UNITS))
    hidden[: at.LINE_UNITS] *= SPREAD_OF_LINES
    weights[at.HIDDEN : at.HIDDEN_BIASES] = hidden.reshape(-1)
    weights[at.EXPECTED] = 1
    return weights


def gradient(weights: Floats, seen: Seen) -> tuple[Floats, float]:
    """The slope of the loss, and the loss."""
    count, seats = seen.targets.shape
    layer = weights[at.LINE : at.LINE_BIASES].reshape(INPUTS, at.LINE_UNITS)
    hidden = weights[at.HIDDEN : at.HIDDEN_BIASES].reshape(at.LINE_UNITS + at.TABLE, at.UNITS)
    out, direct = weights[at.OUT : at.DIRECT], weights[at.DIRECT : at.EXPECTED]
    flat = seen.inputs.reshape(-1, INPUTS)
    units = np.maximum(flat @ layer + weights[at.LINE_BIASES : at.HIDDEN], 0)
    units = units.reshape(count, LINES, seats, at.LINE_UNITS) * seen.is_open[:, :, None, None]
    sums = units.sum(axis=1)
    told = np.concatenate([sums, seen.table], axis=2).reshape(count * seats, -1)
    inner = np.maximum(told @ hidden + weights[at.HIDDEN_BIASES : at.OUT], 0)
    logits = weights[at.EXPECTED] * seen.expected + sums @ direct + (inner @ out).reshape(count, seats)
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    loss = float(-np.mean(np.sum(seen.targets * np.log(np.maximum(chances, 1e-7)), axis=1)))

    slope = np.zeros_like(weights)
    error = (chances - seen.targets) / count
    row = error.reshape(-1)
    slope[at.EXPECTED] = (error * seen.expected).sum()
    slope[at.DIRECT : at.EXPECTED] = row @ sums.reshape(-1, at.LINE_UNITS)
    slope[at.OUT : at.DIRECT] = row @ inner
    to_inner = np.outer(row, out) * (inner > 0)
    slope[at.HIDDEN : at.HIDDEN_BIASES] = (told.T @ to_inner).reshape(-1)
    slope[at.HIDDEN_BIASES : at.OUT] = to_inner.sum(axis=0)
    to_sums = (to_inner @ hidden.T)[:, : at.LINE_UNITS].reshape(sums.shape) + error[:, :, None] * direct
    to_units = (to_sums[:, None] * (units > 0)).reshape(-1, at.LINE_UNITS)
    slope[at.LINE : at.LINE_BIASES] = (flat.T @ to_units).reshape(-1)
    slope[at.LINE_BIASES : at.HIDDEN] = to_units.sum(axis=0)
    return slope, loss


def learn(
    weights: Floats, lookups: list[Lookup], judge: Floats, epochs: int, rate: float, seed: int
) -> list[float]:
    """Improve the weights in place; return the mean loss of each epoch."""

    def slope_of(lookup: Lookup, chosen: Integers) -> tuple[Floats, float]:
        return gradient(weights, see(lookup, chosen, judge))

    return descend(weights, lookups, slope_of, Course(epochs, rate, seed, BATCH))
