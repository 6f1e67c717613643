"""How the core draws, shuffles and clears rows: the end of a turn (TB-3.5), and its random numbers.

A pile is a stretch of `piles` and a count in `table`: putting a card on top writes it behind the last one and
counts up, drawing counts down. The counterpart of the law's `cards`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, u8

from stellwerk.games.trambahn.fast import layout as at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from librt.vecs import vec


def end_turn(table: vec[i64], piles: vec[u8]) -> None:
    """Clear rows without a tram, then draw (TB-3.5)."""
    _clear_rows(table, piles)
    _draw(table, piles)


def earn(table: vec[i64], piles: vec[u8], card: i64) -> None:
    """Put a card on the money pile of the seat whose turn it is."""
    turn = table[at.TURN]
    piles[at.MONEY_PILE + at.CARDS * turn + table[at.MONEY + turn]] = u8(card)
    table[at.MONEY + turn] += 1


def half(table: vec[i64], seat: i64) -> i64:
    """How much money a seat gives up for a new draw pile (TB-3.5.4)."""
    return (table[at.MONEY + seat] + table[at.HALVES_UP]) >> 1


def _clear_rows(table: vec[i64], piles: vec[u8]) -> None:  # TB-3.5.1
    """Turn rows without a tram into money and move the others together."""
    turn = table[at.TURN]
    row = at.first_row(turn)
    end = at.end_of_rows(table, turn)
    kept = row
    while row < end:
        if table[row + at.ROW_TRAM] == 0:
            _sell_row(table, piles, row)
        else:
            if kept < row:
                field: i64 = 0
                while field < at.ROW:
                    table[kept + field] = table[row + field]
                    field += 1
            kept += at.ROW
        row += at.ROW
    table[at.ROW_COUNT + turn] = (kept - at.first_row(turn)) // at.ROW


def _sell_row(table: vec[i64], piles: vec[u8], row: i64) -> None:
    """Turn the cards of a row into money: conductors first, then stops rising."""
    number: i64 = 0
    while number < table[row + at.CONDUCTORS]:
        earn(table, piles, at.CONDUCTOR)
        number += 1
    value: i64 = 1
    while value <= 10:
        if table[row + at.VALUES] >> value & 1:
            earn(table, piles, table[row + at.LINE] * 10 + value - 1)
        value += 1


def _draw(table: vec[i64], piles: vec[u8]) -> None:  # TB-3.5.2
    turn = table[at.TURN]
    while table[at.HAND_SIZE + turn] < at.HAND and table[at.DRAW] > 0:
        table[at.DRAW] -= 1
        _receive(table, i64(piles[at.DRAW_PILE + table[at.DRAW]]))
    is_wanted = table[at.HAND_SIZE + turn] < at.HAND or table[at.REPLACES_EMPTY] != 0
    to_shuffle = table[at.DISCARD] + half(table, 0) + half(table, 1)
    if table[at.DRAW] == 0 and is_wanted and to_shuffle > 0:
        table[at.STEP] = at.DRAWING  # TB-3.5.3
    else:
        _next_turn(table)


def _receive(table: vec[i64], card: i64) -> None:
    """Put a card into the hand, in order."""
    turn = table[at.TURN]
    first: i64 = at.HANDS + at.HAND * turn
    place: i64 = first + table[at.HAND_SIZE + turn]
    while place > first and table[place - 1] > card:
        table[place] = table[place - 1]
        place -= 1
    table[place] = card
    table[at.HAND_SIZE + turn] += 1


def _next_turn(table: vec[i64]) -> None:
    table[at.TURN] = 1 - table[at.TURN]
    over = table[at.HAND_SIZE] + table[at.HAND_SIZE + 1] == 0  # TB-5.3
    table[at.STEP] = at.OVER if over else at.PASSENGERS
    table[at.PASSENGERS_PLAYED] = 0
    table[at.TRAMS_BOUGHT] = 0
    while table[at.STACK] > 0 and at.open_trams(table, at.OFFER) < 3:  # TB-3.5.5
        stack = table[at.STACK]
        tram: i64 = 4  # TB-2.3: seven ×4 at the bottom, four ×3 above them, the ×2 on top
        if stack > 11:
            tram = 2
        elif stack > 7:
            tram = 3
        table[at.OFFER + tram] += 1
        table[at.STACK] -= 1


# Chance.


def _gather(table: vec[i64], piles: vec[u8]) -> None:
    """Put the cards of a new draw pile together, not yet shuffled (TB-3.5.3)."""
    count = table[at.DISCARD]
    place: i64 = 0
    while place < count:
        piles[at.DRAW_PILE + place] = piles[at.DISCARD_PILE + place]
        place += 1
    table[at.DISCARD] = 0
    seat: i64 = 0
    while seat < 2:
        given_up = half(table, seat)
        while given_up > 0:
            table[at.MONEY + seat] -= 1
            piles[at.DRAW_PILE + count] = piles[at.MONEY_PILE + at.CARDS * seat + table[at.MONEY + seat]]
            count += 1
            given_up -= 1
        seat += 1
    table[at.DRAW] = count


def shuffle(table: vec[i64], piles: vec[u8]) -> None:
    """Make the new draw pile that is due, and go on drawing."""
    _gather(table, piles)
    last = table[at.DRAW] - 1
    while last > 0:
        other = random_number(table, last + 1)
        card = piles[at.DRAW_PILE + last]
        piles[at.DRAW_PILE + last] = piles[at.DRAW_PILE + other]
        piles[at.DRAW_PILE + other] = card
        last -= 1
    _draw(table, piles)


def stack_draw_pile(table: vec[i64], piles: vec[u8], cards: Sequence[int]) -> None:
    """Make the new draw pile in a given order, the first card on top, as the law's `Shuffle` does."""
    _gather(table, piles)
    last: i64 = table[at.DRAW] - 1
    for card in cards:
        piles[at.DRAW_PILE + last] = u8(card)
        last -= 1
    _draw(table, piles)


def random_number(table: vec[i64], stop: i64) -> i64:
    """A random number from 0 to stop − 1, by xorshift with 32 bits: 64-bit integers never overflow."""
    word = table[at.RANDOM]
    word = (word ^ word << 13) & at.WORD
    word ^= word >> 17
    word = (word ^ word << 5) & at.WORD
    table[at.RANDOM] = word
    return word * stop >> 32
