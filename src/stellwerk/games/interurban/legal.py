"""The legal actions of InterUrban in the order of the notation: track, stations, E.

A second reading of the rules, made for speed; the contract tests hold it against `rules.apply`.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from stellwerk.games.interurban.actions import Action, EndTurn, LayStation, LayTrack, Placement
from stellwerk.games.interurban.data import CROSSINGS, TRACK_TILES, VALUE_OF, in_order
from stellwerk.games.interurban.first_round import FirstRound
from stellwerk.games.interurban.fitting import Fit, fit
from stellwerk.games.interurban.grid import ALL_EDGES
from stellwerk.games.interurban.lines import station_of, suits
from stellwerk.games.interurban.state import Board, Laid, Step, board_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.games.interurban.grid import Cell, Edges
    from stellwerk.games.interurban.state import Line, State

_END = EndTurn()
Site = tuple["Cell", "Line", Fit]
"""A cell in front of a line's end, that line, and what fits there."""


def legal(state: State) -> tuple[Action, ...]:
    """All actions of the seat whose turn it is; none while chance is due or the game is over."""
    if state.step is not Step.TURN:
        return ()
    board = board_of(state.tiles)
    first_round = FirstRound(state, board) if state.first_round else None
    sites = sorted(_sites(state, board), key=itemgetter(0))
    actions: list[Action] = [*_tracks(state, sites, first_round), *_stations(state, sites, first_round)]
    if state.laid:  # IU-3.7
        actions.append(_END)
    return tuple(actions)


def can_lay(state: State, board: Board) -> bool:
    """Whether any open tile can be laid (IU-3.4, IU-3.7)."""
    first_round = FirstRound(state, board) if state.first_round else None
    for site in _sites(state, board):
        for _ in _tracks(state, (site,), first_round):
            return True
        for _ in _stations(state, (site,), first_round):
            return True
    return False


def to_laid(placement: Placement) -> Laid:
    """The tile of a placement as it lies on the board."""
    cell = (placement.x, placement.y)
    if isinstance(placement, LayTrack):
        return Laid(cell, placement.edges, placement.tile)
    return Laid(cell, placement.edges or ALL_EDGES, placement.station, placement.seat)


def _sites(state: State, board: Board) -> Iterator[Site]:
    """The cells where lines go on; one where two lines meet comes once (IU-4.L)."""
    lines = state.lines
    for cell, line in {line.end: line for line in lines if not line.finished}.items():
        yield cell, line, fit(board, lines, cell, line.heading)


def _tracks(state: State, sites: Sequence[Site], first_round: FirstRound | None) -> Iterator[LayTrack]:
    """Every way to lay an open track tile at some sites, in order."""
    straights: list[tuple[Cell, Edges]] = []
    curves: list[tuple[Cell, Edges]] = []
    for cell, line, here in sites:
        if here.joined is None or suits(line, *station_of(here.joined)):  # IU-4.K
            for way in here.ways:
                if first_round is None or not first_round.track_finishes(line, way):  # IU-4.B
                    turned = straights if way.heading == line.heading else curves
                    turned.append((cell, way.edges))
    for tile in TRACK_TILES:
        if tile in state.open:
            for (x, y), edges in straights if tile[0] == "s" else curves:
                yield LayTrack(tile, x, y, edges)


def _stations(state: State, sites: Sequence[Site], first_round: FirstRound | None) -> Iterator[LayStation]:
    """Every way to lay an open station at some sites, in order."""
    if state.station_laid:  # IU-3.3
        return
    plain = [site for site in sites if site[2].plain]
    crossing = [site for site in sites if site[2].crossing]
    if not plain and not crossing:
        return
    for seat, player in enumerate(state.players):
        for station in in_order(player.open):
            value = VALUE_OF[station]
            turned = station not in CROSSINGS
            for (x, y), line, here in plain if turned else crossing:
                if not suits(line, seat, value):
                    continue
                if here.crossed is not None and not suits(state.lines[here.crossed], seat, value):
                    continue  # IU-4.L
                placement = LayStation(seat, station, x, y, here.ways[0].edges if turned else None)
                if first_round is None or not first_round.station_finishes(
                    line, to_laid(placement)
                ):  # IU-4.B
                    yield placement
