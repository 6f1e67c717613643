"""The learned weights of TransAmerica's forecast: `stellwerk train transamerica` makes them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import numpy as np

from stellwerk.games.transamerica.fast.forecast import Forecast

if TYPE_CHECKING:
    from pathlib import Path

    from stellwerk.learn import Arrays

FILE: Final = "weights.npz"
NAME: Final = "learned"
"""The name of the array in the file."""


def forecast_of(arrays: Arrays) -> Forecast:
    """A forecast of the fast core with these weights."""
    return Forecast(tuple(arrays[NAME].astype(float).tolist()))


@cache
def load(path: Path | None = None) -> Arrays:
    """Read weights from a file; without a path, those that come with the package."""
    with (path or files(__package__).joinpath(FILE)).open("rb") as file, np.load(file) as arrays:
        return dict(arrays)


def learned() -> Forecast:
    """A forecast with the weights that come with the package; a new one, since it keeps its last position."""
    return forecast_of(load())
