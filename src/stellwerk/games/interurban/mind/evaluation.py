"""The learned weights of InterUrban's evaluation: `stellwerk train interurban` makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from stellwerk.games.interurban.fast.worth import LEARNED, Weights

if TYPE_CHECKING:
    from pathlib import Path

    from stellwerk.learn import Arrays

NAME: Final = "learned"
"""The name of the array in the file."""


def weights_of(arrays: Arrays) -> Weights:
    """Weights for the fast core; those set by hand if nothing has been learned yet."""
    found = arrays.get(NAME)
    if found is None:
        return Weights()
    assert found.shape == (LEARNED,)
    return Weights(learned=tuple(found.astype(float).tolist()))


def load(path: Path) -> Weights:
    """Read weights from a file."""
    with path.open("rb") as file, np.load(file) as arrays:
        return weights_of(dict(arrays))
