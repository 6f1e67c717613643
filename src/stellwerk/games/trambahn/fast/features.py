"""What the linear evaluation of Trambahn looks at: a turn that is finished but for drawing new cards.

Everything is seen from the player who has just played; the other one is next. The sum of all features times
their weights is how much the lead is expected to grow until the end. `fast.walk` adds up the same sum card
by card. `r` is the share of the ten runs that are still to come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

from stellwerk.games.trambahn.fast.layout import (
    CONDUCTOR,
    HAND,
    HAND_SIZE,
    HANDS,
    LINE,
    MONEY,
    POINTS,
    ROW,
    ROW_COUNT,
    ROW_END,
    ROW_TRAM,
    ROWS,
    RUNS,
    RUNS_DONE,
    SEAT_ROWS,
    SIZE,
    WAITING,
)

BIAS: Final = 0
RUNS_LEFT: Final = 1
LEADS: Final = 2
"""Points by which a line is led, by the number of waiting passengers."""
LEADS_R: Final = 6
BEHINDS: Final = 10
"""The same for lines that the other player leads (negative)."""
BEHINDS_R: Final = 14
MONEYS: Final = 18
"""Money up to 5, 10, 15, 30, and all of it; less the other player's."""
MONEYS_R: Final = 23
GROWTH: Final = 28
"""Trams of open rows by the last value of the row (1 to 9), times r; less the other player's."""
SPECIAL: Final = 37
"""What open rows of 4, 5, 6, 7 cards would score; less the other player's."""
HELD: Final = 41
"""Cards in hand; then conductors, stops of lines that are led, of lines that are not, and stops that fit a
row with a gap of 1, of 2, or a greater one, each times tram and r."""
HELD_CONDUCTORS: Final = 42
HELD_LED: Final = 43
HELD_BEHIND: Final = 44
HELD_FITS: Final = 45
FEATURES: Final = 48


def capped_money(kind: i64, money: i64) -> i64:
    """Money up to the limit of its kind."""
    limit: i64 = 1000
    if kind < 3:
        limit = 5 * kind + 5
    elif kind == 3:
        limit = 30
    return min(limit, money)


def features(table: vec[i64], me: i64, out: vec[float]) -> None:
    """Write the features of a table to `out`."""
    place: i64 = 0
    while place < FEATURES:
        out[place] = 0.0
        place += 1
    r = float(RUNS - table[RUNS_DONE]) / 10.0
    out[BIAS] = 1.0
    out[RUNS_LEFT] = r
    kind: i64 = 0
    while kind < 5:
        lead = float(capped_money(kind, table[MONEY + me]) - capped_money(kind, table[MONEY + 1 - me]))
        out[MONEYS + kind] = lead
        out[MONEYS_R + kind] = lead * r
        kind += 1
    line: i64 = 0
    while line < 4:
        _line_features(table, me, line, r, out)
        line += 1
    _row_features(table, me, 1.0, r, out)
    _row_features(table, 1 - me, -1.0, r, out)
    _held_features(table, me, r, out)


def line_worth(table: vec[i64], seat: i64, line: i64) -> i64:
    """What a run of this line would give a seat now (TB-4.1)."""
    row: i64 = ROWS + SEAT_ROWS * seat
    last: i64 = row + ROW * table[ROW_COUNT + seat]
    total: i64 = 0
    while row < last:
        if table[row + LINE] == line:
            total += table[row + POINTS] * table[row + ROW_TRAM]
        row += ROW
    return total


def _line_features(table: vec[i64], me: i64, line: i64, r: float, out: vec[float]) -> None:
    lead = float(line_worth(table, me, line) - line_worth(table, 1 - me, line))
    waiting = table[WAITING + line]
    if lead > 0.0:
        out[LEADS + waiting] += lead
        out[LEADS_R + waiting] += lead * r
    else:
        out[BEHINDS + waiting] += lead
        out[BEHINDS_R + waiting] += lead * r


def _row_features(table: vec[i64], seat: i64, sign: float, r: float, out: vec[float]) -> None:
    row: i64 = ROWS + SEAT_ROWS * seat
    last: i64 = row + ROW * table[ROW_COUNT + seat]
    while row < last:
        end, size, tram = table[row + ROW_END], table[row + SIZE], table[row + ROW_TRAM]
        if end < 10:
            out[GROWTH + end - 1] += sign * r * float(tram)
            if size >= 4 and size < 8:
                out[SPECIAL + size - 4] += sign * float(tram * table[row + POINTS])
        row += ROW


def _held_features(table: vec[i64], me: i64, r: float, out: vec[float]) -> None:
    place: i64 = HANDS + HAND * me
    last: i64 = place + table[HAND_SIZE + me]
    while place < last:
        card = table[place]
        place += 1
        out[HELD] += 1.0
        if card == CONDUCTOR:
            out[HELD_CONDUCTORS] += 1.0
            continue
        line = card // 10
        if line_worth(table, me, line) > line_worth(table, 1 - me, line):
            out[HELD_LED] += 1.0
        else:
            out[HELD_BEHIND] += 1.0
        fit = best_fit(table, me, card)
        if fit > 0:
            out[HELD_FITS + (fit & 3)] += r * float(fit >> 2)


def best_fit(table: vec[i64], me: i64, card: i64) -> i64:
    """The own row that a stop is closest to: 4 times its tram, plus the gap less one (at most 2); else 0."""
    row: i64 = ROWS + SEAT_ROWS * me
    last: i64 = row + ROW * table[ROW_COUNT + me]
    value = card % 10 + 1
    best: i64 = 0
    smallest: i64 = 100
    while row < last:
        gap = value - table[row + ROW_END]
        if table[row + LINE] == card // 10 and gap > 0 and gap < smallest and table[row + ROW_TRAM] > 0:
            smallest = gap
            best = table[row + ROW_TRAM] << 2 | (gap - 1 if gap < 3 else 2)
        row += ROW
    return best
