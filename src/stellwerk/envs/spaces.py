"""The spaces that PettingZoo and Gymnasium share, and observations with their action masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces

from stellwerk.core.coding import HIGHEST, LOWEST

if TYPE_CHECKING:
    from stellwerk.core.coding import AnyCoding
    from stellwerk.envs.position import Position

ILLEGAL_REWARD: Final = -1.0
"""The reward for an action that the mask forbids; it ends the game, and the others get 0."""


def action_space(coding: AnyCoding) -> spaces.Discrete:
    """All ids; the mask says which of them are legal."""
    return spaces.Discrete(coding.ids.count)


def observation_space(coding: AnyCoding, seats: int) -> spaces.Dict:
    """A tensor and a mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(LOWEST, HIGHEST, (coding.tensor.size(seats),), np.float32),
            "action_mask": spaces.Box(0, 1, (coding.ids.count,), np.int8),
        }
    )


def observed(position: Position, seat: int) -> dict[str, Any]:
    """What a seat knows, and which ids are legal: none unless it is the actor."""
    return {"observation": position.observation(seat), "action_mask": position.mask(seat)}
