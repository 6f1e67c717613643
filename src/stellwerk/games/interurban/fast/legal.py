"""The legal moves of the fast core, in the order of the notation: track, stations, end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban.fast.first_round import lines_at_risk, stations_left_open, ways_left_open
from stellwerk.games.interurban.fast.layout import (
    CROSSED,
    CROSSING,
    EDGES,
    END,
    END_TURN,
    FINISHED,
    FIRST_CURVE,
    FIRST_STATION,
    HEADING,
    JOINED,
    LAID,
    LINE_SIZE,
    LINES,
    OPEN_CROSSING,
    OPEN_PLAIN,
    OPEN_TRACK,
    PLAIN,
    SEATS,
    STATION_LAID,
    TURNS,
    curve_edges,
    first_curve,
    straight_edges,
)
from stellwerk.games.interurban.fast.lines import fit, joins, refused

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64, u8

# the buffer of moves; behind more moves than any position has (3 track tiles in 36 places, 15 stations in 6,
# the end of the turn) it has room for what they are listed from
SITES: Final = 200
SITE_SIZE: Final = 7
"""A site is a line that goes on, what fits at its end, the lines at risk (IU-4.B), the move there without the
tile for what lies straight, and the same where it fits (0: it does not) of straights and both curves."""
PLAIN_SITES: Final = SITES + LINES * SITE_SIZE
"""The plain stations that a site takes, and the move there without the station; 0 after the last site."""
CROSSING_SITES: Final = PLAIN_SITES + 2 * LINES + 1
"""The same for crossings."""
ROOM: Final = CROSSING_SITES + 2 * LINES + 1
"""The size of the buffer."""


def list_moves(board: vec[u8], state: vec[i64], moves: vec[i64]) -> i64:
    """Write the legal moves of a turn that goes on; gives their number."""
    end = _list_sites(board, state, moves)
    number = _list_track(state, moves, end)
    if not state[STATION_LAID]:  # IU-3.3
        number = _list_stations(board, state, moves, end, number)
    if state[LAID]:  # IU-3.7
        moves[number] = END_TURN
        number += 1
    return number


def _list_sites(board: vec[u8], state: vec[i64], sites: vec[i64]) -> i64:
    """Write the sites in the order of their cells; gives the end of the list."""
    first_round = state[TURNS] < state[SEATS]
    lines = _order_lines(state, sites)
    last: i64 = SITES
    place: i64 = PLAIN_SITES
    while place < lines:
        cell, line = sites[place] >> 7, sites[place] & 127
        place += 1
        if place < lines and sites[place] >> 7 == cell:
            continue  # where two lines meet, the later one counts (IU-4.L)
        fits = fits_now(board, state, line)
        sites[last] = line
        if first_round and fits:
            risk = lines_at_risk(board, state, line)
            fits = ways_left_open(board, state, line, fits, risk)
            sites[last + 2] = risk
        _write_site(sites, last, cell << 12, state[line + HEADING], fits)
        last += SITE_SIZE
    return last


def _write_site(sites: vec[i64], place: i64, cell: i64, heading: i64, fits: i64) -> None:
    """Write what fits a site, and the moves there; its cell is as in moves."""
    straight = cell | straight_edges(heading) << 8
    out = first_curve(heading)
    sites[place + 1] = fits
    sites[place + 3] = straight
    sites[place + 4] = straight * (fits >> heading & 1)
    sites[place + 5] = (cell | curve_edges(heading, out) << 8) * (fits >> out & 1)
    out ^= 2
    sites[place + 6] = (cell | curve_edges(heading, out) << 8) * (fits >> out & 1)


def _order_lines(state: vec[i64], lines: vec[i64]) -> i64:
    """Write the lines that go on in the order of their cells, as cell * 128 + line; gives the end."""
    last: i64 = PLAIN_SITES
    line: i64 = 0
    while line < LINES * LINE_SIZE:
        if not state[line + FINISHED]:
            key = state[line + END] << 7 | line
            place = last
            while place > PLAIN_SITES and lines[place - 1] > key:
                lines[place] = lines[place - 1]
                place -= 1
            lines[place] = key
            last += 1
        line += LINE_SIZE
    return last


def fits_now(board: vec[u8], state: vec[i64], line: i64) -> i64:
    """What fits the cell at a line's end, with IU-4.K; IU-4.B apart."""
    cell = state[line + END]
    fits = fit(board, state, cell, state[line + HEADING])
    if fits & JOINED and not joins(state, line, cell, fits):
        return 0
    return fits


