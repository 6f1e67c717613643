"""InterUrban in numbers, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Coding, FastPlay
from stellwerk.games.interurban.encode.chance import DEALS
from stellwerk.games.interurban.encode.ids import ACTION_IDS
from stellwerk.games.interurban.encode.sight import SIGHT
from stellwerk.games.interurban.encode.tensor import TENSOR
from stellwerk.games.interurban.fast import read
from stellwerk.games.interurban.fast.runner import Runner

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.state import State


def decode(state: State, move: int) -> Action:
    """The action of a move of the fast core."""
    del state
    return read.decode(move)


CODING: Final = Coding(ACTION_IDS, DEALS, TENSOR, SIGHT, FastPlay(Runner.of, decode))
