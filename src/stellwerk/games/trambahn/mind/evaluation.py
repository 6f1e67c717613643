"""The weights of the evaluation: set by hand, or learned by `stellwerk train trambahn` and kept in a file."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from stellwerk.games.trambahn.fast import features as f
from stellwerk.games.trambahn.fast.chooser import Chooser
from stellwerk.games.trambahn.fast.net import Net
from stellwerk.games.trambahn.fast.turns import Turns

if TYPE_CHECKING:
    from pathlib import Path

    from stellwerk.learn import Arrays

FILE = "weights.npz"
FIRST_SPREAD = (6.0, 4.0)
"""The lead in points that means a 73 % chance of winning: at the end, and more for each run to come."""


class Weights(NamedTuple):
    """Everything that is learned."""

    linear: list[float]
    """One for each feature, in points."""
    spread: list[float]
    """How the expected lead becomes a probability of winning; see `Net`."""
    net: list[float]
    """The weights of the net; empty if there is only the linear evaluation."""

    def chooser(self) -> Chooser:
        """A chooser of the fast core with these weights."""
        return Chooser(Turns(self.linear), Net(self.linear, self.spread, self.net))


def packed(weights: Weights) -> Arrays:
    """Weights as arrays by name, in single precision."""
    return {name: np.array(part, np.float32) for name, part in weights._asdict().items()}


def unpacked(arrays: Arrays) -> Weights:
    """Weights from arrays by name."""
    return Weights(*(arrays[name].astype(float).tolist() for name in Weights._fields))


def load(path: Path | None = None) -> Weights:
    """Read weights from a file; without a path, those that come with the package."""
    with (path or files(__package__).joinpath(FILE)).open("rb") as file, np.load(file) as arrays:
        return unpacked(arrays)


@cache
def learned() -> Weights:
    """The learned weights that come with the package, read once."""
    return load()


@cache
def hand_set() -> Weights:
    """Weights as a sensible person would guess them; the greedy bots use them."""
    weights = [0.0] * f.FEATURES
    for waiting, soon in enumerate((0.0, 0.1, 0.2, 0.4)):  # how close the next run is
        weights[f.LEADS + waiting] = weights[f.BEHINDS + waiting] = soon
        # Each line can expect a quarter of the ten runs.
        weights[f.LEADS_TO_COME + waiting] = weights[f.BEHINDS_TO_COME + waiting] = 2.5
    weights[f.MONEYS + 2] = 0.1
    weights[f.MONEYS_TO_COME + 2] = 1.0
    weights[f.MONEYS_TO_COME + 4] = 0.3
    for end in range(1, 10):
        weights[f.GROWTH + end - 1] = 0.8 * (10 - end)
    for place, hope in enumerate((0.05, 0.15, 0.3, 0.5)):
        weights[f.SPECIAL + place] = hope
    weights[f.HELD] = 0.2
    weights[f.HELD_CONDUCTORS] = 1.0
    weights[f.HELD_LED] = 0.5
    for gap, hope in enumerate((1.5, 1.0, 0.3)):
        weights[f.HELD_FITS + gap] = hope
    return Weights(weights, list(FIRST_SPREAD), [])
