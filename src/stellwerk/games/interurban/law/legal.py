"""The legal actions of InterUrban in the order of the notation: track, stations, E.

The rules once more, written for speed; the contract tests compare it with `rules.apply`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.remember import remembered
from stellwerk.games.interurban.law.actions import Action, EndTurn, LayStation, LayTrack
from stellwerk.games.interurban.law.data import (
    CROSSINGS,
    VALUE_OF,
    stations_in_order,
    track_edges,
    tracks_in_order,
)
from stellwerk.games.interurban.law.first_round import FirstRound
from stellwerk.games.interurban.law.lines import station_bit
from stellwerk.games.interurban.law.sites import ground_of, lay_station
from stellwerk.games.interurban.law.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.games.interurban.law.data import StationTile
    from stellwerk.games.interurban.law.grid import Cell, Edges
    from stellwerk.games.interurban.law.sites import Ground, Site
    from stellwerk.games.interurban.law.state import State

Place = tuple["Cell", "Edges | None", int]
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
        for station, bit, crosses in _shown(player.open, seat):
            for cell, edges, suitable in crossing if crosses else plain:
                if suitable & bit:
                    found.append(lay_station(seat, station, cell, edges))
    return found


@remembered(1 << 10)  # most tiles leave a player's open stations as they are
def _shown(shown: tuple[StationTile | None, ...], seat: int) -> tuple[tuple[StationTile, int, bool], ...]:
    """The different open stations of a player, each with its bit and whether it is a crossing."""
    return tuple(
        [
            (station, station_bit(seat, VALUE_OF[station]), station in CROSSINGS)
            for station in stations_in_order(shown)
        ]
    )


# The first round: what would finish a line is left out (IU-4.B)


def _first_tracks(state: State, sites: Sequence[Site], first_round: FirstRound) -> Iterator[LayTrack]:
    edges = track_edges(state.open)
    forbidden = {
        (*site.cell, way.edges)
        for site in sites
        for way in site.ways
        if way.edges in edges and first_round.track_finishes(site.line, way)
    }
    for tile in tracks_in_order(state.open):
        for site in sites:
            for action in site.tracks[tile]:
                if not forbidden or (action.x, action.y, action.edges) not in forbidden:
                    yield action


def _first_stations(state: State, sites: Sequence[Site], first_round: FirstRound) -> Iterator[LayStation]:
    line_at = {site.cell: site.line for site in sites}
    for action in _stations(state, sites):
        if not first_round.station_finishes(line_at[action.x, action.y], action):
            yield action


def _can_lay_first(state: State, sites: Sequence[Site], first_round: FirstRound) -> bool:
    edges = track_edges(state.open)
    for site in sites:
        for way in site.ways:
            if way.edges in edges and not first_round.track_finishes(site.line, way):
                return True
    return any(True for _ in _first_stations(state, sites, first_round))
