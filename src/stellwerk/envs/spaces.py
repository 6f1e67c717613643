"""The spaces that PettingZoo and Gymnasium share, and observations with their action masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces

from stellwerk.core.coding import HIGHEST, LOWEST
from stellwerk.envs.events import tensor_size

if TYPE_CHECKING:
    from stellwerk.core.coding import AnyCoding
    from stellwerk.envs.position import Position

ILLEGAL_REWARD: Final = -1.0
"""Of whoever does what the mask forbids; the others get nothing, and the game is over."""


def action_space(coding: AnyCoding) -> spaces.Discrete:
    """All ids; which of them are legal says the mask."""
    return spaces.Discrete(coding.ids)


def observation_space(coding: AnyCoding, seats: int) -> spaces.Dict:
    """A tensor and a mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(LOWEST, HIGHEST, (tensor_size(coding, seats),), np.float32),
            "action_mask": spaces.Box(0, 1, (coding.ids,), np.int8),
        }
    )


def observed(position: Position, seat: int) -> dict[str, Any]:
    """What a seat knows, and which ids are legal: none unless it has to act."""
    return {"observation": position.observation(seat), "action_mask": position.mask(seat)}
