"""The ids of TransAmerica's actions: those of the fast core's moves (the table is in `fast.ids`)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Ids
from stellwerk.games.transamerica.fast.ids import IDS, id_of
from stellwerk.games.transamerica.fast.moves import encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.transamerica.law.actions import Action
    from stellwerk.games.transamerica.law.state import State


def ids_of(state: State, actions: Sequence[Action]) -> list[int]:
    """The ids of legal actions."""
    del state
    return list(map(_id, actions))


@cache
def _id(action: Action) -> int:
    """The id of an action; there are few, so each is worked out once."""
    return id_of(encode(action))


ACTION_IDS: Final = Ids(IDS, ids_of)
