"""When a line is finished, in the fast core: IU-5.

The same questions as `law.finish`. IU-5.2 is a depth-first search for a way to another station. A line keeps
the length of the way found last (DEPTH) and is searched again only when something changes at most that many
steps from its end:

    [7]  ·  ◆      a station fits the third cell: DEPTH is 3
     1   2  3      a tile more than 3 steps from cell 1 touches neither these cells nor their neighbours
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.fitting import fit
from stellwerk.games.interurban.fast.layout import (
    CROSSING,
    DEPTH,
    EDGES,
    END,
    FINISHED,
    HEADING,
    JOINED,
    LINE_SIZE,
    LINES,
    NEXT_CELL,
    PLAIN,
    SEATS,
    curve_edges,
    distance,
    first_curve,
    step,
    straight_edges,
)
from stellwerk.games.interurban.fast.lines import joins, refused_at

if TYPE_CHECKING:
    from librt.vecs import vec

SHARED_END: Final = -1
"""Instead of a set of lines: another line ends on the same cell."""


def way_out(board: vec[u8], state: vec[i64], line: i64) -> i64:
    """The length of a way from a line's end to another station (IU-5.2); 0 if there is none."""
    return search(board, state, line, state[line + END], state[line + HEADING], 1)


def search(board: vec[u8], state: vec[i64], line: i64, cell: i64, heading: i64, depth: i64) -> i64:
    """The same from a cell that the line would enter with this heading, `depth` steps ahead."""
    fits = fit(board, state, cell, heading)
    if _gains(state, line, cell, fits):
        return depth
    if fits & JOINED:
        return 0  # the only way runs into a crossing that does not suit
    if state[NEXT_CELL] and fits & EDGES:
        return depth
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


def _gains(state: vec[i64], line: i64, cell: i64, fits: i64) -> bool:
    """True if a station can be attached in this very cell, from any player's supply."""
    one: i64 = 1
    if fits & PLAIN:
        return True
    if fits & JOINED:
        return state[SEATS] > 0 and joins(state, line, cell, fits)
    if not fits & CROSSING:
        return False
    every = (one << (state[SEATS] * 4)) - 1
    return every & ~refused_at(state, line, fits) != 0


def finish_lines(board: vec[u8], state: vec[i64], grown: i64, cell: i64, beyond: i64) -> None:
    """Mark the lines that have lost their last way to a station, all at once (IU-5.3).

    `grown` has a bit for each line that a tile on `cell` has just extended; `beyond` is the end of one that
    ran into a crossing, otherwise the cell itself.
    """
    one: i64 = 1
    closed: i64 = 0
    number: i64 = 0
    while number < LINES:
        line = number * LINE_SIZE
        end, depth = state[line + END], state[line + DEPTH]
        if not state[line + FINISHED] and (
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
    while closed >> number:
        if closed >> number & 1:
            state[number * LINE_SIZE + FINISHED] = 2
        number += 1


def lines_near(state: vec[i64], line: i64, cell: i64) -> i64:
    """The other lines, as bits, whose way out a tile on a cell may block; or SHARED_END."""
    lines: i64 = 0
    bit: i64 = 1
    other: i64 = 0
    while other < LINES * LINE_SIZE:
        end = state[other + END]
        if end == cell:
            if other != line:
                return SHARED_END
        elif not state[other + FINISHED] and distance(end, cell) <= state[other + DEPTH]:
            lines |= bit
        bit <<= 1
        other += LINE_SIZE
    return lines
