"""IU-5.2 once more, slow and simple: try every tile with the laying rules themselves, step by step.

Built on `laying.check_laying`, which the quick search does not use. It tries all stations of all colours in
both orientations, then all track tiles, one step further each time, until a station fits or no track leads
further.
"""

from __future__ import annotations

from stellwerk import IllegalAction
from stellwerk.games.interurban.law.data import STATION_TILES
from stellwerk.games.interurban.law.grid import ALL_EDGES, CURVES, STRAIGHTS
from stellwerk.games.interurban.law.laying import check_laying
from stellwerk.games.interurban.law.lines import extend
from stellwerk.games.interurban.law.state import Board, Laid, Line

Lines = tuple[Line, ...]
LIMIT = 40
"""Deeper than any pocket in the tests."""


def can_get_a_station(board: Board, lines: Lines, number: int, seats: int) -> bool:
    """True if a line can ever get another station (IU-5.2, lookahead)."""
    reach = [(board, lines)]
    for _ in range(LIMIT):
        if any(_gets_a_station(*position, number, seats) for position in reach):
            return True
        reach = [further for position in reach for further in _one_track_further(*position, number)]
        if not reach:
            return False
    raise AssertionError("too deep for this test")


def anything_fits(board: Board, lines: Lines, number: int, seats: int) -> bool:
    """True if any tile fits the cell at a line's end (IU-5.2, next_cell)."""
    cell = lines[number].end
    return any(_fits(board, lines, laid) for laid in (*_stations(cell, seats), *_tracks(cell)))


def _gets_a_station(board: Board, lines: Lines, number: int, seats: int) -> bool:
    line = lines[number]
    if any(_fits(board, lines, laid) for laid in _stations(line.end, seats)):
        return True
    for laid in _tracks(line.end):
        if _fits(board, lines, laid):
            longer, _ = extend({**board, laid.cell: laid}, lines, laid)
            if len(longer[number].stations) > len(line.stations):
                return True
    return False


def _one_track_further(board: Board, lines: Lines, number: int) -> list[tuple[Board, Lines]]:
    found = []
    for laid in _tracks(lines[number].end):
        if _fits(board, lines, laid):
            larger = {**board, laid.cell: laid}
            found.append((larger, extend(larger, lines, laid)[0]))
    return found


def _fits(board: Board, lines: Lines, laid: Laid) -> bool:
    try:
        check_laying(board, lines, laid)
    except IllegalAction:
        return False
    return True


def _stations(cell: tuple[int, int], seats: int) -> list[Laid]:
    return [
        Laid(cell, edges, tile, seat)
        for seat in range(seats)
        for tile in STATION_TILES
        for edges in ((ALL_EDGES,) if tile[0] == "x" else STRAIGHTS)
    ]


def _tracks(cell: tuple[int, int]) -> list[Laid]:
    return [Laid(cell, edges, "s0" if edges in STRAIGHTS else "c0") for edges in STRAIGHTS + CURVES]
