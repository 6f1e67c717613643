"""The weights that Trambahn's bots evaluate with: set by hand, or learned (`stellwerk train trambahn`)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from stellwerk.games.trambahn.fast import features as f
from stellwerk.games.trambahn.fast.net import Net
from stellwerk.games.trambahn.fast.play import Player
from stellwerk.games.trambahn.fast.turns import Turns

if TYPE_CHECKING:
    from pathlib import Path

FILE = "weights.npz"
FIRST_SPREAD = (6.0, 4.0)
"""Points of lead that make a chance of 73 %: at the end, and more for each run to come."""


class Weights(NamedTuple):
    """All that is learned."""

    linear: list[float]
    """For each feature, in points."""
    spread: list[float]
    """How the expected lead becomes a chance to win; see `Net`."""
    net: list[float]
    """Empty if there is only the linear evaluation."""

    def player(self) -> Player:
        """A player of the fast core with these weights."""
        return Player(Turns(self.linear), Net(self.linear, self.spread, self.net))

    def save(self, path: Path) -> None:
        """Write them to a file of just this name, in half precision."""
        linear, spread, net = (np.array(part, np.float16) for part in self)
        with path.open("wb") as file:
            np.savez(file, linear=linear, spread=spread, net=net)


def load(path: Path | None = None) -> Weights:
    """Weights from a file; without one the learned weights of the package."""
    with (path or files(__package__).joinpath(FILE)).open("rb") as file, np.load(file) as arrays:
        return Weights(*(arrays[name].astype(float).tolist() for name in Weights._fields))


@cache
def learned() -> Weights:
    """The weights of the package."""
    return load()


@cache
def hand_set() -> Weights:
    """What a sensible person would guess: the weights of the greedy player."""
    weights = [0.0] * f.FEATURES
    for waiting, soon in enumerate((0.0, 0.1, 0.2, 0.4)):  # how much of a run is close
        weights[f.LEADS + waiting] = weights[f.BEHINDS + waiting] = soon
        weights[f.LEADS_R + waiting] = weights[f.BEHINDS_R + waiting] = 2.5  # a quarter of the ten runs
    weights[f.MONEYS + 2] = 0.1
    weights[f.MONEYS_R + 2] = 1.0
    weights[f.MONEYS_R + 4] = 0.3
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
