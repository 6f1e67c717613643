"""The ids of Trambahn's actions, from moves of the fast core and back. They are fixed for ever.

A row is named by its place among the player's rows, from left to right, not by its number, which grows
throughout the game. There are never more than 21 rows: one for each of the 16 trams, and five that a hand can
begin. Ids rise in the order of the notation:

    ids          action
    0–39         passenger, by card
    40–43        a conductor as a passenger, by line
    44–945       stop: 44 + 22 × card + place; place 21 begins a new row
    946–986      income, by card
    987–1049     tram: 987 + 21 × (multiplier − 2) + place
    1050         end of turn
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.trambahn.fast.layout import CONDUCTOR, END_TURN, INCOME, PASSENGER, STOP, TRAM

if TYPE_CHECKING:
    from mypy_extensions import i64

KINDS: Final = CONDUCTOR + 1
"""The kinds of cards."""
PLACES: Final = 21
"""The places of rows; a stop on the place behind them begins a new row."""
STOP_ID: Final = CONDUCTOR + 4
INCOME_ID: Final = STOP_ID + (PLACES + 1) * KINDS
TRAM_ID: Final = INCOME_ID + KINDS
END_ID: Final = TRAM_ID + 3 * PLACES
IDS: Final = END_ID + 1


def id_of(move: i64) -> i64:
    """The id of a move."""
    kind, card, target = move >> 12, move >> 6 & 63, move & 63
    if kind == PASSENGER:
        return card if card < CONDUCTOR else CONDUCTOR + target
    if kind == STOP:
        return STOP_ID + (PLACES + 1) * card + (target - 1 if target else PLACES)
    if kind == INCOME:
        return INCOME_ID + card
    return TRAM_ID + PLACES * (card - 2) + target if kind == TRAM else END_ID


def move_of(number: i64) -> i64:
    """The move of an id."""
    if number < CONDUCTOR:
        return number << 6 | number // 10
    if number < STOP_ID:
        return CONDUCTOR << 6 | number - CONDUCTOR
    if number < INCOME_ID:
        card, place = (number - STOP_ID) // (PLACES + 1), (number - STOP_ID) % (PLACES + 1)
        return STOP << 12 | card << 6 | (place + 1 if place < PLACES else 0)
    if number < TRAM_ID:
        return INCOME << 12 | number - INCOME_ID << 6
    if number < END_ID:
        return TRAM << 12 | (number - TRAM_ID) // PLACES + 2 << 6 | (number - TRAM_ID) % PLACES
    return END_TURN
