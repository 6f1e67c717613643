"""The legal actions of InterUrban in the order of the notation: track, stations, E.

A second reading of the rules, made for speed; the contract tests hold it against `rules.apply`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.interurban.actions import Action, EndTurn, LayStation, LayTrack, Placement
from stellwerk.games.interurban.data import CROSSINGS, STATION_TILES, TRACK_TILES, VALUE_OF
from stellwerk.games.interurban.finish import finish_lines
from stellwerk.games.interurban.fitting import Fit, fit
from stellwerk.games.interurban.grid import ALL_EDGES, STRAIGHTS
from stellwerk.games.interurban.lines import extend, station_of, suits
from stellwerk.games.interurban.state import Board, Laid, Step, board_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.games.interurban.grid import Cell
    from stellwerk.games.interurban.state import Line, State

_END = EndTurn()
Site = tuple["Cell", "Line", Fit]
"""A cell in front of a line's end, that line, and what fits there."""


def legal(state: State) -> tuple[Action, ...]:
    """All actions of the seat whose turn it is; none while chance is due or the game is over."""
    if state.step is not Step.TURN:
        return ()
    actions: list[Action] = list(placements(state, board_of(state.tiles)))
    if state.laid:  # IU-3.7
        actions.append(_END)
    return tuple(actions)


def can_lay(state: State, board: Board) -> bool:
    """Whether any open tile can be laid (IU-3.4, IU-3.7)."""
    return next(placements(state, board), None) is not None


def placements(state: State, board: Board) -> Iterator[Placement]:
    """Every way to lay an open tile, in order."""
    sites = _sites(state, board)
    found = _all_placements(state, sites)
    if not state.first_round:
        return found
    return (
        placement for placement in found if not finishes_a_line(state, board, to_laid(placement))
    )  # IU-4.B


def finishes_a_line(state: State, board: Board, laid: Laid) -> bool:
    """Whether a tile that fits would finish any line."""
    board[laid.cell] = laid
    lines, changed = extend(board, state.lines, laid)
    after = finish_lines(board, state.lines, lines, changed, state.options, len(state.players))
    del board[laid.cell]
    return any(new.finished and not old.finished for new, old in zip(after, state.lines, strict=True))


def to_laid(placement: Placement) -> Laid:
    """The tile of a placement as it lies on the board."""
    cell = (placement.x, placement.y)
    if isinstance(placement, LayTrack):
        return Laid(cell, placement.edges, placement.tile)
    return Laid(cell, placement.edges or ALL_EDGES, placement.station, placement.seat)


def _sites(state: State, board: Board) -> list[Site]:
    """The cells where lines go on, by x then y; one where two lines meet is listed once (IU-4.L)."""
    ends = {line.end: line for line in state.lines if not line.finished}
    return [(cell, ends[cell], fit(board, state.lines, cell, ends[cell].heading)) for cell in sorted(ends)]


def _all_placements(state: State, sites: list[Site]) -> Iterator[Placement]:
    """What the laying rules allow, IU-4.B apart."""
    tracks = [
        (cell, way.edges)
        for cell, line, here in sites
        if here.joined is None or suits(line, *station_of(here.joined))  # IU-4.K
        for way in here.ways
    ]
    for tile in TRACK_TILES:
        if tile in state.open:
            straight = tile[0] == "s"
            for (x, y), edges in tracks:
                if (edges in STRAIGHTS) == straight:
                    yield LayTrack(tile, x, y, edges)
    if not state.station_laid:  # IU-3.3
        yield from _stations(state, sites)


def _stations(state: State, sites: list[Site]) -> Iterator[Placement]:
    plain = [(cell, line, here.ways[0].edges) for cell, line, here in sites if here.plain]
    crossing = [
        (cell, line, None if here.crossed is None else state.lines[here.crossed])
        for cell, line, here in sites
        if here.crossing
    ]
    for seat, player in enumerate(state.players):
        for station in STATION_TILES:
            if station not in player.open:
                continue
            value = VALUE_OF[station]
            if station not in CROSSINGS:
                for (x, y), line, edges in plain:
                    if suits(line, seat, value):
                        yield LayStation(seat, station, x, y, edges)
                continue
            for (x, y), line, other in crossing:
                if suits(line, seat, value) and (other is None or suits(other, seat, value)):  # IU-4.L
                    yield LayStation(seat, station, x, y)
