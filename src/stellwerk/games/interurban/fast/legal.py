"""The legal moves of the fast core, in the order of the notation: track, stations, end of the turn.

A site is the cell at the end of an unfinished line. The sites are found once, in the order of their cells;
then every open tile is matched with every site. All of it happens in one buffer, which the caller keeps:

      0 … 199   the moves: at most 36 that lay track, 90 that lay a station, and the end of the turn
    200 … 241   SITES: up to six of SITE_SIZE fields, see below
    242 … 254   PLAIN_SITES: pairs of the plain stations a site takes, and the move there without its tile
    255 … 267   CROSSING_SITES: the same for crossings

A pair whose set of stations is 0 ends a list of pairs. While the sites are put in order, PLAIN_SITES holds
the unfinished lines as `cell << 7 | line`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban.fast.first_round import allowed_stations, allowed_ways, lines_at_risk
from stellwerk.games.interurban.fast.fitting import fit
from stellwerk.games.interurban.fast.layout import (
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
    edges_of,
    first_curve,
    straight_edges,
    to_move,
)
from stellwerk.games.interurban.fast.lines import joins, refused_at

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64, u8

SITES: Final = 200
SITE_SIZE: Final = 7
LINE: Final = 0
FITS: Final = 1
RISK: Final = 2
"""The lines at risk in the first round (see `first_round`)."""
AXIS: Final = 3
"""The move that lays a tile straight on, without the tile, whether it fits or not."""
STRAIGHT: Final = 4
"""The move that lays a straight, without the tile; 0 if none fits."""
CURVE: Final = 5
"""The same for the first curve; the next field is the second curve's."""
PLAIN_SITES: Final = SITES + LINES * SITE_SIZE
CROSSING_SITES: Final = PLAIN_SITES + 2 * LINES + 1
ROOM: Final = CROSSING_SITES + 2 * LINES + 1
"""The size of the buffer."""


def list_moves(board: vec[u8], state: vec[i64], moves: vec[i64]) -> i64:
    """Write the legal moves of a turn that goes on into the buffer; returns how many there are."""
    end = _list_sites(board, state, moves)
    count = _list_track(state, moves, end)
    if not state[STATION_LAID]:  # IU-3.3
        count = _list_stations(board, state, moves, end, count)
    if state[LAID]:  # IU-3.7
        moves[count] = END_TURN
        count += 1
    return count


def can_lay(board: vec[u8], state: vec[i64]) -> bool:
    """True if any open tile can be laid (IU-3.4, IU-3.7)."""
    one: i64 = 1
    straights = state[OPEN_TRACK] & 0xFFF != 0
    curves = state[OPEN_TRACK] >> 12 != 0
    first_round = state[TURNS] < state[SEATS]
    line: i64 = 0
    while line < LINES * LINE_SIZE:
        if not state[line + FINISHED]:
            fits = _fits_now(board, state, line)
            risk: i64 = 0
            if first_round and fits:  # IU-4.B
                risk = lines_at_risk(board, state, line)
                fits = allowed_ways(board, state, line, fits, risk)
            ahead = one << state[line + HEADING]
            if (straights and fits & ahead) or (curves and fits & EDGES & ~ahead):
                return True
            if not state[STATION_LAID] and _takes_a_station(board, state, line, fits, risk):
                return True
        line += LINE_SIZE
    return False


# sites


def _list_sites(board: vec[u8], state: vec[i64], moves: vec[i64]) -> i64:
    """Write the sites in the order of their cells; returns the end of the list."""
    first_round = state[TURNS] < state[SEATS]
    lines = _order_lines(state, moves)
    end: i64 = SITES
    place: i64 = PLAIN_SITES
    while place < lines:
        cell, line = moves[place] >> 7, moves[place] & 127
        place += 1
        if place < lines and moves[place] >> 7 == cell:
            continue  # where two lines meet, the later one counts (IU-4.L)
        fits = _fits_now(board, state, line)
        risk: i64 = 0
        if first_round and fits:  # IU-4.B
            risk = lines_at_risk(board, state, line)
            fits = allowed_ways(board, state, line, fits, risk)
        moves[end + LINE] = line
        moves[end + RISK] = risk
        _write_fits(moves, end, cell, state[line + HEADING], fits)
        end += SITE_SIZE
    return end


def _order_lines(state: vec[i64], moves: vec[i64]) -> i64:
    """Write the unfinished lines to PLAIN_SITES in the order of their cells; returns the end of the list."""
    end: i64 = PLAIN_SITES
    line: i64 = 0
    while line < LINES * LINE_SIZE:
        if not state[line + FINISHED]:
            key = state[line + END] << 7 | line
            place = end
            while place > PLAIN_SITES and moves[place - 1] > key:
                moves[place] = moves[place - 1]
                place -= 1
            moves[place] = key
            end += 1
        line += LINE_SIZE
    return end


