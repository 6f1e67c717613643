"""What fits the cell at a line's end, in the fast core: the laying rules A, C, E, F, K, L and M (IU-4).

The same question as `law.fitting`, answered by a packed integer (see JOINED, PLAIN, CROSSING and CROSSED in
`layout`):

    bits 0–3   the directions in which a track tile may lead on
    bit  4     JOINED     the only way runs into a free crossing
    bit  5     PLAIN      a plain station fits
    bit  6     CROSSING   a crossing fits
    bits 8 …   CROSSED    1 + the number of the other line that the crossing would extend

Which stations a line accepts (IU-4.D, IU-4.G to IU-4.J) is in `lines`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.layout import (
    BESIDE_START,
    CROSSED,
    CROSSING,
    EDGES,
    END,
    FINISHED,
    HEADING,
    JOINED,
    LINE_SIZE,
    LINES,
    PLAIN,
    STATION,
    sideways,
    step,
)

if TYPE_CHECKING:
    from librt.vecs import vec


def fit(board: vec[u8], state: vec[i64], cell: i64, heading: i64) -> i64:
    """What fits an empty cell that a line enters with this heading."""
    one: i64 = 1
    ahead = step(heading)
    side = sideways(ahead)
    far, near, other = i64(board[cell + ahead]), i64(board[cell + side]), i64(board[cell - side])
    fits: i64 = 0
    if not i64(board[cell]) & BESIDE_START and not i64(board[cell - ahead]) & STATION:  # IU-4.A, IU-4.C
        fits = PLAIN | CROSSING
    if not (far | near | other) & EDGES:
        return fits | (EDGES ^ (one << (heading ^ 2)))
    return _fit_beside_tiles(board, state, cell, heading, fits)


def _fit_beside_tiles(board: vec[u8], state: vec[i64], cell: i64, heading: i64, stations: i64) -> i64:
    """What fits where other tiles lie around; `stations` are the kinds of station still possible here."""
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
    """What fits where another track leads into the cell: it is joined, or crossed at a right angle."""
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


def in_the_open(board: vec[u8], cell: i64, heading: i64) -> bool:
    """True if a cell and the three cells beyond it are empty, so that any track fits there.

    So does any station, unless one lies just behind (IU-4.C). If False, `fit` knows what fits.
    """
    ahead = step(heading)
    side = sideways(ahead)
    around = i64(board[cell + ahead]) | i64(board[cell + side]) | i64(board[cell - side])
    return not (i64(board[cell]) & (EDGES | BESIDE_START) or around & EDGES)
