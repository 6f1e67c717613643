"""Board and lines in the fast core: what fits a cell (IU-4), how lines grow, when they are finished (IU-5).

The same questions as in `fitting`, `lines` and `finish`, over flat integers. IU-5.2 is asked of a line again
only when something changes within the depth of its last known way to a station.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.layout import (
    BESIDE_START,
    COLUMN,
    CROSSED,
    CROSSING,
    CROSSINGS,
    CURVES,
    DEPTH,
    ECONOMIC,
    EDGES,
    END,
    FINISHED,
    FIRST_STATION,
    HEADING,
    JOINED,
    LINE_SIZE,
    LINES,
    NEXT_CELL,
    OWNER,
    PLAIN,
    REFUSED,
    SEATS,
    STATION,
    STRAIGHTS,
    TAKEN,
    TRACK_VALUE,
    VALUES,
    curve_edges,
    distance,
    first_curve,
    other_edge,
    step,
    straight_edges,
)

if TYPE_CHECKING:
    from librt.vecs import vec

# fitting


def fit(board: vec[u8], state: vec[i64], cell: i64, heading: i64) -> i64:
    """What fits an empty cell that a line enters with this heading."""
    one: i64 = 1
    ahead = step(heading)
    side = COLUMN + 1 - ahead if ahead > 0 else COLUMN + 1 + ahead
    far, near, other = i64(board[cell + ahead]), i64(board[cell + side]), i64(board[cell - side])
    fits: i64 = 0
    if not i64(board[cell]) & BESIDE_START and not i64(board[cell - ahead]) & STATION:  # IU-4.A, IU-4.C
        fits = PLAIN | CROSSING
    if not (far | near | other) & EDGES:
        return fits | (EDGES ^ (one << (heading ^ 2)))
    return _fit_beside_tiles(board, state, cell, heading, fits)


def _fit_beside_tiles(board: vec[u8], state: vec[i64], cell: i64, heading: i64, stations: i64) -> i64:
    """What fits where other tiles lie around; `stations` tells whether a station may lie here so far."""
    one: i64 = 1
    ways: i64 = 0
    met: i64 = -1
    blank = False
    out: i64 = 0
    while out < 4:
        if out != heading ^ 2:
            tile = i64(board[cell + step(out)])
            if not tile & EDGES:
                ways |= one << out
            else:
                if tile & STATION:
                    stations = 0  # IU-4.C
                if not tile >> (out ^ 2) & 1:
                    blank = True
                elif met < 0:
                    met = out
                else:
                    return 0  # IU-4.E, IU-4.F: two more tracks lead here
        out += 1
    if met >= 0:
        crossing = stations != 0 and not blank and met != heading
        return _fit_beside_track(state, cell, met, crossing)
    if not ways >> heading & 1:
        return ways
    return ways | (stations & ~CROSSING if blank else stations)


def _fit_beside_track(state: vec[i64], cell: i64, met: i64, crossing: bool) -> i64:
    """What fits where one more track leads into the cell: it is joined, or crossed at a right angle."""
    one: i64 = 1
    number: i64 = 0
    while number < LINES:
        line = number * LINE_SIZE
        if state[line + END] == cell and state[line + HEADING] == met ^ 2:
            if crossing and not state[line + FINISHED]:  # IU-4.M
                return CROSSING | (number + 1) << CROSSED  # IU-4.L
            return 0
        number += 1
    return JOINED | one << met  # IU-4.K


def refused(state: vec[i64], line: i64) -> i64:
    """The stations that a line may not get next (IU-4.D, IU-4.G to IU-4.J), as bits."""
    all_values: i64 = 15
    return state[line + TAKEN] | all_values << (state[line + OWNER] * 4) | 1 << REFUSED


def crossing_at(state: vec[i64], cell: i64) -> i64:
    """The station of a crossing, as seat * 4 + value - 1."""
    place = CROSSINGS + state[CROSSINGS]
    while state[place] >> 8 != cell:
        place -= 1
    return state[place] & 255


def joins(state: vec[i64], line: i64, cell: i64, fits: i64) -> bool:
    """Whether the free crossing that the only way from a cell runs into suits the line (IU-4.K)."""
    out: i64 = 0
    while not fits >> out & 1:
        out += 1
    return not refused(state, line) >> crossing_at(state, cell + step(out)) & 1


# finishing


def gains(state: vec[i64], line: i64, cell: i64, fits: i64) -> bool:
    """Whether a station can be attached in this very cell, from any player's supply."""
    one: i64 = 1
    if fits & PLAIN:
        return True
    if fits & JOINED:
        return state[SEATS] > 0 and joins(state, line, cell, fits)
    if not fits & CROSSING:
        return False
    other = ((fits >> CROSSED) - 1) * LINE_SIZE
    every = (one << (state[SEATS] * 4)) - 1
    return every & ~(refused(state, line) | refused(state, other)) != 0


