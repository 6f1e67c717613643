"""The learned weights of InterUrban's evaluation: `stellwerk train interurban` makes them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import numpy as np

from stellwerk.games.interurban.fast import whole
from stellwerk.games.interurban.fast.worth import LEARNED, Weights

if TYPE_CHECKING:
    from pathlib import Path

    from stellwerk.learn import Arrays

FILE: Final = "weights.npz"
NAME: Final = "learned"
"""The name of the array in the file."""
WHOLE: Final = "whole"
"""The name of the weights of the net that sees all lines together."""


def weights_of(arrays: Arrays) -> Weights:
    """Weights for the fast core; those set by hand if nothing has been learned yet."""
    found = arrays.get(NAME)
    if found is None:
        return Weights()
    assert found.shape == (LEARNED,)
    of_all = arrays.get(WHOLE, np.zeros(0))
    assert of_all.shape in ((0,), (whole.LEARNED,))
    return Weights(learned=tuple(found.astype(float).tolist()), whole=tuple(of_all.astype(float).tolist()))


def load(path: Path | None = None) -> Weights:
    """Read weights from a file; without a path, those that come with the package."""
    with (path or files(__package__).joinpath(FILE)).open("rb") as file, np.load(file) as arrays:
        return weights_of(dict(arrays))


@cache
def learned_whole() -> Weights:
    """The learned weights that come with the package, read once."""
    return load()


@cache
def learned() -> Weights:
    """The same without the net that sees all lines together."""
    return learned_whole()._replace(whole=())
