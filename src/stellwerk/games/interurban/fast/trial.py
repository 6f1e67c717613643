"""Does a tile leave every line unfinished? Tiles are laid on trial in the fast core, and taken back.

A tile at a line's end changes little: one byte of the board and a few fields of that line. So it is laid in
place, and only those lines are searched (`finish.search`) whose way out it may block: the line itself, and
the `others` given as bits, bit 0 for line 0. Everything is put back before a function returns.

`first_round` asks this for IU-4.B, `shortcut` for the evaluation. A tile that extends two lines or runs into
a crossing changes more; this module does not judge such tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.finish import SHARED_END, lines_near, search, way_out
from stellwerk.games.interurban.fast.fitting import in_the_open
from stellwerk.games.interurban.fast.layout import (
    ACCEPTED,
    ECONOMIC,
    EDGES,
    END,
    FIRST_STATION,
    HEADING,
    LINE_SIZE,
    NOBODY,
    OWNER,
    STATION,
    TAKEN,
    VALUES,
    cell_of,
    edges_of,
    other_edge,
    station_of,
    step,
    tile_of,
)
from stellwerk.games.interurban.fast.lines import add_crossing, add_station, remove_crossing

if TYPE_CHECKING:
    from librt.vecs import vec

EVERY_STATION: Final = -1
"""As TAKEN: the line accepts no station."""


def finishes_nothing(board: vec[u8], state: vec[i64], line: i64, move: i64) -> bool:
    """True if a tile at a line's end certainly finishes no line; False if it may."""
    cell, edges, out = cell_of(move), edges_of(move), state[line + HEADING]
    is_track = tile_of(move) < FIRST_STATION
    if is_track:
        out = other_edge(edges, out ^ 2)
    if i64(board[cell + step(out)]) & EDGES:
        return False
    others = lines_near(state, line, cell)
    if others == SHARED_END:
        return False
    if is_track:
        return goes_on_after_track(board, state, line, edges, out, others)
    return goes_on_after_station(board, state, line, edges, station_of(tile_of(move)), others)


def goes_on_after_track(
    board: vec[u8], state: vec[i64], line: i64, edges: i64, out: i64, others: i64
) -> bool:
    """True if track that leads `out` from a line's end finishes neither that line nor one of the others."""
    cell, heading = state[line + END], state[line + HEADING]
    end, before = cell + step(out), board[cell]
    goes_on = in_the_open(board, end, out)
    if goes_on and not others:
        return True
    board[cell] = u8(edges)
    if not goes_on:
        goes_on = search(board, state, line, end, out, 1) > 0
    if goes_on and others:
        state[line + END] = end
        state[line + HEADING] = out
        goes_on = _all_go_on(board, state, others)
        state[line + END] = cell
        state[line + HEADING] = heading
    board[cell] = before
    return goes_on


def goes_on_after_station(
    board: vec[u8], state: vec[i64], line: i64, edges: i64, station: i64, others: i64
) -> bool:
    """True if a station at a line's end finishes neither that line nor one of the others."""
    cell, heading, owner = state[line + END], state[line + HEADING], state[line + OWNER]
    taken, values, economic = state[line + TAKEN], state[line + VALUES], state[line + ECONOMIC]
    end, before = cell + step(heading), board[cell]
    board[cell] = u8(edges | STATION)
    _add_any_station(state, line, station)
    if edges == EDGES:
        add_crossing(state, cell, station)
    state[line + END] = end
    goes_on = (
        state[line + VALUES] != 15  # IU-5.1
        and search(board, state, line, end, heading, 1) > 0
        and _all_go_on(board, state, others)
    )
    if edges == EDGES:
        remove_crossing(state)
    board[cell] = before
    state[line + END] = cell
    state[line + OWNER] = owner
    state[line + TAKEN] = taken
    state[line + VALUES] = values
    state[line + ECONOMIC] = economic
    return goes_on


def _add_any_station(state: vec[i64], line: i64, station: i64) -> None:
    """Add a station, or an imaginary one after which the line accepts every station or none."""
    if station < ACCEPTED:
        add_station(state, line, station)
    elif station == ACCEPTED:
        state[line + TAKEN] = 0
        state[line + OWNER] = NOBODY
    else:
        state[line + TAKEN] = EVERY_STATION


def _all_go_on(board: vec[u8], state: vec[i64], lines: i64) -> bool:
    """True if each of some lines, given as bits, has a way to another station."""
    line: i64 = 0
    while lines:
        if lines & 1 and not way_out(board, state, line):
            return False
        lines >>= 1
        line += LINE_SIZE
    return True
