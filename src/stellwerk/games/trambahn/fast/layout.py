"""Where each number of the core's state lies, and how cards and moves are packed into integers.

A state is two flat lists, so that copying one is copying two blocks of memory. What both players have comes
twice in a row: first for seat 0, then for seat 1.

    table                                          piles (the last card of a pile is on top)
      0  TURN, STEP, PASSENGERS_PLAYED,              0  DRAW_PILE
         TRAMS_BOUGHT, RUNS_DONE                   120  DISCARD_PILE
      5  SCORE of both seats                       240  MONEY_PILE of seat 0
      7  MONEY of both seats: number of cards      360  MONEY_PILE of seat 1
      9  DRAW, DISCARD: number of cards            480  PILES, the size
     11  open trams ×2, ×3, ×4, from OFFER + 2 on
     14  STACK: number of trams                    one row
     15  HAND_SIZE of both seats                     0  NUMBER
     17  ROW_COUNT of both seats                     1  LINE
     19  NEXT_ROW of both seats                      2  ROW_END
     21  FREE_ROWS, MAX_TRAMS, HALVES_UP,            3  SIZE
         NINE, REPLACES_EMPTY                        4  POINTS
     26  RANDOM                                      5  ROW_TRAM
     27  WAITING on each line                        6  VALUES
     31  TERMINALS: 4 places for each line           7  CONDUCTORS
     47  HANDS: 6 places for each seat               8  ROW, the size
     59  ROWS: 21 rows for each seat
    395  TABLE, the size

A card is its place in the order of the notation: ten times its line plus its value minus one, so blue 1 is 0
and yellow 10 is 39; 40 is a conductor. A move is `kind << 12 | card << 6 | target`:

    kind         card             target
    PASSENGER    the card         line of the terminal
    STOP         the card         place of the row plus one; 0 begins a new row
    INCOME       the card         0
    TRAM         its multiplier   place of the row
    END          0                0

A row's place counts the seat's rows from 0; its number, which the notation uses, never changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

CONDUCTOR: Final = 40
CARDS: Final = 120
HAND: Final = 6
RUNS: Final = 10

# The kinds of moves.
PASSENGER: Final = 0
STOP: Final = 1
INCOME: Final = 2
TRAM: Final = 3
END: Final = 4
END_TURN: Final = END << 12

# The steps of a turn, numbered as in the law's `Step`.
PASSENGERS: Final = 1
STOPS: Final = 2
INCOMES: Final = 3
TRAMS: Final = 4
DRAWING: Final = 5
OVER: Final = 6

# Places in `table`.
TURN: Final = 0
STEP: Final = 1
PASSENGERS_PLAYED: Final = 2
TRAMS_BOUGHT: Final = 3
RUNS_DONE: Final = 4
SCORE: Final = 5
MONEY: Final = 7
DRAW: Final = 9
DISCARD: Final = 10
OFFER: Final = 9
"""The number of open ×2 is at OFFER + 2, of ×3 at OFFER + 3, of ×4 at OFFER + 4."""
STACK: Final = 14
HAND_SIZE: Final = 15
ROW_COUNT: Final = 17
NEXT_ROW: Final = 19
FREE_ROWS: Final = 21
MAX_TRAMS: Final = 22
HALVES_UP: Final = 23
NINE: Final = 24
"""How many points a 9 counts."""
REPLACES_EMPTY: Final = 25
"""1 if an empty draw pile is replaced at once, 0 if only when a card is missing."""
RANDOM: Final = 26
WAITING: Final = 27
TERMINALS: Final = 31
HANDS: Final = 47
"""Each hand is kept in the order of the notation."""
ROWS: Final = 59
ROW: Final = 8
SEAT_ROWS: Final = 21 * ROW
"""One row for each of the 16 trams, and five that a hand can begin."""
TABLE: Final = ROWS + 2 * SEAT_ROWS

# Places in a row.
NUMBER: Final = 0
LINE: Final = 1
ROW_END: Final = 2
SIZE: Final = 3
POINTS: Final = 4
ROW_TRAM: Final = 5
"""The tram's multiplier; 0 while the row has none."""
VALUES: Final = 6
"""Bit n is set if the row holds the value n."""
CONDUCTORS: Final = 7

# Places in `piles`.
DRAW_PILE: Final = 0
DISCARD_PILE: Final = 120
MONEY_PILE: Final = 240
PILES: Final = 480

WORD: Final = 0xFFFFFFFF
FIRST_RANDOM: Final = 0x9E3779B9
"""The state of the random numbers until `Core.seed` sets another."""
MOVES: Final = 256
"""More moves than can ever be legal at once."""


def points_of(value: i64, nine: i64) -> i64:
    """The points on a stop, where a 9 counts `nine` (TB-1.2)."""
    if value <= 6:
        return 1
    if value <= 8:
        return 2
    return nine if value == 9 else 3


def price_of(tram: i64) -> i64:
    """The price of a tram (TB-1.4)."""
    return tram * 5 - 5


def open_trams(table: vec[i64], offer: i64) -> i64:
    """How many trams lie open, of all three kinds; `offer` is where `table` counts them."""
    return table[offer + 2] + table[offer + 3] + table[offer + 4]


def first_row(seat: i64) -> i64:
    """Where the rows of a seat begin in `table`."""
    return ROWS + SEAT_ROWS * seat


def end_of_rows(table: vec[i64], seat: i64) -> i64:
    """The place behind the last row of a seat."""
    return ROWS + SEAT_ROWS * seat + ROW * table[ROW_COUNT + seat]


def share_to_come(runs: i64) -> float:
    """The share of the ten runs that are still to come when `runs` are done."""
    return float(RUNS - runs) / 10.0
