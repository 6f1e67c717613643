"""The ids of Trambahn's actions: those of the fast core's moves (the table is in `fast.ids`)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Ids
from stellwerk.games.trambahn.fast.codes import move_of
from stellwerk.games.trambahn.fast.ids import IDS, PLACES, id_of
from stellwerk.games.trambahn.law.actions import BuyTram, Stop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.state import State


def ids_of(state: State, actions: Sequence[Action]) -> list[int]:
    """The ids of the legal actions of the seat whose turn it is."""
    place_of = {row.number: place for place, row in enumerate(state.players[state.turn].rows)}
    return [_id(_with_place(action, place_of)) for action in actions]


def _with_place(action: Action, place_of: dict[int, int]) -> Action:
    """An action that names its row, if any, by its place instead of its number."""
    if type(action) is Stop and action.row is not None:  # several times as fast as isinstance
        return Stop(action.card, place_of[action.row])
    return BuyTram(action.tram, place_of[action.row]) if type(action) is BuyTram else action


@cache
def _id(action: Action) -> int:
    """The id of an action that names its row by its place; there are few, so each is worked out once."""
    return id_of(move_of(action, range(PLACES)))


ACTION_IDS: Final = Ids(IDS, ids_of, hidden=("M ?",))
