"""How InterUrban's evaluation learns from positions, with numpy: the slope of its loss, by hand.

The loss is the cross-entropy between the chances that the evaluation gives all seats and their targets, plus
a little for expected points that differ from the final ones. `fast.worth` says what the weights mean; the
inputs come from the fast core itself, so that it judges exactly what was learned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from librt.vecs import vec

from stellwerk.games.interurban.fast import worth as at
from stellwerk.games.interurban.fast.layout import LINES
from stellwerk.games.interurban.fast.line_key import INPUTS, write_inputs
from stellwerk.learn import Adam

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Integers = NDArray[np.int64]

BATCH: Final = 512
OF_POINTS: Final = 0.02
"""How much a wrong number of points counts, beside a wrong chance."""
FIRST_SCALE: Final = 1.5
"""The logarithm of the lead that makes a win likely, before anything is learned."""


class Positions(NamedTuple):
    """Positions of games with equally many seats; `seats` is the number of columns of the targets."""

    keys: Integers
    """[position][line]: see `fast.line_key`; 0 for a finished line."""
    sure: Floats
    """[position][seat]: points from finished lines."""
    left: Integers
    """[position][seat]: stations left."""
    first: Integers
    """[position]: who moves next."""
    track: Integers
    """[position]: track tiles left."""
    targets: Floats
    """[position][seat]: the share of the win that the seat should expect."""
    points: Floats
    """[position][seat]: points at the end of the game."""


class Batch(NamedTuple):
    """Positions as the slope needs them."""

    inputs: Floats
    """[position][line][seat][input]"""
    is_open: Floats
    """[position][line]: 1 where a line is unfinished."""
    sure: Floats
    tables: Integers
    """[position][seat][3]: the places of the seat's weights for supplies and for who moves next."""
    scales: Integers
    """[position][4]: the places of the weights of the scale."""
    targets: Floats
    points: Floats


class Lookup:
    """The inputs of every line in some positions, each different line once."""

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        seats = positions.targets.shape[1]
        found, places = np.unique(positions.keys, return_inverse=True)
        self.places = places.reshape(positions.keys.shape)
        self.inputs = np.zeros((len(found), seats, INPUTS), np.float32)
        room = vec[float]([0.0] * INPUTS)
        for number, key in enumerate(found.tolist()):
            for seat in range(seats if key else 0):
                write_inputs(key, seat, room)
                self.inputs[number, seat] = np.asarray(memoryview(room))

    def batch(self, chosen: NDArray[np.int64] | slice) -> Batch:
        """Some of the positions."""
        all_of = self.positions
        keys, left = all_of.keys[chosen], all_of.left[chosen]
        return Batch(
            self.inputs[self.places[chosen]],
            (keys != 0).astype(np.float32),
            all_of.sure[chosen],
            _tables(left, all_of.first[chosen]),
            _scales(keys, left, all_of.track[chosen]),
            all_of.targets[chosen],
            all_of.points[chosen],
        )


def _tables(left: Integers, first: Integers) -> Integers:
    """The places of the weights that say what each seat may expect beside the lines."""
    seats = left.shape[1]
    others = np.stack([np.delete(left, seat, axis=1).min(axis=1) for seat in range(seats)], axis=1)
    waits = (np.arange(seats) - first[:, None]) % seats
    return np.stack(
        [at.OWN_LEFT + left, at.OTHERS_LEFT + others, at.TO_MOVE + (seats - 2) * at.MOST_SEATS + waits],
        axis=2,
    )


def _scales(keys: Integers, left: Integers, track: Integers) -> Integers:
    """The places of the weights that make the scale."""
    return np.stack(
        [
            np.full(len(keys), at.SCALE_SEATS + left.shape[1] - 2),
            at.SCALE_TRACK + track // 3,
            at.SCALE_LINES + (keys != 0).sum(axis=1),
            at.SCALE_LEFT + left.min(axis=1),
        ],
        axis=1,
    )


def first_weights(seed: int) -> Floats:
    """Weights that know nothing yet: every unfinished line is worth the same to everybody."""
    rng = np.random.default_rng(seed)
    weights = np.zeros(at.LEARNED, np.float32)
    weights[: at.LINE_BIASES] = rng.normal(0, (1 / INPUTS) ** 0.5, at.LINE_BIASES)
    weights[at.OUT_WEIGHTS : at.OUT_BIAS] = rng.normal(0, 0.05, at.UNITS)
    weights[at.SCALE_SEATS : at.SCALE_TRACK] = FIRST_SCALE
    return weights


