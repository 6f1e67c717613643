"""The ids of InterUrban's actions: those of the fast core's moves (the table is in `fast.ids`)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Ids
from stellwerk.games.interurban.fast.ids import IDS, id_of
from stellwerk.games.interurban.fast.read import encode
from stellwerk.games.interurban.law.actions import LayStation, LayTrack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.data import StationTile, TrackTile
    from stellwerk.games.interurban.law.grid import Cell, Edges
    from stellwerk.games.interurban.law.state import State


def ids_of(state: State, actions: Sequence[Action]) -> list[int]:
    """The ids of legal actions, in the order of the actions."""
    lines = reversed(tuple(enumerate(state.lines)))
    line_at = {line.end: number for number, line in lines if line.finished is None}
    return [_id(action, line_at) for action in actions]


def _id(action: Action, line_at: dict[Cell, int]) -> int:
    """The id of an action; a tile has the same id on every cell, so each is worked out once."""
    if type(action) is LayTrack:  # several times as fast as isinstance
        return _track_id(action.tile, action.edges, line_at[action.x, action.y])
    if type(action) is LayStation:
        return _station_id(action.seat, action.station, line_at[action.x, action.y])
    return id_of(encode(action), 0)


@cache
def _track_id(tile: TrackTile, edges: Edges, line: int) -> int:
    return id_of(encode(LayTrack(tile, 0, 0, edges)), line)


@cache
def _station_id(seat: int, station: StationTile, line: int) -> int:
    return id_of(encode(LayStation(seat, station, 0, 0)), line)


ACTION_IDS: Final = Ids(IDS, ids_of)
