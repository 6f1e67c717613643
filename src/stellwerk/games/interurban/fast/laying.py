"""Laying a tile in the fast core: what it changes on the board and on the lines (IU-3.6, IU-5).

Only tiles that `legal` lists are laid, so nothing is checked here. `law.rules` does the same in `_lay`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.finish import finish_lines
from stellwerk.games.interurban.fast.layout import (
    EDGES,
    END,
    FINISHED,
    FIRST_STATION,
    LINE_SIZE,
    LINES,
    STATION,
    VALUES,
    cell_of,
    edges_of,
    station_of,
    tile_of,
)
from stellwerk.games.interurban.fast.lines import add_crossing, extend

if TYPE_CHECKING:
    from librt.vecs import vec


def lay(board: vec[u8], state: vec[i64], move: i64) -> None:
    """Lay a tile, extend its lines and mark the lines that it finishes."""
    tile, edges, cell = tile_of(move), edges_of(move), cell_of(move)
    board[cell] = u8(edges)
    if tile >= FIRST_STATION:
        board[cell] = u8(edges | STATION)
        if edges == EDGES:
            add_crossing(state, cell, station_of(tile))
    one: i64 = 1
    grown: i64 = 0
    beyond = cell
    number: i64 = 0
    while number < LINES:
        line = number * LINE_SIZE
        if state[line + END] == cell:
            grown |= one << number
            end = extend(board, state, line, tile, edges)
            if end >= 0:
                beyond = end
            if state[line + VALUES] == 15:
                state[line + FINISHED] = 1  # IU-5.1
        number += 1
    finish_lines(board, state, grown, cell, beyond)