def gradient(weights: Floats, batch: Batch) -> tuple[Floats, float]:
    """The slope of the loss, and the cross-entropy alone."""
    count = len(batch.targets)
    units, expected, scale = _forward(weights, batch)
    logits = expected / scale
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    loss = float(-np.mean(np.sum(batch.targets * np.log(np.maximum(chances, 1e-7)), axis=1)))
    out, flat = weights[at.OUT_WEIGHTS : at.OUT_BIAS], batch.inputs.reshape(-1, INPUTS)

    slope = np.zeros_like(weights)
    error = (chances - batch.targets) / count
    to_scale = -(error * expected).sum(axis=1, keepdims=True) / scale
    to_expected = error / scale + OF_POINTS * (expected - batch.points) / (at.POINTS**2 * count)
    for column in range(batch.scales.shape[1]):
        slope += _spread(batch.scales[:, column], to_scale[:, 0])
    for column in range(batch.tables.shape[2]):
        slope += _spread(batch.tables[:, :, column], to_expected)
    back = (at.POINTS * to_expected[:, None, :] * batch.is_open[:, :, None]).reshape(-1)
    slope[at.OUT_WEIGHTS : at.OUT_BIAS] = back @ units
    slope[at.OUT_BIAS] = back.sum()
    to_units = np.outer(back, out) * (units > 0)
    slope[: at.LINE_BIASES] = (flat.T @ to_units).reshape(-1)
    slope[at.LINE_BIASES : at.OUT_WEIGHTS] = to_units.sum(axis=0)
    return slope, loss


def _forward(weights: Floats, batch: Batch) -> tuple[Floats, Floats, Floats]:
    """The net's units, the points that each seat may expect, and the scale."""
    count, seats = batch.targets.shape
    layer = weights[: at.LINE_BIASES].reshape(INPUTS, at.UNITS)
    out = weights[at.OUT_WEIGHTS : at.OUT_BIAS]
    flat = batch.inputs.reshape(-1, INPUTS)
    units = np.maximum(flat @ layer + weights[at.LINE_BIASES : at.OUT_WEIGHTS], 0)
    worth = at.POINTS * (units @ out + weights[at.OUT_BIAS]).reshape(count, LINES, seats)
    expected = (worth * batch.is_open[:, :, None]).sum(axis=1) + batch.sure
    expected += weights[batch.tables].sum(axis=2)
    scale = np.exp(weights[batch.scales].sum(axis=1))[:, None]
    return units, expected, scale


def expectations(weights: Floats, batch: Batch) -> Floats:
    """What each seat may expect, in leads that make a win likely: [position][seat]."""
    _, expected, scale = _forward(weights, batch)
    logits: Floats = expected / scale
    return logits


def _spread(places: Integers, amounts: Floats) -> Floats:
    """What each weight gets of the amounts, by their places."""
    found = np.bincount(places.reshape(-1), amounts.reshape(-1).astype(np.float64), at.LEARNED)
    return found.astype(np.float32)


def learn(weights: Floats, lookups: list[Lookup], epochs: int, rate: float, seed: int) -> list[float]:
    """Improve the weights in place; return the mean loss of each epoch."""

    def slope_of(lookup: Lookup, chosen: Integers) -> tuple[Floats, float]:
        return gradient(weights, lookup.batch(chosen))

    return descend(weights, lookups, slope_of, Course(epochs, rate, seed, BATCH))


class Course(NamedTuple):
    """How weights are improved."""

    epochs: int
    rate: float
    seed: int
    batch: int
    """The number of positions of which each step takes the slope."""


def descend(
    weights: Floats,
    lookups: list[Lookup],
    slope_of: Callable[[Lookup, Integers], tuple[Floats, float]],
    course: Course,
) -> list[float]:
    """Improve weights in place by the slope of their loss; return the mean loss of each epoch.

    Every batch has positions with equally many seats; the batches of all numbers of seats take turns.
    """
    rng, size_of_batch = np.random.default_rng(course.seed), course.batch
    sizes = [len(lookup.positions.targets) for lookup in lookups]
    batches = [
        (number, start)
        for number, size in enumerate(sizes)
        for start in range(0, max(1, size - size_of_batch + 1), size_of_batch)
    ]
    adam = Adam(len(weights), course.rate, course.epochs * len(batches))
    means = []
    for _ in range(course.epochs):
        orders = [rng.permutation(size) for size in sizes]
        losses = []
        for place in rng.permutation(len(batches)):
            number, start = batches[place]
            slope, loss = slope_of(lookups[number], orders[number][start : start + size_of_batch])
            adam.step(weights, slope)
            losses.append(loss)
        means.append(float(np.mean(losses)))
    return means
