"""The legal actions of InterUrban in the order of the notation: track, stations, E.

The rules once more, written for speed; the contract tests compare it with `rules.apply`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban.law.actions import Action, EndTurn, LayStation, LayTrack, Placement
from stellwerk.games.interurban.law.data import (
    CROSSINGS,
    VALUE_OF,
    stations_in_order,
    track_edges,
    tracks_in_order,
)
from stellwerk.games.interurban.law.first_round import FirstRound
from stellwerk.games.interurban.law.grid import ALL_EDGES
from stellwerk.games.interurban.law.sites import ground_of, lay_station
from stellwerk.games.interurban.law.state import Laid, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from stellwerk.games.interurban.law.grid import Cell, Edges
    from stellwerk.games.interurban.law.sites import Ground, Site
    from stellwerk.games.interurban.law.state import LineStation, State

Place = tuple["Cell", "Edges | None", "Set[LineStation]"]
"""Where a station may lie, how, and which ones."""
_END: Final = EndTurn()
_TURN: Final = Step.TURN
"""Members of an enum are slow to look up."""


def legal(state: State) -> tuple[Action, ...]:
    """All legal actions of the seat whose turn it is; none before the deal or when the game is over."""
    if state.step is not _TURN:
        return ()
    ground = ground_of(state)
    sites = ground.sites
    actions: list[Action] = []
    if state.first_round:
        first_round = FirstRound(state, ground)
        actions += _first_tracks(state, sites, first_round)
        actions += _first_stations(state, sites, first_round)
    else:
        tracks = [site.tracks for site in sites if site.ways]
        for tile in tracks_in_order(state.open):
            for placements in tracks:
                actions += placements[tile]
        actions += _stations(state, sites)
    if state.laid:  # IU-3.7
        actions.append(_END)
    return tuple(actions)


def can_lay(state: State, ground: Ground) -> bool:
    """True if any open tile can be laid on the ground of this state (IU-3.4, IU-3.7)."""
    sites = ground.sites
    if state.first_round:
        return _can_lay_first(state, sites, FirstRound(state, ground))
    edges = track_edges(state.open)
    for site in sites:
        for way in site.ways:
            if way.edges in edges:
                return True
    return bool(_stations(state, sites))


def to_laid(placement: Placement) -> Laid:
    """The tile of a placement as it lies on the board."""
    cell = (placement.x, placement.y)
    if isinstance(placement, LayTrack):
        return Laid(cell, placement.edges, placement.tile)
    return Laid(cell, placement.edges or ALL_EDGES, placement.station, placement.seat)


def _stations(state: State, sites: Sequence[Site]) -> list[LayStation]:
    """Every way to lay an open station, in the order of the notation."""
    found: list[LayStation] = []
    if state.station_laid:  # IU-3.3
        return found
    plain: list[Place] = []
    crossing: list[Place] = []
    for site in sites:
        if site.plain is not None:
            plain.append((site.cell, site.plain, site.suitable))
        if site.crossing:
            crossing.append((site.cell, None, site.suitable))
    if not plain and not crossing:
        return found
    for seat, player in enumerate(state.players):
        for station in stations_in_order(player.open):
            owner_and_value = (seat, VALUE_OF[station])
            for cell, edges, suitable in crossing if station in CROSSINGS else plain:
                if owner_and_value in suitable:
                    found.append(lay_station(seat, station, cell, edges))
    return found


# The first round: what would finish a line is left out (IU-4.B)


def _first_tracks(state: State, sites: Sequence[Site], first_round: FirstRound) -> Iterator[LayTrack]:
    forbidden = {
        (*site.cell, way.edges)
        for site in sites
        for way in site.ways
        if first_round.track_finishes(site.line, way)
    }
    for tile in tracks_in_order(state.open):
        for site in sites:
            for action in site.tracks[tile]:
                if (action.x, action.y, action.edges) not in forbidden:
                    yield action


def _first_stations(state: State, sites: Sequence[Site], first_round: FirstRound) -> Iterator[LayStation]:
    line_at = {site.cell: site.line for site in sites}
    for action in _stations(state, sites):
        if not first_round.station_finishes(line_at[action.x, action.y], to_laid(action)):
            yield action


def _can_lay_first(state: State, sites: Sequence[Site], first_round: FirstRound) -> bool:
    edges = track_edges(state.open)
    for site in sites:
        for way in site.ways:
            if way.edges in edges and not first_round.track_finishes(site.line, way):
                return True
    return any(True for _ in _first_stations(state, sites, first_round))
