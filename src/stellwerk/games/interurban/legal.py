"""The legal actions of InterUrban in the order of the notation: track, stations, E.

A second reading of the rules, made for speed; the contract tests hold it against `rules.apply`.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from stellwerk.games.interurban.actions import Action, EndTurn, LayStation, LayTrack, Placement
from stellwerk.games.interurban.data import CROSSINGS, STATION_TILES, TRACK_TILES, VALUE_OF
from stellwerk.games.interurban.finish import finishes_any
from stellwerk.games.interurban.fitting import Fit, fit
from stellwerk.games.interurban.grid import ALL_EDGES, STRAIGHTS
from stellwerk.games.interurban.lines import extend, station_of, suits
from stellwerk.games.interurban.state import Board, Laid, Step, board_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.games.interurban.grid import Cell
    from stellwerk.games.interurban.state import Line, State

_END = EndTurn()
Site = tuple["Cell", "Line", Fit]
"""A cell in front of a line's end, that line, and what fits there."""


def legal(state: State) -> tuple[Action, ...]:
    """All actions of the seat whose turn it is; none while chance is due or the game is over."""
    if state.step is not Step.TURN:
        return ()
    board = board_of(state.tiles)
    sites = sorted(_sites(state, board), key=itemgetter(0))
    actions: list[Action] = list(_placements(state, board, sites))
    if state.laid:  # IU-3.7
        actions.append(_END)
    return tuple(actions)


def can_lay(state: State, board: Board) -> bool:
    """Whether any open tile can be laid (IU-3.4, IU-3.7)."""
    return any(next(_placements(state, board, [site]), None) for site in _sites(state, board))


def _placements(state: State, board: Board, sites: Sequence[Site]) -> Iterator[Placement]:
    """Every way to lay an open tile at some sites, in order."""
    found = _fitting_tiles(state, sites)
    return _without_finishing(state, board, found) if state.first_round else found


def _without_finishing(state: State, board: Board, found: Iterator[Placement]) -> Iterator[Placement]:
    """IU-4.B; the value of a track tile does not matter for it."""
    known: dict[tuple[Cell, str], bool] = {}
    for placement in found:
        laid = to_laid(placement)
        if laid.seat is not None:
            finishes = _finishes(state, board, laid)
        elif (turned := (laid.cell, laid.edges)) in known:
            finishes = known[turned]
        else:
            finishes = known[turned] = _finishes(state, board, laid)
        if not finishes:
            yield placement


def _finishes(state: State, board: Board, laid: Laid) -> bool:
    """Whether a tile that fits would finish any line."""
    board[laid.cell] = laid
    lines, changed = extend(board, state.lines, laid)
    finishes = finishes_any(board, state.lines, lines, changed, state.options, len(state.players))
    del board[laid.cell]
    return finishes


def to_laid(placement: Placement) -> Laid:
    """The tile of a placement as it lies on the board."""
    cell = (placement.x, placement.y)
    if isinstance(placement, LayTrack):
        return Laid(cell, placement.edges, placement.tile)
    return Laid(cell, placement.edges or ALL_EDGES, placement.station, placement.seat)


def _sites(state: State, board: Board) -> Iterator[Site]:
    """The cells where lines go on; one where two lines meet comes once (IU-4.L)."""
    ends = {line.end: line for line in state.lines if not line.finished}
    for cell, line in ends.items():
        yield cell, line, fit(board, state.lines, cell, line.heading)


def _fitting_tiles(state: State, sites: Sequence[Site]) -> Iterator[Placement]:
    """What the laying rules allow, IU-4.B apart."""
    ways = [
        (cell, way.edges)
        for cell, line, here in sites
        if here.joined is None or suits(line, *station_of(here.joined))  # IU-4.K
        for way in here.ways
    ]
    straights = [way for way in ways if way[1] in STRAIGHTS]
    curves = [way for way in ways if way[1] not in STRAIGHTS]
    for tile in TRACK_TILES:
        if tile in state.open:
            for (x, y), edges in straights if tile[0] == "s" else curves:
                yield LayTrack(tile, x, y, edges)
    if not state.station_laid:  # IU-3.3
        yield from _stations(state, sites)


def _stations(state: State, sites: Sequence[Site]) -> Iterator[Placement]:
    plain = [(cell, line, here.ways[0].edges) for cell, line, here in sites if here.plain]
    crossing = [(cell, line, here.crossed) for cell, line, here in sites if here.crossing]
    if not plain and not crossing:
        return
    for seat, player in enumerate(state.players):
        for station in STATION_TILES:
            if station not in player.open:
                continue
            value = VALUE_OF[station]
            if station in CROSSINGS:
                for (x, y), line, other in crossing:
                    if suits(line, seat, value) and (
                        other is None or suits(state.lines[other], seat, value)  # IU-4.L
                    ):
                        yield LayStation(seat, station, x, y)
            else:
                for (x, y), line, edges in plain:
                    if suits(line, seat, value):
                        yield LayStation(seat, station, x, y, edges)
