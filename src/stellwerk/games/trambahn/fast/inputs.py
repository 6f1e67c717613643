"""What the net sees of a finished turn: 60 numbers for each line, 24 for the whole table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.trambahn.fast.features import best_fit, line_worth
from stellwerk.games.trambahn.fast.layout import (
    CONDUCTOR,
    DRAW,
    HAND,
    HAND_SIZE,
    HANDS,
    LINE,
    MONEY,
    OFFER,
    POINTS,
    ROW,
    ROW_COUNT,
    ROW_END,
    ROW_TRAM,
    ROWS,
    RUNS,
    RUNS_DONE,
    SCORE,
    SEAT_ROWS,
    SIZE,
    STACK,
    VALUES,
    WAITING,
)

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

LINE_INPUTS: Final = 60
GLOBAL_INPUTS: Final = 24
TABLE_AT: Final = 4 * LINE_INPUTS
"""Where the inputs of the whole table begin."""
SUM: Final = TABLE_AT + 22
"""The lead that the linear evaluation expects."""
LOGIT: Final = TABLE_AT + 23
INPUTS: Final = TABLE_AT + GLOBAL_INPUTS


def write_inputs(table: vec[i64], me: i64, out: vec[float]) -> None:
    """Write all inputs but the two that come from the linear evaluation."""
    place: i64 = 0
    while place < INPUTS:
        out[place] = 0.0
        place += 1
    r = float(RUNS - table[RUNS_DONE]) / 10.0
    line: i64 = 0
    while line < 4:
        at: i64 = line * LINE_INPUTS
        _write_line(table, me, line, r, out)
        _write_rows(table, me, line, r, out, at + 16)
        _write_rows(table, 1 - me, line, r, out, at + 28)
        _write_ends(table, me, line, out, at + 40)
        _write_ends(table, 1 - me, line, out, at + 50)
        line += 1
    _write_hand(table, me, out)
    _write_table(table, me, r, out)


def _write_line(table: vec[i64], me: i64, line: i64, r: float, out: vec[float]) -> None:
    at: i64 = line * LINE_INPUTS
    waiting = table[WAITING + line]
    lead = float(line_worth(table, me, line) - line_worth(table, 1 - me, line)) / 20.0
    side: i64 = 0
    if lead < 0.0:
        lead = -lead
        side = 1
    out[at + 3 + side] = lead
    out[at + 5 + side] = lead * r
    if waiting > 0:
        out[at + waiting - 1] = 1.0
    if waiting > 1:
        out[at + 7 + side + 2 * (waiting - 2)] = lead
    out[at + 11] = r


def _write_rows(table: vec[i64], seat: i64, line: i64, r: float, out: vec[float], at: i64) -> None:
    """The rows of a seat in a line, added up."""
    row: i64 = ROWS + SEAT_ROWS * seat
    last: i64 = row + ROW * table[ROW_COUNT + seat]
    out[at + 4] = 1.0
    while row < last:
        if table[row + LINE] == line:
            tram = float(table[row + ROW_TRAM])
            out[at] += tram * float(table[row + POINTS]) / 20.0
            out[at + 1] += 0.5
            out[at + 11] = 1.0
            if tram / 4.0 > out[at + 7]:
                out[at + 7] = tram / 4.0
            if table[row + ROW_END] < 10:
                _write_open_row(table, row, tram, r, out, at)
        row += ROW


def _write_open_row(table: vec[i64], row: i64, tram: float, r: float, out: vec[float], at: i64) -> None:
    end, size = float(table[row + ROW_END]), table[row + SIZE]
    worth = tram * float(table[row + POINTS]) / 20.0
    room = tram * (10.0 - end) / 20.0
    out[at + 2] += tram / 4.0
    out[at + 3] += room
    out[at + 8] += room * r
    out[at + 9] += 1.0
    if end / 10.0 < out[at + 4]:
        out[at + 4] = end / 10.0
    if float(size) / 8.0 > out[at + 5]:
        out[at + 5] = float(size) / 8.0
    if size == 5:
        out[at + 6] += worth
    elif size == 6 or size == 7:
        out[at + 10] += worth * float(size - 5)


def _write_ends(table: vec[i64], seat: i64, line: i64, out: vec[float], at: i64) -> None:
    """The trams of a seat's open rows by their last value; before them, times the cards each may hope for."""
    row: i64 = ROWS + SEAT_ROWS * seat
    last: i64 = row + ROW * table[ROW_COUNT + seat]
    while row < last:
        end = table[row + ROW_END]
        if table[row + LINE] == line and end < 10:
            tram = float(table[row + ROW_TRAM]) / 4.0
            out[at + end] += tram
            out[at] += tram * float(_unseen_above(table, line, end)) / 10.0
        row += ROW


def _unseen_above(table: vec[i64], line: i64, end: i64) -> i64:
    """How many stops of a line above this value lie in no row."""
    unseen: i64 = 3 * (9 - end) + 2  # TB-1.1
    seat: i64 = 0
    while seat < 2:
        row: i64 = ROWS + SEAT_ROWS * seat
        last: i64 = row + ROW * table[ROW_COUNT + seat]
        while row < last:
            if table[row + LINE] == line:
                above = table[row + VALUES] >> (end + 1)
                while above != 0:
                    unseen -= above & 1
                    above >>= 1
            row += ROW
        seat += 1
    return unseen


def _write_hand(table: vec[i64], me: i64, out: vec[float]) -> None:
    place: i64 = HANDS + HAND * me
    last: i64 = place + table[HAND_SIZE + me]
    while place < last:
        card = table[place]
        place += 1
        if card == CONDUCTOR:
            out[TABLE_AT + 17] += 0.5
            continue
        at: i64 = (card // 10) * LINE_INPUTS
        out[at + 12] += 1.0 / 3.0
        fit = best_fit(table, me, card)
        if fit > 0:
            out[at + (13 if fit & 3 < 2 else 14)] += float(fit >> 2) / 4.0
        if table[WAITING + card // 10] == 3:
            out[at + 15] = 1.0


def _write_table(table: vec[i64], me: i64, r: float, out: vec[float]) -> None:
    at: i64 = TABLE_AT
    out[at] = r
    out[at + 1] = float(table[SCORE + me] - table[SCORE + 1 - me]) / 50.0
    side: i64 = 0
    while side < 2:
        money = table[MONEY + (me if side == 0 else 1 - me)]
        out[at + 2 + 4 * side] = float(money) / 20.0
        out[at + 3 + 4 * side] = float(min(5, money)) / 5.0
        out[at + 4 + 4 * side] = float(min(10, money)) / 10.0
        out[at + 5 + 4 * side] = float(min(15, money)) / 15.0
        out[at + 10 + side] = r * float(money) / 20.0
        out[at + 20 + side] = float(table[ROW_COUNT + (me if side == 0 else 1 - me)]) / 5.0
        side += 1
    tram: i64 = 2
    while tram <= 4:
        out[at + 10 + tram] = float(table[OFFER + tram]) / 3.0
        tram += 1
    out[at + 15] = float(table[STACK]) / 13.0
    out[at + 16] = float(table[HAND_SIZE + me]) / 6.0
    out[at + 18] = float(table[DRAW]) / 80.0
    out[at + 19] = 1.0 if table[RUNS_DONE] == RUNS - 1 else 0.0
