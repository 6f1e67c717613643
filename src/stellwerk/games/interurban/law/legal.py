"""The legal actions of InterUrban in the order of the notation: track, stations, E.

The rules once more, written for speed; the contract tests compare it with `rules.apply`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.interurban.law.actions import Action, EndTurn, LayStation, LayTrack, Placement
from stellwerk.games.interurban.law.data import (
    CROSSINGS,
    VALUE_OF,
    stations_in_order,
    track_edges,
    tracks_in_order,
)
from stellwerk.games.interurban.law.first_round import FirstRound
from stellwerk.games.interurban.law.fitting import Fit, fit
from stellwerk.games.interurban.law.grid import ALL_EDGES, STRAIGHTS
from stellwerk.games.interurban.law.lines import station_of, suits
from stellwerk.games.interurban.law.state import Board, Laid, Step, board_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.games.interurban.law.grid import Cell, Edges, Way
    from stellwerk.games.interurban.law.state import Line, State

_END = EndTurn()
Site = tuple["Cell", "Line", Fit]
"""The cell at the end of an unfinished line, that line, and what fits there."""


def legal(state: State) -> tuple[Action, ...]:
    """All legal actions of the seat whose turn it is; none before the deal or when the game is over."""
    if state.step is not Step.TURN:
        return ()
    board = board_of(state.tiles)
    first_round = FirstRound(state, board) if state.first_round else None
    sites = _sites(state, board)
    actions: list[Action] = [*_tracks(state, sites, first_round), *_stations(state, sites, first_round)]
    if state.laid:  # IU-3.7
        actions.append(_END)
    return tuple(actions)


def can_lay(state: State, board: Board) -> bool:
    """True if any open tile can be laid (IU-3.4, IU-3.7)."""
    first_round = FirstRound(state, board) if state.first_round else None
    edges = track_edges(state.open)
    for line in state.lines:
        if not line.finished:
            site = (line.end, line, fit(board, state.lines, line.end, line.heading))
            for way in _ways(site, first_round):
                if way.edges in edges:
                    return True
            for _ in _stations(state, [site], first_round):
                return True
    return False


def to_laid(placement: Placement) -> Laid:
    """The tile of a placement as it lies on the board."""
    cell = (placement.x, placement.y)
    if isinstance(placement, LayTrack):
        return Laid(cell, placement.edges, placement.tile)
    return Laid(cell, placement.edges or ALL_EDGES, placement.station, placement.seat)


def _sites(state: State, board: Board) -> list[Site]:
    """The sites in the order of their cells; a cell where two lines meet is one site (IU-4.L)."""
    lines = state.lines
    ends = {line.end: line for line in lines if not line.finished}
    return [(cell, ends[cell], fit(board, lines, cell, ends[cell].heading)) for cell in sorted(ends)]


def _ways(site: Site, first_round: FirstRound | None) -> Sequence[Way]:
    """The ways that a track tile at a site may lead."""
    _, line, here = site
    if here.joined is not None and not suits(line, *station_of(here.joined)):
        return ()  # IU-4.K
    if first_round is None:
        return here.ways
    return [way for way in here.ways if not first_round.track_finishes(line, way)]  # IU-4.B


def _tracks(state: State, sites: Sequence[Site], first_round: FirstRound | None) -> list[LayTrack]:
    """Every way to lay an open track tile at some sites, in the order of the notation."""
    straights: list[tuple[Cell, Edges]] = []
    curves: list[tuple[Cell, Edges]] = []
    for site in sites:
        for edges, _, _, _ in _ways(site, first_round):
            (straights if edges in STRAIGHTS else curves).append((site[0], edges))
    return [
        LayTrack(tile, x, y, edges)
        for tile in tracks_in_order(state.open)
        for (x, y), edges in (straights if tile[0] == "s" else curves)
    ]


def _stations(state: State, sites: Sequence[Site], first_round: FirstRound | None) -> Iterator[LayStation]:
    """Every way to lay an open station at some sites, in the order of the notation."""
    if state.station_laid:  # IU-3.3
        return
    plain = [(cell, line, here.ways[0].edges, None) for cell, line, here in sites if here.plain]
    crossing = [(cell, line, None, here.crossed) for cell, line, here in sites if here.crossing]
    if not plain and not crossing:
        return
    for seat, player in enumerate(state.players):
        for station in stations_in_order(player.open):
            value = VALUE_OF[station]
            for (x, y), line, edges, crossed in crossing if station in CROSSINGS else plain:
                if not suits(line, seat, value):
                    continue
                if crossed is not None and not suits(state.lines[crossed], seat, value):
                    continue  # IU-4.L
                placement = LayStation(seat, station, x, y, edges)
                if first_round and first_round.station_finishes(line, to_laid(placement)):
                    continue  # IU-4.B
                yield placement
