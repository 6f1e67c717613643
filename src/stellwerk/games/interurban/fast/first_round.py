"""Which tiles finish no line, in the fast core: asked by IU-4.B in the first round, and by the evaluation.

As in `first_round`, a look at the cells around answers for most tiles. Otherwise it is asked once for each
end of a line which other lines a tile there could finish at all: only they are looked at with the tile laid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.layout import (
    ACCEPTED,
    BESIDE_START,
    COLUMN,
    CROSSINGS,
    DEPTH,
    ECONOMIC,
    EDGES,
    END,
    FINISHED,
    FIRST_STATION,
    HEADING,
    JOINED,
    JOINED_BY_ALL,
    LINE_SIZE,
    LINES,
    OWNER,
    REFUSED,
    STATION,
    TAKEN,
    VALUES,
    curve_edges,
    distance,
    other_edge,
    step,
    straight_edges,
)
from stellwerk.games.interurban.fast.lines import add_station, lay, refused, search, station_of

if TYPE_CHECKING:
    from librt.vecs import vec

ANY_STRAIGHT: Final = 2
ANY_CURVE: Final = 4
"""Worthless ones, which stand for all where values do not matter."""
EVERY_STATION: Final = -1
"""As `TAKEN`: the line accepts none."""


def lines_at_risk(board: vec[u8], state: vec[i64], line: i64) -> i64:
    """The other lines, as bits, that some tile at a line's end might finish; -1 where one of them ends too.

    No tile is worse than a crossing that every line refuses: nothing fits beside it.
    """
    cell, taken, last = state[line + END], state[line + TAKEN], state[CROSSINGS] + 1
    near = _lines_near(state, line, cell)
    if near <= 0:
        return near
    before = board[cell]
    board[cell] = u8(EDGES | STATION)
    state[CROSSINGS] = last
    state[CROSSINGS + last] = cell << 8 | REFUSED
    state[line + TAKEN] = EVERY_STATION
    lines: i64 = 0
    bit: i64 = 1
    other: i64 = 0
    while near >= bit:
        if near & bit and not search(board, state, other, state[other + END], state[other + HEADING], 1):
            lines |= bit
        bit <<= 1
        other += LINE_SIZE
    board[cell] = before
    state[CROSSINGS] = last - 1
    state[CROSSINGS + last] = 0
    state[line + TAKEN] = taken
    return lines


def _lines_near(state: vec[i64], line: i64, cell: i64) -> i64:
    """The other lines, as bits, whose way out may lead past a cell; -1 where one of them ends there."""
    lines: i64 = 0
    bit: i64 = 1
    other: i64 = 0
    while other < LINES * LINE_SIZE:
        end = state[other + END]
        if end == cell:
            if other != line:
                return -1
        elif not state[other + FINISHED] and distance(end, cell) <= state[other + DEPTH]:
            lines |= bit
        bit <<= 1
        other += LINE_SIZE
    return lines


def ways_left_open(board: vec[u8], state: vec[i64], line: i64, fits: i64, risk: i64) -> i64:
    """What fits a line's end without the ways on which track would finish it or one at risk (IU-4.B)."""
    one: i64 = 1
    cell, heading = state[line + END], state[line + HEADING]
    out: i64 = 0
    while out < 4:
        if fits >> out & 1:
            edges = straight_edges(heading) if out == heading else curve_edges(heading, out)
            if risk < 0 or fits & JOINED:
                tile = ANY_STRAIGHT if out == heading else ANY_CURVE
                finished = _finishes(board, state, cell << 12 | edges << 8 | tile)
            else:
                finished = not _open_after_track(board, state, line, edges, out, risk)
            if finished:
                fits ^= one << out
        out += 1
    return fits


def stations_left_open(
    board: vec[u8], state: vec[i64], line: i64, edges: i64, stations: i64, risk: i64
) -> i64:
    """Those of some stations, all with these edges, that finish neither the line nor one at risk (IU-4.B)."""
    one: i64 = 1
    left: i64 = 0
    cell, heading = state[line + END], state[line + HEADING]
    beyond = cell + step(heading)
    if risk >= 0 and _station_values(state[line + VALUES]) < 3:  # IU-5.1 cannot
        if (
            not risk
            and in_the_open(board, beyond, heading)
            and in_the_open(board, beyond + step(heading), heading)  # IU-4.C
        ) or _open_after_station(board, state, line, edges, REFUSED, risk):
            return stations
        if not _open_after_station(board, state, line, edges, ACCEPTED, risk):
            return 0
        if edges == EDGES and _open_after_station(board, state, line, edges, JOINED_BY_ALL, risk):
            left = stations & ~_refused_by(state, risk)
            stations ^= left
    station: i64 = 0
    while stations >> station:
        if stations >> station & 1:
            if risk < 0:
                tile = FIRST_STATION + (station >> 2 << 3) + (station & 3)
                finished = _finishes(board, state, cell << 12 | edges << 8 | tile)
            else:
                finished = not _open_after_station(board, state, line, edges, station, risk)
            if not finished:
                left |= one << station
        station += 1
    return left


