"""The core's legal moves, in the same order as the law's `legal`: passengers, stops, income, trams, end.

Each part writes its moves to a shared list from `count` on and returns the new count. Equal cards lie side by
side in an ordered hand and give one move.
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


def _passengers(table: vec[i64], moves: vec[i64], place: i64, end: i64) -> i64:
    count: i64 = 0
    while place < end:
        card = table[place]
        if card < at.CONDUCTOR:
            moves[count] = at.PASSENGER << 12 | card << 6 | card // 10
            count += 1
        else:
            line: i64 = 0
            while line < 4:
                moves[count] = at.PASSENGER << 12 | card << 6 | line
                count += 1
                line += 1
        place = at.next_kind(table, place, end)
    return count


def _stops(table: vec[i64], moves: vec[i64], count: i64, place: i64, end: i64) -> i64:
    rows = at.first_row(table[at.TURN])
    row_count = table[at.ROW_COUNT + table[at.TURN]]
    free = table[at.FREE_ROWS] != 0
    while place < end:
        card = table[place]
        before = count
        number: i64 = 0
        while number < row_count:
            if at.fits(table, rows + number * at.ROW, card):
                moves[count] = at.STOP << 12 | card << 6 | (number + 1)
                count += 1
            number += 1
        if card < at.CONDUCTOR and (free or count == before):  # TB-3.2.4
            moves[count] = at.STOP << 12 | card << 6
            count += 1
        place = at.next_kind(table, place, end)
    return count


def _incomes(table: vec[i64], moves: vec[i64], count: i64, place: i64, end: i64) -> i64:
    while place < end:
        moves[count] = at.INCOME << 12 | table[place] << 6
        count += 1
        place = at.next_kind(table, place, end)
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
            number: i64 = 0
            while number < table[at.ROW_COUNT + turn]:
                if table[trams + number * at.ROW] == 0:
                    moves[count] = at.TRAM << 12 | tram << 6 | number
                    count += 1
                number += 1
        tram += 1
    return count
