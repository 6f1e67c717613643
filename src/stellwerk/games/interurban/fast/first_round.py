"""IU-4.B in the fast core: which tiles at a line's end finish no line.

As in `law.first_round`, many tiles are judged at once. First, `lines_at_risk` finds the other lines that any
tile at this end could finish; usually there are none, and only the line itself has to be looked at. Track is
then judged by the direction it leads, whatever it is worth. Stations are judged together as long as imaginary
ones (ACCEPTED, JOINED_BY_ALL, REFUSED in `layout`) give the answer for all of them.

Where two lines end on the same cell the risk is SHARED_END, and each tile is laid on a copy of the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.finish import SHARED_END, lines_near, way_out
from stellwerk.games.interurban.fast.fitting import in_the_open
from stellwerk.games.interurban.fast.laying import lay
from stellwerk.games.interurban.fast.layout import (
    ACCEPTED,
    EDGES,
    END,
    FINISHED,
    FIRST_STATION,
    HEADING,
    JOINED,
    JOINED_BY_ALL,
    LINE_SIZE,
    LINES,
    REFUSED,
    STATION,
    TAKEN,
    VALUES,
    cell_of,
    count_values,
    curve_edges,
    step,
    straight_edges,
    to_move,
)
from stellwerk.games.interurban.fast.lines import add_crossing, refused, remove_crossing
from stellwerk.games.interurban.fast.trial import EVERY_STATION, goes_on_after_station, goes_on_after_track

if TYPE_CHECKING:
    from librt.vecs import vec

ANY_STRAIGHT: Final = 2
ANY_CURVE: Final = 4
"""The worthless tiles, which stand for all others where values do not matter."""


def lines_at_risk(board: vec[u8], state: vec[i64], line: i64) -> i64:
    """The other lines, as bits, that some tile at a line's end might finish, or SHARED_END.

    The worst tile is a crossing that every line refuses: nothing fits beside it. It is laid on trial.
    """
    cell, taken = state[line + END], state[line + TAKEN]
    near = lines_near(state, line, cell)
    if near <= 0:
        return near
    before = board[cell]
    board[cell] = u8(EDGES | STATION)
    add_crossing(state, cell, REFUSED)
    state[line + TAKEN] = EVERY_STATION
    lines: i64 = 0
    bit: i64 = 1
    other: i64 = 0
    while near >= bit:
        if near & bit and not way_out(board, state, other):
            lines |= bit
        bit <<= 1
        other += LINE_SIZE
    board[cell] = before
    remove_crossing(state)
    state[line + TAKEN] = taken
    return lines


def allowed_ways(board: vec[u8], state: vec[i64], line: i64, fits: i64, risk: i64) -> i64:
    """What fits a line's end, without the ways on which track would finish it or a line at risk."""
    one: i64 = 1
    cell, heading = state[line + END], state[line + HEADING]
    out: i64 = 0
    while out < 4:
        if fits >> out & 1:
            edges = straight_edges(heading) if out == heading else curve_edges(heading, out)
            if risk == SHARED_END or fits & JOINED:
                tile = ANY_STRAIGHT if out == heading else ANY_CURVE
                finished = _finishes(board, state, to_move(cell, edges, tile))
            else:
                finished = not goes_on_after_track(board, state, line, edges, out, risk)
            if finished:
                fits ^= one << out
        out += 1
    return fits


def allowed_stations(board: vec[u8], state: vec[i64], line: i64, edges: i64, stations: i64, risk: i64) -> i64:
    """Those of a set of stations, all with these edges, that finish neither a line nor one at risk."""
    one: i64 = 1
    allowed: i64 = 0
    if risk != SHARED_END and count_values(state[line + VALUES]) < 3:  # IU-5.1 is out of reach
        if _all_allowed(board, state, line, edges, risk):
            return stations
        if not goes_on_after_station(board, state, line, edges, ACCEPTED, risk):
            return 0
        if edges == EDGES and goes_on_after_station(board, state, line, edges, JOINED_BY_ALL, risk):
            allowed = stations & ~_refused_by_any(state, risk)
    rest = stations ^ allowed
    station: i64 = 0
    while rest >> station:
        if rest >> station & 1 and not _station_finishes(board, state, line, edges, station, risk):
            allowed |= one << station
        station += 1
    return allowed


def _all_allowed(board: vec[u8], state: vec[i64], line: i64, edges: i64, risk: i64) -> bool:
    """True if no station with these edges finishes a line by IU-5.2, whoever owns it."""
    heading = state[line + HEADING]
    beyond = state[line + END] + step(heading)
    return (
        not risk
        and in_the_open(board, beyond, heading)
        and in_the_open(board, beyond + step(heading), heading)  # IU-4.C: the next station may lie here
    ) or goes_on_after_station(board, state, line, edges, REFUSED, risk)


def _station_finishes(
    board: vec[u8], state: vec[i64], line: i64, edges: i64, station: i64, risk: i64
) -> bool:
    """True if this very station finishes a line."""
    if risk == SHARED_END:
        tile = FIRST_STATION + (station >> 2 << 3) + (station & 3)
        return _finishes(board, state, to_move(state[line + END], edges, tile))
    return not goes_on_after_station(board, state, line, edges, station, risk)


def _refused_by_any(state: vec[i64], lines: i64) -> i64:
    """The set of stations that any of some lines, given as bits, may not get next."""
    stations: i64 = 0
    line: i64 = 0
    while lines:
        if lines & 1:
            stations |= refused(state, line)
        lines >>= 1
        line += LINE_SIZE
    return stations


def _finishes(board: vec[u8], state: vec[i64], move: i64) -> bool:
    """True if a tile finishes any line: it is laid on a copy of the state."""
    cell = cell_of(move)
    before = board[cell]
    trial = state[:]
    lay(board, trial, move)
    board[cell] = before
    number: i64 = 0
    while number < LINES:
        place = number * LINE_SIZE + FINISHED
        if trial[place] != state[place]:
            return True
        number += 1
    return False
