"""The ends of lines with what can be laid there, and the placements themselves.

The same placement is the same object wherever it is listed, so whatever is known about it, such as its text,
is found by identity.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from stellwerk.core.remember import remembered
from stellwerk.games.interurban.law.actions import LayStation, LayTrack
from stellwerk.games.interurban.law.data import EDGES_OF, TRACK_TILES, TrackTile
from stellwerk.games.interurban.law.grid import Cell, Edges, Way, step
from stellwerk.games.interurban.law.state import Line

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.data import StationTile

ACTIONS: Final = 1 << 14
"""Actions that are kept, so that the same action is the same object; there are some hundred for each cell."""


class Site(msgspec.Struct, frozen=True, gc=False):
    """The cell at the end of an unfinished line, that line, and what can be laid there."""

    cell: Cell
    line: Line
    ways: tuple[Way, ...]
    """The ways that a track tile may lead."""
    tracks: dict[TrackTile, tuple[LayTrack, ...]]
    """For each track tile, its placements in the order of the notation."""
    plain: Edges | None
    """How a plain station lies here; None if none fits."""
    crossing: bool
    """True if a crossing fits."""
    suitable: int
    """The stations that may be laid here (`lines.station_bit`)."""


@remembered(ACTIONS)  # the same ways are always the same object
def lay_tracks(ways: tuple[Way, ...]) -> dict[TrackTile, tuple[LayTrack, ...]]:
    """All placements of track tiles on a cell from which they may lead these ways."""
    turned = tuple([(*step(way.cell, way.facing), way.edges) for way in ways])
    return {
        tile: tuple([lay_track(tile, *place) for place in turned if place[2] in EDGES_OF[tile]])
        for tile in TRACK_TILES
    }


@lru_cache(ACTIONS)
def lay_track(tile: TrackTile, x: int, y: int, edges: Edges) -> LayTrack:
    """The placement of a track tile."""
    return LayTrack(tile, x, y, edges)


@remembered(ACTIONS)  # the ends of lines are often the same objects
def lay_station(seat: int, station: StationTile, cell: Cell, edges: Edges | None) -> LayStation:
    """The placement of a station on a cell; a crossing has no edges."""
    return _lay_station(seat, station, cell, edges)


@lru_cache(ACTIONS)
def _lay_station(seat: int, station: StationTile, cell: Cell, edges: Edges | None) -> LayStation:
    return LayStation(seat, station, *cell, edges)
