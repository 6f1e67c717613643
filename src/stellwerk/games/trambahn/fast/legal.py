"""The legal moves of the fast core, in the order of the law's `legal`: a part of `fast`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.trambahn.fast.layout import (
    CONDUCTOR,
    END_TURN,
    FREE_ROWS,
    HAND,
    HAND_SIZE,
    HANDS,
    INCOME,
    INCOMES,
    LINE,
    MAX_TRAMS,
    MONEY,
    OFFER,
    PASSENGERS,
    PASSENGERS_PLAYED,
    ROW,
    ROW_COUNT,
    ROW_END,
    ROW_TRAM,
    ROWS,
    SEAT_ROWS,
    STEP,
    STOP,
    STOPS,
    TRAM,
    TRAMS,
    TRAMS_BOUGHT,
    TURN,
)

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64


def legal(table: vec[i64], moves: vec[i64]) -> i64:
    """Write all moves of the seat whose turn it is to `moves`; returns how many."""
    step = table[STEP]
    if step < PASSENGERS or step > TRAMS:
        return 0
    played = table[PASSENGERS_PLAYED]
    hand_size = table[HAND_SIZE + table[TURN]]
    count: i64 = 0
    if step == PASSENGERS and played < 2:
        count = _passengers(table, moves, hand_size)
        if played == 0 and hand_size > 0:
            return count  # TB-3.0
    if played > 0:
        if step <= STOPS:
            count = _stops(table, moves, count, hand_size)
        if step <= INCOMES:
            count = _incomes(table, moves, count, hand_size)
        count = _trams(table, moves, count)
    moves[count] = END_TURN
    return count + 1


def _passengers(table: vec[i64], moves: vec[i64], hand_size: i64) -> i64:
    first: i64 = HANDS + HAND * table[TURN]
    count: i64 = 0
    last: i64 = -1
    place: i64 = 0
    while place < hand_size:
        card = table[first + place]
        place += 1
        if card == last:
            continue
        last = card
        if card < CONDUCTOR:
            moves[count] = card << 6 | card // 10
            count += 1
            continue
        line: i64 = 0
        while line < 4:
            moves[count] = CONDUCTOR << 6 | line
            count += 1
            line += 1
    return count


def _stops(table: vec[i64], moves: vec[i64], start: i64, hand_size: i64) -> i64:
    turn = table[TURN]
    first: i64 = HANDS + HAND * turn
    rows: i64 = ROWS + SEAT_ROWS * turn
    row_count = table[ROW_COUNT + turn]
    free = table[FREE_ROWS] != 0
    count = start
    last: i64 = -1
    place: i64 = 0
    while place < hand_size:
        card = table[first + place]
        place += 1
        if card == last:
            continue
        last = card
        before = count
        number: i64 = 0
        while number < row_count:
            if _fits(table, rows + number * ROW, card):
                moves[count] = STOP << 12 | card << 6 | (number + 1)
                count += 1
            number += 1
        if card < CONDUCTOR and (free or count == before):  # TB-3.2.4
            moves[count] = STOP << 12 | card << 6
            count += 1
    return count


def _fits(table: vec[i64], row: i64, card: i64) -> bool:
    end = table[row + ROW_END]
    if card == CONDUCTOR:
        return end < 10
    return table[row + LINE] == card // 10 and end <= card % 10


def _incomes(table: vec[i64], moves: vec[i64], start: i64, hand_size: i64) -> i64:
    first: i64 = HANDS + HAND * table[TURN]
    count = start
    last: i64 = -1
    place: i64 = 0
    while place < hand_size:
        card = table[first + place]
        if card != last:
            moves[count] = INCOME << 12 | card << 6
            count += 1
            last = card
        place += 1
    return count


def _trams(table: vec[i64], moves: vec[i64], start: i64) -> i64:
    count = start
    if table[TRAMS_BOUGHT] == table[MAX_TRAMS]:
        return count
    turn = table[TURN]
    rows: i64 = ROWS + SEAT_ROWS * turn + ROW_TRAM
    money = table[MONEY + turn]
    tram: i64 = 2
    while tram <= 4:
        if table[OFFER + tram] > 0 and tram * 5 - 5 <= money:
            number: i64 = 0
            while number < table[ROW_COUNT + turn]:
                if table[rows + number * ROW] == 0:
                    moves[count] = TRAM << 12 | tram << 6 | number
                    count += 1
                number += 1
        tram += 1
    return count
