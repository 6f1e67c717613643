"""The legal moves of the fast core, in the order of the notation: track, stations, end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban.fast_first_round import concerns_only, finishes, in_the_open, is_harmless
from stellwerk.games.interurban.fast_layout import (
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
    step,
    straight_edges,
)
from stellwerk.games.interurban.fast_lines import fit, joins, refused

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64, u8

SITE_SIZE: Final = 7
"""A site is a line that goes on, its cell, its heading, what fits there, what is known about IU-4.B, and the
plain stations and the crossings that suit."""
SITES: Final = 200
"""Where the sites begin in the buffer of moves, behind more moves than any position has: 3 track tiles in 36
places, 15 stations in 6, the end of the turn."""
ROOM: Final = SITES + LINES * SITE_SIZE
"""The size of that buffer."""
ANY_TRACK: Final = 2
"""A worthless straight, which stands for all track tiles where values do not matter."""


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
    """Write the sites in the order of their cells; where two lines meet, the later line counts (IU-4.L).

    Gives the end of the list.
    """
    last: i64 = SITES
    number: i64 = 0
    while number < LINES:
        line = number * LINE_SIZE
        number += 1
        if state[line + FINISHED]:
            continue
        cell, place = state[line + END], last
        while place > SITES and sites[place - SITE_SIZE + 1] >= cell:
            place -= SITE_SIZE
        if place == last or sites[place + 1] != cell:
            _make_room(sites, place, last)
            last += SITE_SIZE
        sites[place] = line
        sites[place + 1] = cell
        sites[place + 2] = state[line + HEADING]
        sites[place + 3] = fits_now(board, state, line)
        sites[place + 4] = 0
    return last


def _make_room(sites: vec[i64], place: i64, last: i64) -> None:
    while last > place:
        last -= 1
        sites[last + SITE_SIZE] = sites[last]


def fits_now(board: vec[u8], state: vec[i64], line: i64) -> i64:
    """What fits the cell at a line's end, with IU-4.K, and IU-4.B for track."""
    cell, heading = state[line + END], state[line + HEADING]
    fits = fit(board, state, cell, heading)
    if fits & JOINED and not joins(state, line, cell, fits):
        return 0
    if state[TURNS] < state[SEATS] and fits & EDGES:
        return _without_finishing(board, state, line, fits)
    return fits


def _without_finishing(board: vec[u8], state: vec[i64], line: i64, fits: i64) -> i64:
    """What fits without the ways on which track would finish a line (IU-4.B)."""
    one: i64 = 1
    cell, heading = state[line + END], state[line + HEADING]
    apart = concerns_only(state, line, cell)
    out: i64 = 0
    while out < 4:
        if fits >> out & 1 and not (apart and in_the_open(board, cell + step(out), out)):
            edges = straight_edges(heading) if out == heading else curve_edges(heading, out)
            tile = ANY_TRACK if out == heading else ANY_TRACK + FIRST_CURVE - 1
            if finishes(board, state, cell << 12 | edges << 8 | tile):
                fits ^= one << out
        out += 1
    return fits


def _list_track(state: vec[i64], moves: vec[i64], end: i64) -> i64:
    """Write the moves that lay track at the sites up to `end`; gives their number."""
    number: i64 = 0
    tile: i64 = 0
    while tile < FIRST_STATION:
        if state[OPEN_TRACK] >> (tile * 4) & 15:
            place: i64 = SITES
            while place < end:
                cell, heading, fits = moves[place + 1], moves[place + 2], moves[place + 3]
                if tile < FIRST_CURVE:
                    if fits >> heading & 1:
                        moves[number] = cell << 12 | straight_edges(heading) << 8 | tile
                        number += 1
                else:
                    out = first_curve(heading)
                    if fits >> out & 1:
                        moves[number] = cell << 12 | curve_edges(heading, out) << 8 | tile
                        number += 1
                    out ^= 2
                    if fits >> out & 1:
                        moves[number] = cell << 12 | curve_edges(heading, out) << 8 | tile
                        number += 1
                place += SITE_SIZE
        tile += 1
    return number