def _refused_by(state: vec[i64], lines: i64) -> i64:
    """The stations that any of some lines, as bits, may not get next."""
    stations: i64 = 0
    line: i64 = 0
    while lines:
        if lines & 1:
            stations |= refused(state, line)
        lines >>= 1
        line += LINE_SIZE
    return stations


def _finishes(board: vec[u8], state: vec[i64], move: i64) -> bool:
    """Whether a tile finishes any line: everything is laid on trial."""
    cell = move >> 12
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


def leaves_all_open(board: vec[u8], state: vec[i64], line: i64, move: i64) -> bool:
    """Whether a tile certainly finishes no line; not told where it extends two or runs into a crossing."""
    cell, edges, out = move >> 12, move >> 8 & EDGES, state[line + HEADING]
    is_track = move & 63 < FIRST_STATION
    if is_track:
        out = other_edge(edges, out ^ 2)
    if i64(board[cell + step(out)]) & EDGES:
        return False
    lines = _lines_near(state, line, cell)
    if lines < 0:
        return False
    if is_track:
        return _open_after_track(board, state, line, edges, out, lines)
    return _open_after_station(board, state, line, edges, station_of(move & 63), lines)


def _open_after_track(board: vec[u8], state: vec[i64], line: i64, edges: i64, out: i64, others: i64) -> bool:
    """Whether a line and some others go on after track: it is laid in place, and taken back.

    As far as that matters; it extends this line only and runs into no crossing.
    """
    cell, heading = state[line + END], state[line + HEADING]
    end, before = cell + step(out), board[cell]
    is_open = in_the_open(board, end, out)
    if is_open and not others:
        return True
    board[cell] = u8(edges)
    if not is_open:
        is_open = search(board, state, line, end, out, 1) > 0
    if is_open and others:
        state[line + END] = end
        state[line + HEADING] = out
        is_open = _all_open(board, state, others)
        state[line + END] = cell
        state[line + HEADING] = heading
    board[cell] = before
    return is_open


def _open_after_station(
    board: vec[u8], state: vec[i64], line: i64, edges: i64, station: i64, others: i64
) -> bool:
    """The same after a station; nor does it leave the line without a value to come."""
    cell, heading, owner = state[line + END], state[line + HEADING], state[line + OWNER]
    taken, values, economic = state[line + TAKEN], state[line + VALUES], state[line + ECONOMIC]
    end, before = cell + step(heading), board[cell]
    board[cell] = u8(edges | STATION)
    _add_station(state, line, station)
    if edges == EDGES:
        state[CROSSINGS] += 1
        state[CROSSINGS + state[CROSSINGS]] = cell << 8 | station
    state[line + END] = end
    is_open = (
        state[line + VALUES] != EDGES
        and search(board, state, line, end, heading, 1) > 0
        and _all_open(board, state, others)
    )
    if edges == EDGES:
        state[CROSSINGS + state[CROSSINGS]] = 0
        state[CROSSINGS] -= 1
    board[cell] = before
    state[line + END] = cell
    state[line + OWNER] = owner
    state[line + TAKEN] = taken
    state[line + VALUES] = values
    state[line + ECONOMIC] = economic
    return is_open


def _add_station(state: vec[i64], line: i64, station: i64) -> None:
    """A station comes onto a line; those that stand for all others leave it every station or none."""
    if station < ACCEPTED:
        add_station(state, line, station)
    elif station == ACCEPTED:
        state[line + TAKEN] = 0
        state[line + OWNER] = 5
    else:
        state[line + TAKEN] = EVERY_STATION


def _all_open(board: vec[u8], state: vec[i64], lines: i64) -> bool:
    """Whether some lines, as bits, have a way to another station."""
    line: i64 = 0
    while lines:
        if lines & 1 and not search(board, state, line, state[line + END], state[line + HEADING], 1):
            return False
        lines >>= 1
        line += LINE_SIZE
    return True


def in_the_open(board: vec[u8], cell: i64, heading: i64) -> bool:
    """Whether nothing lies in a cell nor on the three cells beyond: everything fits there."""
    ahead = step(heading)
    side = COLUMN + 1 - ahead if ahead > 0 else COLUMN + 1 + ahead
    around = i64(board[cell + ahead]) | i64(board[cell + side]) | i64(board[cell - side])
    return not (i64(board[cell]) & (EDGES | BESIDE_START) or around & EDGES)


def concerns_only(state: vec[i64], line: i64, cell: i64) -> bool:
    """Whether a tile in a cell leaves all other lines the ways they have."""
    number: i64 = 0
    while number < LINES:
        other = number * LINE_SIZE
        concerned = distance(state[other + END], cell) <= state[other + DEPTH]
        if concerned and other != line and not state[other + FINISHED]:
            return False
        number += 1
    return True


def _station_values(values: i64) -> i64:
    """How many station values a line has."""
    return (values & 1) + (values >> 1 & 1) + (values >> 2 & 1) + (values >> 3)
