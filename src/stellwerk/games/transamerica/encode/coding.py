"""TransAmerica in numbers, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Coding, FastPlay
from stellwerk.games.transamerica.encode.chance import DEALS
from stellwerk.games.transamerica.encode.ids import ACTION_IDS
from stellwerk.games.transamerica.encode.sight import SIGHT
from stellwerk.games.transamerica.encode.tensor import TENSOR
from stellwerk.games.transamerica.fast import moves
from stellwerk.games.transamerica.fast.runner import Runner

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.actions import Action
    from stellwerk.games.transamerica.law.state import State


def decode(state: State, move: int) -> Action:
    """The action of a move of the fast core."""
    del state
    return moves.decode(move)


CODING: Final = Coding(ACTION_IDS, DEALS, TENSOR, SIGHT, FastPlay(Runner.of, decode, deals=True))