def _list_stations(board: vec[u8], state: vec[i64], moves: vec[i64], end: i64, number: i64) -> i64:
    """Write the moves that lay a station after the others; gives the number of all."""
    plain, crossing = _suitable_anywhere(state, moves, end, 5), _suitable_anywhere(state, moves, end, 6)
    station: i64 = 0
    while (plain | crossing) >> station:
        value: i64 = station
        while value < station + 4:
            if plain >> value & 1:
                number = _list_station(board, state, moves, end, number, value, 5)
            value += 1
        value = station
        while value < station + 4:
            if crossing >> value & 1:
                number = _list_station(board, state, moves, end, number, value, 6)
            value += 1
        station += 4
    return number


def _suitable_anywhere(state: vec[i64], sites: vec[i64], end: i64, field: i64) -> i64:
    """Write into a field of each site which open stations may lie there, IU-4.B apart; gives all of them."""
    fitting: i64 = CROSSING if field == 6 else PLAIN
    shown = state[OPEN_CROSSING] if field == 6 else state[OPEN_PLAIN]
    anywhere: i64 = 0
    place: i64 = SITES
    while place < end:
        fits = sites[place + 3]
        suitable: i64 = 0
        if fits & fitting:
            suitable = shown & ~refused(state, sites[place])
            if fits >> CROSSED:
                suitable &= ~refused(state, ((fits >> CROSSED) - 1) * LINE_SIZE)  # IU-4.L
        sites[place + field] = suitable
        anywhere |= suitable
        place += SITE_SIZE
    return anywhere


def _list_station(
    board: vec[u8], state: vec[i64], moves: vec[i64], end: i64, number: i64, station: i64, field: i64
) -> i64:
    """Write the moves that lay one station."""
    first_round = state[TURNS] < state[SEATS]
    tile = FIRST_STATION + (station >> 2 << 3) + (station & 3) + (field - 5) * 4
    place: i64 = SITES
    while place < end:
        if moves[place + field] >> station & 1:
            edges: i64 = EDGES
            if field == 5:
                edges = straight_edges(moves[place + 2])
            move = moves[place + 1] << 12 | edges << 8 | tile
            if not first_round or not _finishes(board, state, moves, place, move):
                moves[number] = move
                number += 1
        place += SITE_SIZE
    return number


def _finishes(board: vec[u8], state: vec[i64], sites: vec[i64], place: i64, move: i64) -> bool:
    """Whether a station at a site finishes any line; keeps the answer where it holds for all stations."""
    known: i64 = 2 if move >> 8 & EDGES == EDGES else 1
    if not sites[place + 4] & known * 5:
        harmless = is_harmless(board, state, sites[place], sites[place + 2], move)
        sites[place + 4] |= known if harmless else known * 4
    return not sites[place + 4] & known and finishes(board, state, move)


def can_lay(board: vec[u8], state: vec[i64]) -> bool:
    """Whether any open tile can be laid (IU-3.4, IU-3.7)."""
    one: i64 = 1
    straights = state[OPEN_TRACK] & 0xFFF != 0
    curves = state[OPEN_TRACK] >> 12 != 0
    number: i64 = 0
    while number < LINES:
        line = number * LINE_SIZE
        if not state[line + FINISHED]:
            fits = fits_now(board, state, line)
            ahead = one << state[line + HEADING]
            if (straights and fits & ahead) or (curves and fits & EDGES & ~ahead):
                return True
            if not state[STATION_LAID] and _any_station(board, state, line, fits):
                return True
        number += 1
    return False


def _any_station(board: vec[u8], state: vec[i64], line: i64, fits: i64) -> bool:
    """Whether an open station can be laid at the end of a line."""
    refusing = refused(state, line)
    if fits >> CROSSED:
        refusing |= refused(state, ((fits >> CROSSED) - 1) * LINE_SIZE)
    plain: i64 = 0
    crossing: i64 = 0
    if fits & PLAIN:
        plain = state[OPEN_PLAIN] & ~refusing
    if fits & CROSSING:
        crossing = state[OPEN_CROSSING] & ~refusing
    if state[TURNS] >= state[SEATS]:
        return plain | crossing != 0
    cell, heading = state[line + END], state[line + HEADING]
    station: i64 = 0
    while (plain | crossing) >> station:
        tile = FIRST_STATION + (station >> 2 << 3) + (station & 3)
        if plain >> station & 1:
            move = cell << 12 | straight_edges(heading) << 8 | tile
            if is_harmless(board, state, line, heading, move) or not finishes(board, state, move):
                return True
        if crossing >> station & 1:
            move = cell << 12 | EDGES << 8 | (tile + 4)
            if is_harmless(board, state, line, heading, move) or not finishes(board, state, move):
                return True
        station += 1
    return False
