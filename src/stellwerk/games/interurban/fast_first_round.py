"""Which tiles finish no line, in the fast core: asked by IU-4.B in the first round, and by the evaluation.

As in `first_round`, a look at the cells around answers for most tiles; the others are laid on trial.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast_layout import (
    BESIDE_START,
    CROSSINGS,
    DEPTH,
    ECONOMIC,
    EDGES,
    END,
    FINISHED,
    FIRST_STATION,
    HEADING,
    LINE_SIZE,
    LINES,
    OWNER,
    SEATS,
    STATION,
    TAKEN,
    VALUES,
    distance,
    other_edge,
    step,
)
from stellwerk.games.interurban.fast_lines import add_station, lay, search, station_of

if TYPE_CHECKING:
    from librt.vecs import vec


def is_harmless(board: vec[u8], state: vec[i64], line: i64, heading: i64, move: i64) -> bool:
    """Whether no station with these edges, whoever's and whatever it is worth, finishes a line."""
    cell, ahead = state[line + END], step(heading)
    if _station_values(state[line + VALUES]) > 2:
        return False  # IU-5.1 may
    if (
        in_the_open(board, cell + ahead, heading)
        and in_the_open(board, cell + 2 * ahead, heading)  # IU-4.C
        and concerns_only(state, line, cell)
    ):
        return True
    seats = state[SEATS]
    state[SEATS] = 0  # with no seats only plain stations are a way out: owners and values do not matter
    harmless = not finishes(board, state, move)
    state[SEATS] = seats
    return harmless


def finishes(board: vec[u8], state: vec[i64], move: i64) -> bool:
    """Whether a tile finishes any line: it is laid on trial."""
    number: i64 = 0
    while state[number * LINE_SIZE + END] != move >> 12:
        number += 1
    return not leaves_all_open(board, state, number * LINE_SIZE, move) and _finishes(board, state, move)


def _finishes(board: vec[u8], state: vec[i64], move: i64) -> bool:
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
    """Whether a tile certainly finishes no line: it is laid in place, as far as that matters, and taken back.

    Not told of tiles that extend two lines, run into a crossing or bring the last of a line's values.
    """
    cell, edges, tile = move >> 12, move >> 8 & EDGES, move & 63
    heading, owner, taken = state[line + HEADING], state[line + OWNER], state[line + TAKEN]
    values, economic = state[line + VALUES], state[line + ECONOMIC]
    before = board[cell]
    out = heading if tile >= FIRST_STATION else other_edge(edges, heading ^ 2)
    end = cell + step(out)
    if i64(board[end]) & EDGES or _is_shared(state, line, cell):
        return False
    board[cell] = u8(edges)
    if tile >= FIRST_STATION:
        board[cell] = u8(edges | STATION)
        station = station_of(tile)
        add_station(state, line, station)
        if edges == EDGES:
            state[CROSSINGS] += 1
            state[CROSSINGS + state[CROSSINGS]] = cell << 8 | station
    state[line + END] = end
    state[line + HEADING] = out
    is_open = state[line + VALUES] != EDGES and _all_open(board, state, cell)
    if edges == EDGES:
        state[CROSSINGS + state[CROSSINGS]] = 0
        state[CROSSINGS] -= 1
    board[cell] = before
    state[line + END] = cell
    state[line + HEADING] = heading
    state[line + OWNER] = owner
    state[line + TAKEN] = taken
    state[line + VALUES] = values
    state[line + ECONOMIC] = economic
    return is_open


def _is_shared(state: vec[i64], line: i64, cell: i64) -> bool:
    """Whether another line ends at a cell as well."""
    other: i64 = 0
    while other < LINES * LINE_SIZE:
        if state[other + END] == cell and other != line:
            return True
        other += LINE_SIZE
    return False


def _all_open(board: vec[u8], state: vec[i64], cell: i64) -> bool:
    """Whether all lines that a new tile in a cell concerns have a way to another station."""
    line: i64 = 0
    while line < LINES * LINE_SIZE:
        end = state[line + END]
        if (
            not state[line + FINISHED]
            and distance(end, cell) <= state[line + DEPTH]
            and not search(board, state, line, end, state[line + HEADING], 1)
        ):
            return False
        line += LINE_SIZE
    return True


def in_the_open(board: vec[u8], cell: i64, heading: i64) -> bool:
    """Whether nothing lies in a cell nor on the three cells beyond: everything fits there."""
    ahead = step(heading)
    side = 129 - ahead if ahead > 0 else 129 + ahead
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
