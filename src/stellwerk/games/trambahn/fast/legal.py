"""The core's legal moves, in the same order as the law's `legal`: passengers, stops, income, trams, end.

Each part writes its moves to one list from `count` on and returns the new count. Equal cards lie side by side
in a hand and give one move: each loop over a hand skips a card that equals the one `before` it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.trambahn.fast import layout as at

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64


def legal(table: vec[i64], moves: vec[i64]) -> i64:
    """Write all moves of the seat whose turn it is to `moves`; return how many."""
    step = table[at.STEP]
    if step < at.PASSENGERS or step > at.TRAMS:
        return 0
    played = table[at.PASSENGERS_PLAYED]
    hand: i64 = at.HANDS + at.HAND * table[at.TURN]
    end: i64 = hand + table[at.HAND_SIZE + table[at.TURN]]
    count: i64 = 0
    if step == at.PASSENGERS and played < 2:
        count = _passengers(table, moves, hand, end)
        if played == 0 and hand < end:
            return count  # TB-3.0
    if played > 0:
        if step <= at.STOPS:
            count = _stops(table, moves, count, hand, end)
        if step <= at.INCOMES:
            count = _incomes(table, moves, count, hand, end)
        count = _trams(table, moves, count)
    moves[count] = at.END_TURN
    return count + 1


def _passengers(table: vec[i64], moves: vec[i64], hand: i64, end: i64) -> i64:
    count: i64 = 0
    before: i64 = -1
    while hand < end:
        card = table[hand]
        hand += 1
        if card == before:
            continue
        before = card
        if card < at.CONDUCTOR:
            moves[count] = at.PASSENGER << 12 | card << 6 | card // 10
            count += 1
            continue
        line: i64 = 0
        while line < 4:
            moves[count] = at.PASSENGER << 12 | at.CONDUCTOR << 6 | line
            count += 1
            line += 1
    return count


def _stops(table: vec[i64], moves: vec[i64], count: i64, hand: i64, end: i64) -> i64:
    rows = at.first_row(table[at.TURN])
    row_count = table[at.ROW_COUNT + table[at.TURN]]
    free = table[at.FREE_ROWS] != 0
    before: i64 = -1
    while hand < end:
        card = table[hand]
        hand += 1
        if card == before:
            continue
        before = card
        first = count
        place: i64 = 0
        while place < row_count:
            if fits(table, rows + place * at.ROW, card):
                moves[count] = at.STOP << 12 | card << 6 | (place + 1)
                count += 1
            place += 1
        if card < at.CONDUCTOR and (free or count == first):  # TB-3.2.4
            moves[count] = at.STOP << 12 | card << 6
            count += 1
    return count


def fits(table: vec[i64], row: i64, card: i64) -> bool:
    """True if a card may be added to the row at this place in `table` (TB-3.2.2, TB-3.2.3, TB-3.2.5)."""
    end = table[row + at.ROW_END]
    if card == at.CONDUCTOR:
        return end < 10
    return table[row + at.LINE] == card // 10 and end <= card % 10


def _incomes(table: vec[i64], moves: vec[i64], count: i64, hand: i64, end: i64) -> i64:
    before: i64 = -1
    while hand < end:
        card = table[hand]
        hand += 1
        if card != before:
            moves[count] = at.INCOME << 12 | card << 6
            count += 1
            before = card
    return count


def _trams(table: vec[i64], moves: vec[i64], count: i64) -> i64:
    if table[at.TRAMS_BOUGHT] == table[at.MAX_TRAMS]:
        return count
    turn = table[at.TURN]
    trams: i64 = at.first_row(turn) + at.ROW_TRAM
    money = table[at.MONEY + turn]
    tram: i64 = 2
    while tram <= 4:
        if table[at.OFFER + tram] > 0 and at.price_of(tram) <= money:
            place: i64 = 0
            while place < table[at.ROW_COUNT + turn]:
                if table[trams + place * at.ROW] == 0:
                    moves[count] = at.TRAM << 12 | tram << 6 | place
                    count += 1
                place += 1
        tram += 1
    return count
