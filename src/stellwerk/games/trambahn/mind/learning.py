"""How weights are learned from positions, with numpy: ridge regression, and backpropagation.

`fit_linear` and `fit_spread` make the linear evaluation; `learn` improves the net step by step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from stellwerk.games.trambahn.fast import net as at
from stellwerk.games.trambahn.fast.inputs import GLOBAL_INPUTS, INPUTS, LINE_INPUTS
from stellwerk.learn import Adam

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from stellwerk.games.trambahn.mind.self_play import Positions

    Floats = NDArray[np.float32]

RIDGE = 1000.0
BATCH = 512


def fit_linear(positions: Positions, before: list[float]) -> list[float]:
    """The weights of the features that best explain how much the lead grew until the end.

    A weight stays near its value in `before` where the positions say little about it: turns often differ by a
    fraction of a point, much less than chance adds.
    """
    features = positions.features.astype(np.float64)
    scale = np.maximum(features.std(axis=0), 1e-6)
    scale[0] = 1.0
    scaled = features / scale
    penalty = RIDGE * np.eye(features.shape[1])
    penalty[0, 0] = 0.0
    missing = positions.growth - features @ before
    change = np.linalg.solve(scaled.T @ scaled + penalty, scaled.T @ missing) / scale
    return [float(weight) for weight in before + change]


def fit_spread(leads: NDArray[np.float64], runs_left: NDArray[np.float64], wins: Floats) -> list[float]:
    """How an expected lead becomes a probability of winning: the most likely pair on a grid."""

    def misfit(first: float, more: float) -> float:
        chances = 1 / (1 + np.exp(-np.clip(leads / (first + more * runs_left), -30, 30)))
        chances = np.clip(chances, 1e-6, 1 - 1e-6)
        return float(-np.mean(wins * np.log(chances) + (1 - wins) * np.log(1 - chances)))

    grid = [(first, more) for first in np.arange(1.0, 12.0, 0.5) for more in np.arange(0.2, 5.0, 0.2)]
    return [float(number) for number in min(grid, key=lambda pair: misfit(*pair))]


def first_weights(seed: int) -> Floats:
    """The weights of a net that changes nothing yet: its last layer is zero."""
    rng = np.random.default_rng(seed)
    weights = np.zeros(at.WEIGHTS, np.float32)
    for start, inputs in ((at.LINE_WEIGHTS, LINE_INPUTS), (at.SUM_WEIGHTS, at.HIDDEN + GLOBAL_INPUTS)):
        size = inputs * at.HIDDEN
        weights[start : start + size] = rng.normal(0, (1 / inputs) ** 0.5, size)
    return weights


def _parts(weights: Floats) -> tuple[Floats, ...]:
    """The layers of a net, as views into its weights."""
    hidden = at.HIDDEN
    return (
        weights[: at.LINE_BIASES].reshape(LINE_INPUTS, hidden),
        weights[at.LINE_BIASES : at.SUM_WEIGHTS],
        weights[at.SUM_WEIGHTS : at.SUM_BIASES].reshape(hidden + GLOBAL_INPUTS, hidden),
        weights[at.SUM_BIASES : at.OUT_WEIGHTS],
        weights[at.OUT_WEIGHTS : at.OUT_BIAS],
        weights[at.OUT_BIAS :],
    )


def gradient(weights: Floats, inputs: Floats, logits: Floats, targets: Floats) -> tuple[Floats, float]:
    """The gradient of the mean cross-entropy, and the cross-entropy itself."""
    line_weights, line_biases, sum_weights, sum_biases, out_weights, out_bias = _parts(weights)
    count = len(inputs)
    lines = inputs[:, : 4 * LINE_INPUTS].reshape(count, 4, LINE_INPUTS)
    hidden = np.maximum(lines @ line_weights + line_biases, 0)
    joined = np.concatenate([hidden.sum(axis=1), inputs[:, 4 * LINE_INPUTS : INPUTS]], axis=1)
    sums = np.maximum(joined @ sum_weights + sum_biases, 0)
    logit = np.clip(logits + sums @ out_weights + out_bias[0], -30, 30)
    chances = 1 / (1 + np.exp(-logit))
    loss = -np.mean(targets * np.log(chances + 1e-7) + (1 - targets) * np.log(1 - chances + 1e-7))

    out = np.zeros_like(weights)
    to_line, to_line_bias, to_sum, to_sum_bias, to_out, to_out_bias = _parts(out)
    error = (chances - targets) / count
    to_out[:] = sums.T @ error
    to_out_bias[:] = error.sum()
    back = np.outer(error, out_weights) * (sums > 0)
    to_sum[:] = joined.T @ back
    to_sum_bias[:] = back.sum(axis=0)
    back_lines = (back @ sum_weights[: at.HIDDEN].T)[:, None, :] * (hidden > 0)
    to_line[:] = np.tensordot(lines, back_lines, axes=([0, 1], [0, 1]))
    to_line_bias[:] = back_lines.sum(axis=(0, 1))
    return out, float(loss)


def learn(weights: Floats, positions: Positions, epochs: int, rate: float, seed: int) -> list[float]:
    """Improve the weights in place with Adam; return the mean loss of each epoch."""
    rng = np.random.default_rng(seed)
    size = min(BATCH, len(positions.targets))
    adam = Adam(len(weights), rate, epochs * (len(positions.targets) // size))
    means: list[float] = []
    for _ in range(epochs):
        order = rng.permutation(len(positions.targets))
        losses: list[float] = []
        for start in range(0, len(order) - size + 1, size):
            batch = order[start : start + size]
            slope, loss = gradient(
                weights,
                positions.inputs[batch].astype(np.float32),
                positions.logits[batch],
                positions.targets[batch],
            )
            losses.append(loss)
            adam.step(weights, slope)
        means.append(float(np.mean(losses)))
    return means