def _fits_now(board: vec[u8], state: vec[i64], line: i64) -> i64:
    """What fits a line's end (see `fitting`), with IU-4.K but without IU-4.B."""
    cell = state[line + END]
    fits = fit(board, state, cell, state[line + HEADING])
    if fits & JOINED and not joins(state, line, cell, fits):
        return 0
    return fits


def _write_fits(moves: vec[i64], site: i64, cell: i64, heading: i64, fits: i64) -> None:
    """Write what fits a site, and the moves there that only lack their tile."""
    moves[site + FITS] = fits
    straight = to_move(cell, straight_edges(heading), 0)
    out = first_curve(heading)
    moves[site + AXIS] = straight
    moves[site + STRAIGHT] = straight * (fits >> heading & 1)
    moves[site + CURVE] = to_move(cell, curve_edges(heading, out), 0) * (fits >> out & 1)
    out ^= 2
    moves[site + CURVE + 1] = to_move(cell, curve_edges(heading, out), 0) * (fits >> out & 1)


# track


def _list_track(state: vec[i64], moves: vec[i64], end: i64) -> i64:
    """Write the moves that lay track at the sites up to `end`; returns how many there are."""
    count: i64 = 0
    tile: i64 = 0
    while tile < FIRST_STATION:
        if state[OPEN_TRACK] >> (tile * 4) & 15:
            site: i64 = SITES
            while site < end:
                if tile < FIRST_CURVE:
                    if moves[site + STRAIGHT]:
                        moves[count] = moves[site + STRAIGHT] | tile
                        count += 1
                else:
                    if moves[site + CURVE]:
                        moves[count] = moves[site + CURVE] | tile
                        count += 1
                    if moves[site + CURVE + 1]:
                        moves[count] = moves[site + CURVE + 1] | tile
                        count += 1
                site += SITE_SIZE
        tile += 1
    return count


# stations


def _list_stations(board: vec[u8], state: vec[i64], moves: vec[i64], end: i64, count: i64) -> i64:
    """Write the moves that lay a station after the others; returns how many moves there are."""
    plain = _find_stations(board, state, moves, end, state[OPEN_PLAIN], PLAIN_SITES)
    crossing = _find_stations(board, state, moves, end, state[OPEN_CROSSING], CROSSING_SITES)
    station: i64 = 0
    while (plain | crossing) >> station:
        tile = FIRST_STATION + station * 2
        count = _list_seat(moves, count, plain >> station & 15, station, tile, PLAIN_SITES)
        count = _list_seat(moves, count, crossing >> station & 15, station, tile + 4, CROSSING_SITES)
        station += 4
    return count


def _find_stations(board: vec[u8], state: vec[i64], moves: vec[i64], end: i64, shown: i64, last: i64) -> i64:
    """List the sites that take any of the open stations of a kind; returns all stations that they take."""
    kind: i64 = PLAIN
    edges: i64 = 0
    if last == CROSSING_SITES:
        kind, edges = CROSSING, EDGES << 8
    found: i64 = 0
    site: i64 = SITES
    while site < end:
        fits = moves[site + FITS]
        if fits & kind:
            move = moves[site + AXIS] | edges
            stations = _stations_at(
                board, state, moves[site + LINE], fits, moves[site + RISK], shown, edges_of(move)
            )
            if stations:
                found |= stations
                moves[last] = stations
                moves[last + 1] = move
                last += 2
        site += SITE_SIZE
    moves[last] = 0
    return found


def _list_seat(moves: vec[i64], count: i64, values: i64, station: i64, tile: i64, sites: i64) -> i64:
    """Write the moves that lay a seat's stations of one kind; returns how many moves there are.

    `station` and `tile` are those of value 1; `values` are the values that any site takes.
    """
    while values:
        if values & 1:
            place = sites
            while moves[place]:
                if moves[place] >> station & 1:
                    moves[count] = moves[place + 1] | tile
                    count += 1
                place += 2
        values >>= 1
        station += 1
        tile += 1
    return count


def _stations_at(
    board: vec[u8], state: vec[i64], line: i64, fits: i64, risk: i64, shown: i64, edges: i64
) -> i64:
    """Those of the open stations of a kind that can be laid at a line's end."""
    stations = shown & ~refused_at(state, line, fits)
    if stations and state[TURNS] < state[SEATS]:  # IU-4.B
        return allowed_stations(board, state, line, edges, stations, risk)
    return stations


def _takes_a_station(board: vec[u8], state: vec[i64], line: i64, fits: i64, risk: i64) -> bool:
    """True if an open station can be laid at the end of a line."""
    if fits & PLAIN:
        edges = straight_edges(state[line + HEADING])
        if _stations_at(board, state, line, fits, risk, state[OPEN_PLAIN], edges):
            return True
    return fits & CROSSING != 0 and (
        _stations_at(board, state, line, fits, risk, state[OPEN_CROSSING], EDGES) != 0
    )