def search(board: vec[u8], state: vec[i64], line: i64, cell: i64, heading: i64, depth: i64) -> i64:
    """How far a way to another station leads on (IU-5.2); 0: there is none."""
    fits = fit(board, state, cell, heading)
    if gains(state, line, cell, fits):
        return depth
    if state[NEXT_CELL]:
        return depth if fits & EDGES and not fits & JOINED else 0
    if fits & JOINED:
        return 0  # the only way runs into a crossing that does not suit
    before = board[cell]
    way = heading
    tried: i64 = 0
    found: i64 = 0
    while tried < 3 and not found:
        if fits >> way & 1:
            # the line's own track is in its way
            board[cell] = u8(straight_edges(way) if way == heading else curve_edges(heading, way))
            found = search(board, state, line, cell + step(way), way, depth + 1)
        way = way ^ 2 if tried else first_curve(heading)
        tried += 1
    board[cell] = before
    return found


# growing


def station_of(tile: i64) -> i64:
    """The station of a tile, as seat * 4 + value - 1."""
    place = tile - FIRST_STATION
    return place >> 3 << 2 | (place & 3)


def add_station(state: vec[i64], line: i64, station: i64) -> None:
    """A station comes onto a line."""
    one: i64 = 1
    every_seat: i64 = 0x11111
    seat, value = station >> 2, station & 3
    state[line + OWNER] = seat
    state[line + VALUES] |= one << value
    state[line + TAKEN] |= one << station if value == 3 else every_seat << value
    state[line + ECONOMIC] += (value + 1) << (seat * 5)


def _extend(board: vec[u8], state: vec[i64], line: i64, tile: i64, edges: i64, station: i64) -> i64:
    """A line after a tile at its end; gives its new end if it ran into a crossing (IU-4.K), otherwise -1."""
    cell, heading = state[line + END], state[line + HEADING]
    if station >= 0:
        add_station(state, line, station)
        state[line + END] = cell + step(heading)
        return -1
    out = other_edge(edges, heading ^ 2)
    state[line + HEADING] = out
    if tile < 3:
        state[line + STRAIGHTS] += 1
        state[line + TRACK_VALUE] += 2 - tile
    else:
        state[line + CURVES] += 1
        state[line + TRACK_VALUE] += 4 - tile
    cell += step(out)
    if not i64(board[cell]) & EDGES:
        state[line + END] = cell
        return -1
    add_station(state, line, crossing_at(state, cell))
    state[line + END] = cell + step(out)
    return cell + step(out)


def lay(board: vec[u8], state: vec[i64], move: i64) -> None:
    """Board and lines after a tile, with the lines that it finishes (IU-3.6, IU-5.3)."""
    tile, edges, cell = move & 63, move >> 8 & EDGES, move >> 12
    station: i64 = -1
    board[cell] = u8(edges)
    if tile >= FIRST_STATION:
        station = station_of(tile)
        board[cell] = u8(edges | STATION)
        if edges == EDGES:
            state[CROSSINGS] += 1
            state[CROSSINGS + state[CROSSINGS]] = cell << 8 | station
    number: i64 = 0
    grown: i64 = 0
    one: i64 = 1
    beyond = cell
    while number < LINES:
        line = number * LINE_SIZE
        if state[line + END] == cell:
            grown |= one << number
            end = _extend(board, state, line, tile, edges, station)
            if end >= 0:
                beyond = end
            if state[line + VALUES] == 15:
                state[line + FINISHED] = 1
        number += 1
    _finish(board, state, grown, cell, beyond)


def _finish(board: vec[u8], state: vec[i64], grown: i64, cell: i64, beyond: i64) -> None:
    """Mark the lines that have no way to a station any more, all at once (IU-5.3)."""
    number: i64 = 0
    closed: i64 = 0
    one: i64 = 1
    while number < LINES:
        line = number * LINE_SIZE
        if not state[line + FINISHED]:
            end, depth = state[line + END], state[line + DEPTH]
            if (
                grown >> number & 1
                or distance(end, cell) <= depth
                or (beyond != cell and distance(end, beyond) <= depth)
            ):
                depth = search(board, state, line, end, state[line + HEADING], 1)
                state[line + DEPTH] = depth
                if not depth:
                    closed |= one << number
        number += 1
    number = 0
    while closed:
        if closed & 1:
            state[number * LINE_SIZE + FINISHED] = 2
        closed >>= 1
        number += 1
