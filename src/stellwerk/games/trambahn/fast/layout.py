"""Where what lies in the flat state of `fast`, and the numbers of moves and cards.

A move is `kind << 12 | card << 6 | target`. A card is its place in the order of the notation: ten times its
line plus its value less one, 40 for a conductor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

CONDUCTOR: Final = 40
CARDS: Final = 120
HAND: Final = 6
RUNS: Final = 10

# What a move does.
PASSENGER: Final = 0
STOP: Final = 1
"""Its target is the place of the row plus one; 0 begins a new row."""
INCOME: Final = 2
TRAM: Final = 3
"""Its card is the tram's multiplier, its target the place of the row."""
END: Final = 4
END_TURN: Final = END << 12

# The steps of a turn, numbered as in the law's `Step`.
PASSENGERS: Final = 1
STOPS: Final = 2
INCOMES: Final = 3
TRAMS: Final = 4
DRAWING: Final = 5
OVER: Final = 6

# Where what lies in `table`. What both players have comes twice in a row: of seat 0, of seat 1.
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
"""How many x2, x3, x4 lie open: OFFER + 2, OFFER + 3, OFFER + 4."""
STACK: Final = 14
HAND_SIZE: Final = 15
ROW_COUNT: Final = 17
NEXT_ROW: Final = 19
FREE_ROWS: Final = 21
MAX_TRAMS: Final = 22
HALVES_UP: Final = 23
RANDOM: Final = 24
WAITING: Final = 25
"""How many passengers wait, by line."""
TERMINALS: Final = 29
"""Four places for each line."""
HANDS: Final = 45
"""Six places for each seat, in the order of the notation."""
ROWS: Final = 57
ROW: Final = 8
"""So many numbers for a row."""
SEAT_ROWS: Final = 21 * ROW
"""One for each of the 16 trams, and five that a hand can begin."""
TABLE: Final = ROWS + 2 * SEAT_ROWS

# What is known of a row.
NUMBER: Final = 0
LINE: Final = 1
ROW_END: Final = 2
SIZE: Final = 3
POINTS: Final = 4
ROW_TRAM: Final = 5
"""0 as long as it has none."""
VALUES: Final = 6
"""A bit for each value that it holds."""
CONDUCTORS: Final = 7

# Where which cards lie in `piles`; the last card of a pile is on top.
DRAW_PILE: Final = 0
DISCARD_PILE: Final = 120
MONEY_PILE: Final = 240

WORD: Final = 0xFFFFFFFF
FIRST_RANDOM: Final = 0x9E3779B9
"""Where random numbers begin if nobody says otherwise."""
MOVES: Final = 256
"""More than can ever be legal at once."""
PILES: Final = 480


def points_of(value: i64) -> i64:
    """The points on a stop (TB-1.2)."""
    if value <= 6:
        return 1
    return 2 if value <= 9 else 3
