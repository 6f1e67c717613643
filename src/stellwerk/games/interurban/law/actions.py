"""The actions of InterUrban: players lay a tile or end their turn; chance deals once."""

from __future__ import annotations

import msgspec

from stellwerk.games.interurban.law.data import StartTile, StationTile, TrackTile
from stellwerk.games.interurban.law.grid import Edges


class Deal(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="!"):
    """Chance: the start tiles left and right, then the track tiles and each seat's stations, shuffled."""

    start: tuple[StartTile, StartTile]
    track: tuple[TrackTile, ...]
    stations: tuple[tuple[StationTile, ...], ...]


class LayTrack(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="track"):
    """Lay an open track tile on a cell, turned so that its track joins these edges."""

    tile: TrackTile
    x: int
    y: int
    edges: Edges


class LayStation(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="station"):
    """Lay an open station of any seat on a cell; a crossing is never turned and has no edges."""

    seat: int
    station: StationTile
    x: int
    y: int
    edges: Edges | None = None


class EndTurn(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="E"):
    """End the turn although more could be laid."""


Placement = LayTrack | LayStation
Action = Deal | LayTrack | LayStation | EndTurn
