"""Where each part of the tensor of Trambahn begins: the layout for both writers, here and in `encode`.

    step        one place for each step of the law
    turn        your turn, you started the game, passengers played, trams bought, the step is a choice,
                the choice is yours
    options     free new rows, two trams per turn, halves rounded up, nines count 3, an empty pile is replaced
                at once
    hand        your hand, by kind of card
    own_…       counts (hand, money, cards drawn from this pile), money by kind of card, rows
    other_…     the same of the other player
    terminals   the waiting stops by kind of card, then by line how many wait and how many are conductors
    trams       on offer and in the stack: ×2, ×3, ×4
    piles       the sizes of the draw pile and the discard pile
    remembered  the cards known to be in the draw pile, by kind
    discard     the cards known to be in the discard pile, by kind
    points      yours, the other player's, and the share of runs played

A row has nine numbers: its line (four places), its end, its stops, its conductors, its tram, its points.
Counts are divided by the most there can be, points by 100.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import parts_between
from stellwerk.games.trambahn.fast.ids import KINDS, PLACES

if TYPE_CHECKING:
    from stellwerk.core.coding import Part

PILE: Final = 1 / 120
"""By this the cards of a pile are multiplied."""
LINES: Final = 4
ROW: Final = LINES + 5

# One player's numbers, from where the player begins.
COUNTS: Final = 0
MONEY: Final = COUNTS + 3
ROWS: Final = MONEY + KINDS
PLAYER: Final = ROWS + PLACES * ROW

STEP: Final = 0
TURN: Final = STEP + 7
OPTIONS: Final = TURN + 6
HAND: Final = OPTIONS + 5
OWN: Final = HAND + KINDS
OTHER: Final = OWN + PLAYER
TERMINALS: Final = OTHER + PLAYER
WAITING: Final = TERMINALS + KINDS - 1
"""The counts by line, behind the waiting stops."""
TRAMS: Final = WAITING + 2 * LINES
PILES: Final = TRAMS + 6
REMEMBERED: Final = PILES + 2
DISCARD: Final = REMEMBERED + KINDS
POINTS: Final = DISCARD + KINDS
SIZE: Final = POINTS + 3

_STARTS: Final = {
    "step": STEP,
    "turn": TURN,
    "options": OPTIONS,
    "hand": HAND,
    "own_counts": OWN + COUNTS,
    "own_money": OWN + MONEY,
    "own_rows": OWN + ROWS,
    "other_counts": OTHER + COUNTS,
    "other_money": OTHER + MONEY,
    "other_rows": OTHER + ROWS,
    "terminals": TERMINALS,
    "trams": TRAMS,
    "piles": PILES,
    "remembered": REMEMBERED,
    "discard": DISCARD,
    "points": POINTS,
}


def layout(seats: int) -> tuple[Part, ...]:
    """The parts of the tensor; Trambahn is always played by two."""
    del seats
    return parts_between(_STARTS, SIZE)
