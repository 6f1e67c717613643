"""Adam: steps down a slope, each weight at its own pace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

DECAY: Final = 0.9, 0.999
"""How slowly the mean of the slopes and of their squares forget."""


class Adam:
    """The memory of one descent over `total` steps; the rate falls to 0 on the way."""

    def __init__(self, size: int, rate: float, total: int) -> None:
        self.rate = rate
        self.total = total
        self._step = 0
        self._mean = np.zeros(size, np.float32)
        self._square = np.zeros(size, np.float32)

    def step(self, weights: Floats, slope: Floats) -> None:
        """Move the weights, in place, one step against the slope."""
        self._step += 1
        self._mean += (1 - DECAY[0]) * (slope - self._mean)
        self._square += (1 - DECAY[1]) * (slope**2 - self._square)
        fading = self.rate * (1 - self._step / (self.total + 1))
        corrected = self._square / (1 - DECAY[1] ** self._step)
        weights -= fading * self._mean / (1 - DECAY[0] ** self._step) / (np.sqrt(corrected) + 1e-8)
