"""Trambahn in numbers, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Coding, FastPlay
from stellwerk.games.trambahn.encode.chance import SHUFFLES
from stellwerk.games.trambahn.encode.ids import ACTION_IDS
from stellwerk.games.trambahn.encode.sight import SIGHT
from stellwerk.games.trambahn.encode.tensor import TENSOR
from stellwerk.games.trambahn.fast.codes import action_of
from stellwerk.games.trambahn.fast.runner import Runner

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.state import State


def decode(state: State, move: int) -> Action:
    """The action of a move of the fast core in a state."""
    return action_of(move, [row.number for row in state.players[state.turn].rows])


CODING: Final = Coding(ACTION_IDS, SHUFFLES, TENSOR, SIGHT, FastPlay(Runner.of, decode))