def _list_track(state: vec[i64], moves: vec[i64], end: i64) -> i64:
    """Write the moves that lay track at the sites up to `end`; gives their number."""
    number: i64 = 0
    tile: i64 = 0
    while tile < FIRST_STATION:
        if state[OPEN_TRACK] >> (tile * 4) & 15:
            place: i64 = SITES
            while place < end:
                if tile < FIRST_CURVE:
                    if moves[place + 4]:
                        moves[number] = moves[place + 4] | tile
                        number += 1
                else:
                    if moves[place + 5]:
                        moves[number] = moves[place + 5] | tile
                        number += 1
                    if moves[place + 6]:
                        moves[number] = moves[place + 6] | tile
                        number += 1
                place += SITE_SIZE
        tile += 1
    return number


def _list_stations(board: vec[u8], state: vec[i64], moves: vec[i64], end: i64, number: i64) -> i64:
    """Write the moves that lay a station after the others; gives the number of all."""
    plain = _find_stations(board, state, moves, end, state[OPEN_PLAIN], PLAIN_SITES)
    crossing = _find_stations(board, state, moves, end, state[OPEN_CROSSING], CROSSING_SITES)
    station: i64 = 0
    while (plain | crossing) >> station:
        tile = FIRST_STATION + station * 2
        number = _list_seat(moves, number, plain >> station & 15, station, tile, PLAIN_SITES)
        number = _list_seat(moves, number, crossing >> station & 15, station, tile + 4, CROSSING_SITES)
        station += 4
    return number


def _find_stations(board: vec[u8], state: vec[i64], moves: vec[i64], end: i64, shown: i64, last: i64) -> i64:
    """List the sites that take any of the open stations of a kind; gives all stations that they take."""
    kind: i64 = PLAIN
    edges: i64 = 0
    if last == CROSSING_SITES:
        kind, edges = CROSSING, EDGES << 8
    anywhere: i64 = 0
    place: i64 = SITES
    while place < end:
        if moves[place + 1] & kind:
            line, move = moves[place], moves[place + 3] | edges
            stations = shown & ~_refused_at(state, line, moves[place + 1])
            if stations and state[TURNS] < state[SEATS]:
                stations = stations_left_open(
                    board, state, line, move >> 8 & EDGES, stations, moves[place + 2]
                )
            if stations:
                anywhere |= stations
                moves[last] = stations
                moves[last + 1] = move
                last += 2
        place += SITE_SIZE
    moves[last] = 0
    return anywhere


def _refused_at(state: vec[i64], line: i64, fits: i64) -> i64:
    """The stations that may not lie at a line's end, as bits."""
    if fits >> CROSSED:
        return refused(state, line) | refused(state, ((fits >> CROSSED) - 1) * LINE_SIZE)  # IU-4.L
    return refused(state, line)


def _list_seat(moves: vec[i64], number: i64, values: i64, station: i64, tile: i64, sites: i64) -> i64:
    """Write the moves that lay stations of a seat and a kind; gives the number of all."""
    while values:
        if values & 1:
            place = sites
            while moves[place]:
                if moves[place] >> station & 1:
                    moves[number] = moves[place + 1] | tile
                    number += 1
                place += 2
        values >>= 1
        station += 1
        tile += 1
    return number


def can_lay(board: vec[u8], state: vec[i64]) -> bool:
    """Whether any open tile can be laid (IU-3.4, IU-3.7)."""
    one: i64 = 1
    straights = state[OPEN_TRACK] & 0xFFF != 0
    curves = state[OPEN_TRACK] >> 12 != 0
    first_round = state[TURNS] < state[SEATS]
    line: i64 = 0
    while line < LINES * LINE_SIZE:
        if not state[line + FINISHED]:
            fits = fits_now(board, state, line)
            risk: i64 = 0
            if first_round and fits:
                risk = lines_at_risk(board, state, line)
                fits = ways_left_open(board, state, line, fits, risk)
            ahead = one << state[line + HEADING]
            if (straights and fits & ahead) or (curves and fits & EDGES & ~ahead):
                return True
            if not state[STATION_LAID] and _any_station(board, state, line, fits, risk):
                return True
        line += LINE_SIZE
    return False


def _any_station(board: vec[u8], state: vec[i64], line: i64, fits: i64, risk: i64) -> bool:
    """Whether an open station can be laid at the end of a line."""
    suitable = ~_refused_at(state, line, fits)
    plain: i64 = 0
    crossing: i64 = 0
    if fits & PLAIN:
        plain = state[OPEN_PLAIN] & suitable
    if fits & CROSSING:
        crossing = state[OPEN_CROSSING] & suitable
    if state[TURNS] < state[SEATS]:
        if plain:
            edges = straight_edges(state[line + HEADING])
            plain = stations_left_open(board, state, line, edges, plain, risk)
        if crossing:
            crossing = stations_left_open(board, state, line, EDGES, crossing, risk)
    return plain | crossing != 0
