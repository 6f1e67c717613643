"""How the forecast of TransAmerica's rounds learns from rounds, with numpy: the slope of its loss, by hand.

The loss is minus the logarithm of how likely the forecast says it was that a round ended as it did: who
connected first, and what each other seat lost. Seats that connect by the same rail share being first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from stellwerk.games.transamerica.fast import forecast as at
from stellwerk.games.transamerica.fast import signs
from stellwerk.learn import Adam

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Integers = NDArray[np.int64]

SIGNS: Final = int(signs.SIGNS)
UNITS: Final = int(at.UNITS)
ANSWERS: Final = int(at.ANSWERS)
LOSSES: Final = int(at.LOSSES)
BATCH: Final = 512
SLOPES: Final = tuple(number / 50 for number in range(40))
"""By how much a missing rail may lower the chances of the simplest forecast: the best of these is taken."""


class Rounds(NamedTuple):
    """Positions of rounds with equally many seats, which are the columns of the losses."""

    signs: Floats
    """[position][seat][sign]: see `fast.signs`."""
    losses: Integers
    """[position][seat]: what each seat lost in the end."""


class Slope(NamedTuple):
    """Which way is up, and how good the weights were."""

    slope: Floats
    loss: float
    """The whole loss of a position."""
    first: float
    """The part of who connects first."""


def first_weights(seed: int) -> Floats:
    """Weights that know nothing yet: all seats are alike."""
    rng = np.random.default_rng(seed)
    weights = np.zeros(at.LEARNED, np.float32)
    weights[at.LAYER : at.BIASES] = rng.normal(0, SIGNS**-0.5, at.BIASES - at.LAYER)
    return weights


def gradient(weights: Floats, rounds: Rounds) -> Slope:
    """The slope of the mean loss over all positions."""
    count, seats = rounds.losses.shape
    out = weights[at.OUT : at.OUT_BIASES].reshape(UNITS, ANSWERS)
    flat = rounds.signs.reshape(count * seats, SIGNS)
    units, first, losses = _forward(weights, flat, seats)
    is_first, classes, weight = _targets(rounds.losses)

    rows = np.arange(count * seats)
    of_first = -np.sum(is_first * np.log(np.maximum(first, 1e-7))) / count
    said = np.log(np.maximum(losses[rows, classes], 1e-7))
    loss = of_first - np.sum(weight * said) / count

    back = np.empty((count * seats, ANSWERS), weights.dtype)
    back[:, 0] = (first - is_first).reshape(-1) / count
    losses[rows, classes] -= 1
    back[:, 1:] = losses * (weight / count)[:, None]
    slope = np.zeros_like(weights)
    slope[at.OUT : at.OUT_BIASES] = (units.T @ back).reshape(-1)
    slope[at.OUT_BIASES :] = back.sum(axis=0)
    to_units = (back @ out.T) * (units > 0)
    slope[at.LAYER : at.BIASES] = (flat.T @ to_units).reshape(-1)
    slope[at.BIASES : at.OUT] = to_units.sum(axis=0)
    return Slope(slope, float(loss), float(of_first))


def _forward(weights: Floats, flat: Floats, seats: int) -> tuple[Floats, Floats, Floats]:
    """The net's units, the chances of all seats to be first, and those of their losses."""
    layer = weights[at.LAYER : at.BIASES].reshape(SIGNS, UNITS)
    out = weights[at.OUT : at.OUT_BIASES].reshape(UNITS, ANSWERS)
    units = np.maximum(flat @ layer + weights[at.BIASES : at.OUT], 0)
    answers = units @ out + weights[at.OUT_BIASES :]
    return units, _soft(answers[:, 0].reshape(-1, seats)), _soft(answers[:, 1:])


def _soft(values: Floats) -> Floats:
    """Numbers turned into chances, row by row."""
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    chances: Floats = powers / powers.sum(axis=1, keepdims=True)
    return chances


def _targets(losses: Integers) -> tuple[Floats, Integers, Floats]:
    """Each seat's share of being first; for each row its loss, and how much that counts.

    A seat that may have been first counts only as far as it was not. Of rounds that end because all rails
    are laid, nobody is first.
    """
    connected = losses == 0
    is_first = connected / np.maximum(1, connected.sum(axis=1, keepdims=True))
    nobody = ~connected.any(axis=1)
    is_first[nobody] = 1 / losses.shape[1]
    weight = np.where(nobody[:, None], 1.0, 1 - is_first)
    classes = np.minimum(losses, LOSSES - 1).reshape(-1)
    return is_first.astype(np.float32), classes, weight.astype(np.float32).reshape(-1)


def expected_losses(weights: Floats, rounds: Rounds) -> tuple[Floats, Floats]:
    """Each seat's chance to be first, and what it loses in the mean: [position][seat]."""
    count, seats = rounds.losses.shape
    _, first, losses = _forward(weights, rounds.signs.reshape(count * seats, SIGNS), seats)
    mean = (losses @ np.arange(LOSSES).astype(np.float32)).reshape(count, seats)
    return first, (1 - first) * mean


def by_rails_alone(rounds: Rounds) -> float:
    """The loss of who is first if only the rails count that each seat still needs: at the best slope."""
    is_first, _, _ = _targets(rounds.losses)
    rails = 10 * rounds.signs[:, :, signs.ALONE]
    return min(
        float(-np.mean(np.sum(is_first * np.log(np.maximum(_soft(rails * -slope), 1e-7)), axis=1)))
        for slope in SLOPES
    )


def learn(weights: Floats, parts: Sequence[Rounds], epochs: int, rate: float, seed: int) -> list[float]:
    """Improve the weights in place; return the mean loss of each epoch.

    Every batch has positions with equally many seats; the batches of all numbers of seats take turns.
    """
    rng = np.random.default_rng(seed)
    sizes = [len(part.losses) for part in parts]
    batches = [
        (number, start)
        for number, size in enumerate(sizes)
        for start in range(0, max(1, size - BATCH + 1), BATCH)
    ]
    adam = Adam(len(weights), rate, epochs * len(batches))
    means = []
    for _ in range(epochs):
        orders = [rng.permutation(size) for size in sizes]
        losses = []
        for place in rng.permutation(len(batches)):
            number, start = batches[place]
            chosen = orders[number][start : start + BATCH]
            found = gradient(weights, Rounds(*(field[chosen] for field in parts[number])))
            adam.step(weights, found.slope)
            losses.append(found.loss)
        means.append(float(np.mean(losses)))
    return means
