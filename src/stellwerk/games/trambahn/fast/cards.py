"""The end of a turn in the fast core, and everything that moves piles of cards: a part of `fast`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, u8

from stellwerk.games.trambahn.fast.layout import (
    CARDS,
    CONDUCTOR,
    CONDUCTORS,
    DISCARD,
    DISCARD_PILE,
    DRAW,
    DRAW_PILE,
    DRAWING,
    HALVES_UP,
    HAND,
    HAND_SIZE,
    HANDS,
    LINE,
    MONEY,
    MONEY_PILE,
    OFFER,
    OVER,
    PASSENGERS,
    PASSENGERS_PLAYED,
    RANDOM,
    ROW,
    ROW_COUNT,
    ROW_TRAM,
    ROWS,
    SEAT_ROWS,
    STACK,
    STEP,
    TRAMS_BOUGHT,
    TURN,
    VALUES,
    WORD,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from librt.vecs import vec


def end_turn(table: vec[i64], piles: vec[u8]) -> None:
    """TB-3.5"""
    _clear_rows(table, piles)
    _draw(table, piles)


def earn(table: vec[i64], piles: vec[u8], card: i64) -> None:
    """Put a card on the own money pile."""
    turn = table[TURN]
    piles[MONEY_PILE + CARDS * turn + table[MONEY + turn]] = u8(card)
    table[MONEY + turn] += 1


def _clear_rows(table: vec[i64], piles: vec[u8]) -> None:  # TB-3.5.1
    turn = table[TURN]
    row: i64 = ROWS + SEAT_ROWS * turn
    last: i64 = row + ROW * table[ROW_COUNT + turn]
    kept = row
    while row < last:
        if table[row + ROW_TRAM] == 0:
            _sell_row(table, piles, row)
        else:
            if kept < row:
                field: i64 = 0
                while field < ROW:
                    table[kept + field] = table[row + field]
                    field += 1
            kept += ROW
        row += ROW
    table[ROW_COUNT + turn] = (kept - ROWS - SEAT_ROWS * turn) // ROW


def _sell_row(table: vec[i64], piles: vec[u8], row: i64) -> None:
    """Its cards become money: conductors first, then stops rising."""
    number: i64 = 0
    while number < table[row + CONDUCTORS]:
        earn(table, piles, CONDUCTOR)
        number += 1
    value: i64 = 1
    while value <= 10:
        if table[row + VALUES] >> value & 1:
            earn(table, piles, table[row + LINE] * 10 + value - 1)
        value += 1


def _draw(table: vec[i64], piles: vec[u8]) -> None:  # TB-3.5.2
    turn = table[TURN]
    while table[HAND_SIZE + turn] < HAND:
        if table[DRAW] == 0:
            if table[DISCARD] + _half(table, 0) + _half(table, 1) == 0:
                break  # TB-3.5.6
            table[STEP] = DRAWING
            return
        table[DRAW] -= 1
        _receive(table, i64(piles[DRAW_PILE + table[DRAW]]))
    _next_turn(table)


def _receive(table: vec[i64], card: i64) -> None:
    """Put a card into the hand, in order."""
    turn = table[TURN]
    first: i64 = HANDS + HAND * turn
    place: i64 = first + table[HAND_SIZE + turn]
    while place > first and table[place - 1] > card:
        table[place] = table[place - 1]
        place -= 1
    table[place] = card
    table[HAND_SIZE + turn] += 1


def _next_turn(table: vec[i64]) -> None:
    table[TURN] = 1 - table[TURN]
    over = table[HAND_SIZE] + table[HAND_SIZE + 1] == 0  # TB-5.3
    table[STEP] = OVER if over else PASSENGERS
    table[PASSENGERS_PLAYED] = 0
    table[TRAMS_BOUGHT] = 0
    while table[STACK] > 0 and table[OFFER + 2] + table[OFFER + 3] + table[OFFER + 4] < 3:  # TB-3.5.5
        stack = table[STACK]
        tram: i64 = 4
        if stack > 11:
            tram = 2
        elif stack > 7:
            tram = 3
        table[OFFER + tram] += 1
        table[STACK] -= 1


def _half(table: vec[i64], seat: i64) -> i64:  # TB-3.5.4
    return (table[MONEY + seat] + table[HALVES_UP]) >> 1


def _gather(table: vec[i64], piles: vec[u8]) -> None:
    """The cards of a new draw pile, not yet shuffled (TB-3.5.3)."""
    count = table[DISCARD]
    place: i64 = 0
    while place < count:
        piles[DRAW_PILE + place] = piles[DISCARD_PILE + place]
        place += 1
    table[DISCARD] = 0
    seat: i64 = 0
    while seat < 2:
        half = _half(table, seat)
        while half > 0:
            table[MONEY + seat] -= 1
            piles[DRAW_PILE + count] = piles[MONEY_PILE + CARDS * seat + table[MONEY + seat]]
            count += 1
            half -= 1
        seat += 1
    table[DRAW] = count


def shuffle(table: vec[i64], piles: vec[u8]) -> None:
    """Make the new draw pile that is due, and go on drawing."""
    _gather(table, piles)
    mix(table, piles, table[DRAW])
    _draw(table, piles)


def mix(table: vec[i64], piles: vec[u8], count: i64) -> None:
    """Shuffle so many cards of the draw pile."""
    last = count - 1
    while last > 0:
        other = random_number(table, last + 1)
        card = piles[last]
        piles[last] = piles[other]
        piles[other] = card
        last -= 1


def stack_draw_pile(table: vec[i64], piles: vec[u8], cards: Sequence[int]) -> None:
    """The same with a given order, the first card on top: what the law's `Shuffle` does."""
    _gather(table, piles)
    last: i64 = table[DRAW] - 1
    for card in cards:
        piles[DRAW_PILE + last] = u8(card)
        last -= 1
    _draw(table, piles)


def random_number(table: vec[i64], stop: i64) -> i64:
    """A number from 0 to stop − 1: xorshift with 32 bits, which no machine lets overflow."""
    word = table[RANDOM]
    word = (word ^ word << 13) & WORD
    word ^= word >> 17
    word = (word ^ word << 5) & WORD
    table[RANDOM] = word
    return word * stop >> 32
