"""IU-4.B in the fast core: which tiles finish no line in the first round.

As in `first_round`, a look at the cells around answers for most tiles; the others are laid on trial.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast_layout import (
    BESIDE_START,
    DEPTH,
    EDGES,
    END,
    FINISHED,
    LINE_SIZE,
    LINES,
    SEATS,
    VALUES,
    distance,
    step,
)
from stellwerk.games.interurban.fast_lines import lay

if TYPE_CHECKING:
    from librt.vecs import vec


def track_finishes(board: vec[u8], state: vec[i64], line: i64, out: i64, move: i64) -> bool:
    """Whether a track tile that leads out of a line's end in a direction finishes any line."""
    cell = state[line + END]
    if _in_the_open(board, cell + step(out), out) and _concerns_only(state, line, cell):
        return False
    return finishes(board, state, move)


def is_harmless(board: vec[u8], state: vec[i64], line: i64, heading: i64, move: i64) -> bool:
    """Whether no station with these edges, whoever's and whatever it is worth, finishes a line."""
    cell, ahead = state[line + END], step(heading)
    if _station_values(state[line + VALUES]) > 2:
        return False  # IU-5.1 may
    if (
        _in_the_open(board, cell + ahead, heading)
        and _in_the_open(board, cell + 2 * ahead, heading)  # IU-4.C
        and _concerns_only(state, line, cell)
    ):
        return True
    seats = state[SEATS]
    state[SEATS] = 0  # with no seats only plain stations are a way out: owners and values do not matter
    harmless = not finishes(board, state, move)
    state[SEATS] = seats
    return harmless


def finishes(board: vec[u8], state: vec[i64], move: i64) -> bool:
    """Whether a tile finishes any line: it is laid on trial."""
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


def _in_the_open(board: vec[u8], cell: i64, heading: i64) -> bool:
    """Whether nothing lies in a cell nor on the three cells beyond: everything fits there."""
    ahead = step(heading)
    side = 129 - ahead if ahead > 0 else 129 + ahead
    around = i64(board[cell + ahead]) | i64(board[cell + side]) | i64(board[cell - side])
    return not (i64(board[cell]) & (EDGES | BESIDE_START) or around & EDGES)


def _concerns_only(state: vec[i64], line: i64, cell: i64) -> bool:
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
