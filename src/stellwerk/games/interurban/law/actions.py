"""What players and chance can do in InterUrban: lay one tile, end the turn, shuffle once."""

from __future__ import annotations

import msgspec

from stellwerk.games.interurban.law.data import StartTile, StationTile, TrackTile
from stellwerk.games.interurban.law.grid import Edges


class Deal(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="!"):
    """Chance: the start tiles left and right, the track tiles and each seat's stations in order."""

    start: tuple[StartTile, StartTile]
    track: tuple[TrackTile, ...]
    stations: tuple[tuple[StationTile, ...], ...]


class LayTrack(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="track"):
    """An open track tile on a cell, turned so that its track joins these edges."""

    tile: TrackTile
    x: int
    y: int
    edges: Edges


class LayStation(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="station"):
    """An open station of any seat on a cell; only a plain one is turned."""

    seat: int
    station: StationTile
    x: int
    y: int
    edges: Edges | None = None


class EndTurn(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="E"):
    """The explicit end of the turn."""


Placement = LayTrack | LayStation
Action = Deal | LayTrack | LayStation | EndTurn
