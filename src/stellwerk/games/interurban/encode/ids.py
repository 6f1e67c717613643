"""The ids of InterUrban's actions: those of the fast core's moves (the table is in `fast.ids`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Ids
from stellwerk.games.interurban.fast.ids import IDS, id_of
from stellwerk.games.interurban.fast.read import encode
from stellwerk.games.interurban.law.actions import LayStation, LayTrack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.grid import Cell
    from stellwerk.games.interurban.law.state import State


def ids_of(state: State, actions: Sequence[Action]) -> list[int]:
    """The ids of legal actions, in the order of the actions."""
    lines = reversed(tuple(enumerate(state.lines)))
    line_at = {line.end: number for number, line in lines if line.finished is None}
    return [id_of(encode(action), _line(action, line_at)) for action in actions]


def _line(action: Action, line_at: dict[Cell, int]) -> int:
    """The line at whose end an action lays a tile; 0 for the end of a turn."""
    return line_at[action.x, action.y] if isinstance(action, LayTrack | LayStation) else 0


ACTION_IDS: Final = Ids(IDS, ids_of)
