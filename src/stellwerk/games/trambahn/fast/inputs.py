"""What the net sees of a turn that is finished except for drawing: 60 numbers for each line and 24 more.

Everything is seen by `me`, who has just played, and scaled to about 0 to 1. `to_come` is the share of the ten
runs still to come. Two numbers in a row are mine and the other player's, unless the table says otherwise.

    each line                                        the rows of one player in a line
      0  ONE_WAITS: 1 if 1, 2, 3 passengers wait       0  WORTH: what a run would give now
      3  LEAD: mine, or the other player's             1  COUNT of rows
      5  LEAD_TO_COME: the same × to_come              2  OPEN_TRAMS: trams of open rows
      7  LEAD_OF_TWO: the same if two wait             3  ROOM: those × values that can follow
      9  the same if three wait                         4  LOWEST_END of an open row; 1 if there is none
     11  LINE_TO_COME: to_come                         5  LONGEST open row
     12  HELD: stops in my hand                        6  WORTH_OF_FIVE: worth of open rows of 5 cards
     13  FITS: trams of rows that those fit,           7  BEST_TRAM
         with a gap of at most 2, or of more           8  ROOM_TO_COME: room × to_come
     15  CAN_RUN: 1 if one of those starts a run       9  OPEN_COUNT: number of open rows
     16  MY_ROWS                                      10  WORTH_OF_MORE: the same of 6 and, twice, 7 cards
     28  OTHER_ROWS                                   11  HAS_ROWS: 1 if there are any
     40  MY_ENDS                                      12  ROW_INPUTS, the size
     50  OTHER_ENDS
     60  LINE_INPUTS, the size                        the ends of one player's open rows
                                                       0  trams × higher stops that lie in no row
    the table, from TABLE_AT on                        1  trams by the last value of the row, 1 to 9
      0  TO_COME                                      10  the size
      1  SCORES: my lead in points
      2  MONEY: mine, up to 5, up to 10, up to 15; 6 the other player's in the same way
     10  MONEY_TO_COME: money × to_come
     12  open trams ×2, ×3, ×4, from OFFER + 2 on
     15  STACK, 16 HAND_SIZE, 17 CONDUCTORS in my hand, 18 DRAW, 19 LAST_RUN: 1 if one run is left
     20  ROW_COUNTS
     22  SUM: the lead that the linear evaluation expects; 23 LOGIT: its logit (both written by `net`)
     24  GLOBAL_INPUTS, the size
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.fast.features import best_fit, clear, line_lead

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

# A line.
ONE_WAITS: Final = 0
LEAD: Final = 3
LEAD_TO_COME: Final = 5
LEAD_OF_TWO: Final = 7
LINE_TO_COME: Final = 11
HELD: Final = 12
FITS: Final = 13
CAN_RUN: Final = 15
MY_ROWS: Final = 16
OTHER_ROWS: Final = 28
MY_ENDS: Final = 40
OTHER_ENDS: Final = 50
LINE_INPUTS: Final = 60

# The rows of one player in a line.
WORTH: Final = 0
COUNT: Final = 1
OPEN_TRAMS: Final = 2
ROOM: Final = 3
LOWEST_END: Final = 4
LONGEST: Final = 5
WORTH_OF_FIVE: Final = 6
BEST_TRAM: Final = 7
ROOM_TO_COME: Final = 8
OPEN_COUNT: Final = 9
WORTH_OF_MORE: Final = 10
HAS_ROWS: Final = 11

# The table.
TABLE_AT: Final = 4 * LINE_INPUTS
TO_COME: Final = TABLE_AT
SCORES: Final = TABLE_AT + 1
MONEY: Final = TABLE_AT + 2
MONEY_TO_COME: Final = TABLE_AT + 10
OFFER: Final = TABLE_AT + 10
STACK: Final = TABLE_AT + 15
HAND_SIZE: Final = TABLE_AT + 16
CONDUCTORS: Final = TABLE_AT + 17
DRAW: Final = TABLE_AT + 18
LAST_RUN: Final = TABLE_AT + 19
ROW_COUNTS: Final = TABLE_AT + 20
SUM: Final = TABLE_AT + 22
LOGIT: Final = TABLE_AT + 23
GLOBAL_INPUTS: Final = 24
INPUTS: Final = TABLE_AT + GLOBAL_INPUTS


def write_inputs(table: vec[i64], me: i64, out: vec[float]) -> None:
    """Write all inputs to `out` except SUM and LOGIT, which are 0 then."""
    clear(out, INPUTS)
    to_come = at.share_to_come(table[at.RUNS_DONE])
    line: i64 = 0
    while line < 4:
        start: i64 = line * LINE_INPUTS
        _write_line(table, me, line, to_come, out)
        _write_rows(table, me, line, to_come, out, start + MY_ROWS)
        _write_rows(table, 1 - me, line, to_come, out, start + OTHER_ROWS)
        _write_ends(table, me, line, out, start + MY_ENDS)
        _write_ends(table, 1 - me, line, out, start + OTHER_ENDS)
        line += 1
    _write_hand(table, me, out)
    _write_player(table, me, 0, to_come, out)
    _write_player(table, 1 - me, 1, to_come, out)
    _write_table(table, me, to_come, out)


def _write_line(table: vec[i64], me: i64, line: i64, to_come: float, out: vec[float]) -> None:
    start: i64 = line * LINE_INPUTS
    waiting = table[at.WAITING + line]
    lead = float(line_lead(table, me, line)) / 20.0
    side: i64 = 0
    if lead < 0.0:
        lead = -lead
        side = 1
    out[start + LEAD + side] = lead
    out[start + LEAD_TO_COME + side] = lead * to_come
    if waiting > 0:
        out[start + ONE_WAITS + waiting - 1] = 1.0
    if waiting > 1:
        out[start + LEAD_OF_TWO + side + 2 * (waiting - 2)] = lead
    out[start + LINE_TO_COME] = to_come


def _write_rows(table: vec[i64], seat: i64, line: i64, to_come: float, out: vec[float], start: i64) -> None:
    row = at.first_row(seat)
    end = at.end_of_rows(table, seat)
    out[start + LOWEST_END] = 1.0
    while row < end:
        if table[row + at.LINE] == line:
            tram = float(table[row + at.ROW_TRAM])
            out[start + WORTH] += tram * float(table[row + at.POINTS]) / 20.0
            out[start + COUNT] += 0.5
            out[start + HAS_ROWS] = 1.0
            if tram / 4.0 > out[start + BEST_TRAM]:
                out[start + BEST_TRAM] = tram / 4.0
            if table[row + at.ROW_END] < 10:
                _write_open_row(table, row, tram, to_come, out, start)
        row += at.ROW


def _write_open_row(
    table: vec[i64], row: i64, tram: float, to_come: float, out: vec[float], start: i64
) -> None:
    end, size = float(table[row + at.ROW_END]), table[row + at.SIZE]
    worth = tram * float(table[row + at.POINTS]) / 20.0
    room = tram * (10.0 - end) / 20.0
    out[start + OPEN_TRAMS] += tram / 4.0
    out[start + ROOM] += room
    out[start + ROOM_TO_COME] += room * to_come
    out[start + OPEN_COUNT] += 1.0
    if end / 10.0 < out[start + LOWEST_END]:
        out[start + LOWEST_END] = end / 10.0
    if float(size) / 8.0 > out[start + LONGEST]:
        out[start + LONGEST] = float(size) / 8.0
    if size == 5:
        out[start + WORTH_OF_FIVE] += worth
    elif size == 6 or size == 7:
        out[start + WORTH_OF_MORE] += worth * float(size - 5)


def _write_ends(table: vec[i64], seat: i64, line: i64, out: vec[float], start: i64) -> None:
    row = at.first_row(seat)
    last = at.end_of_rows(table, seat)
    while row < last:
        end = table[row + at.ROW_END]
        if table[row + at.LINE] == line and end < 10:
            tram = float(table[row + at.ROW_TRAM]) / 4.0
            out[start + end] += tram
            out[start] += tram * float(_higher_stops(table, line, end)) / 10.0
        row += at.ROW


def _higher_stops(table: vec[i64], line: i64, end: i64) -> i64:
    """How many stops of a line above this value lie in no row."""
    count: i64 = 3 * (9 - end) + 2  # TB-1.1
    seat: i64 = 0
    while seat < 2:
        row = at.first_row(seat)
        last = at.end_of_rows(table, seat)
        while row < last:
            if table[row + at.LINE] == line:
                above = table[row + at.VALUES] >> (end + 1)
                while above != 0:
                    count -= above & 1
                    above >>= 1
            row += at.ROW
        seat += 1
    return count


def _write_hand(table: vec[i64], me: i64, out: vec[float]) -> None:
    place: i64 = at.HANDS + at.HAND * me
    end: i64 = place + table[at.HAND_SIZE + me]
    while place < end:
        card = table[place]
        place += 1
        if card == at.CONDUCTOR:
            out[CONDUCTORS] += 0.5
            continue
        start: i64 = (card // 10) * LINE_INPUTS
        out[start + HELD] += 1.0 / 3.0
        fit = best_fit(table, me, card)
        if fit > 0:
            out[start + FITS + (0 if fit & 3 < 2 else 1)] += float(fit >> 2) / 4.0
        if table[at.WAITING + card // 10] == 3:
            out[start + CAN_RUN] = 1.0


def _write_player(table: vec[i64], seat: i64, side: i64, to_come: float, out: vec[float]) -> None:
    """Write money and rows of a player: `side` is 0 for me, 1 for the other."""
    money = table[at.MONEY + seat]
    start: i64 = MONEY + 4 * side
    out[start] = float(money) / 20.0
    out[start + 1] = float(min(5, money)) / 5.0
    out[start + 2] = float(min(10, money)) / 10.0
    out[start + 3] = float(min(15, money)) / 15.0
    out[MONEY_TO_COME + side] = to_come * float(money) / 20.0
    out[ROW_COUNTS + side] = float(table[at.ROW_COUNT + seat]) / 5.0


def _write_table(table: vec[i64], me: i64, to_come: float, out: vec[float]) -> None:
    out[TO_COME] = to_come
    out[SCORES] = float(table[at.SCORE + me] - table[at.SCORE + 1 - me]) / 50.0
    tram: i64 = 2
    while tram <= 4:
        out[OFFER + tram] = float(table[at.OFFER + tram]) / 3.0
        tram += 1
    out[STACK] = float(table[at.STACK]) / 13.0
    out[HAND_SIZE] = float(table[at.HAND_SIZE + me]) / 6.0
    out[DRAW] = float(table[at.DRAW]) / 80.0
    out[LAST_RUN] = 1.0 if table[at.RUNS_DONE] == at.RUNS - 1 else 0.0
