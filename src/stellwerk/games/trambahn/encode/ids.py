"""The ids of Trambahn's actions: those of the fast core's moves (the table is in `fast.ids`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Ids
from stellwerk.games.trambahn.fast.codes import move_of
from stellwerk.games.trambahn.fast.ids import IDS, id_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.state import State


def ids_of(state: State, actions: Sequence[Action]) -> list[int]:
    """The ids of the legal actions of the seat whose turn it is."""
    rows = [row.number for row in state.players[state.turn].rows]
    return [id_of(move_of(action, rows)) for action in actions]


ACTION_IDS: Final = Ids(IDS, ids_of, hidden=("M ?",))
