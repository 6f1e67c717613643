"""Where the turn generator writes its notes about one position: two flat lists, used again and again.

`notes` holds integers: the rows of the seat whose turn it is, in the layout of a row, and all that changes
while a turn is being decided. `worth` holds the weights of the linear evaluation (see `features`) and what
follows from them for this position.

    notes                                            worth
      0  rows: 21 rows of 8 numbers                     0  the weights
    168  LEAD in each line                             48  LED: a point of lead in each line I lead
    172  open trams ×2, ×3, ×4, from OFFER + 2 on      52  BEHIND: the same in each other line
    175  WAITING passengers on each line               56  HOLDING each card that is left
    179  CARDS_LEFT: cards that are not passengers     62  PURSE: 0 to 127 cards of money
    185  IDLE: 1 for a card not worth holding         190  WORTH, the size
    191  CHOSEN: the move for each card left
    197  BOUGHT: the trams bought, as moves
    200  BOARDED: the passengers, as moves
    202  NOTES, the size
"""

from __future__ import annotations

from typing import Final

from stellwerk.games.trambahn.fast.features import FEATURES
from stellwerk.games.trambahn.fast.layout import HAND, SEAT_ROWS

LEAD: Final = SEAT_ROWS
OFFER: Final = LEAD + 2
"""The number of open ×2 is at OFFER + 2, of ×3 at OFFER + 3, of ×4 at OFFER + 4."""
WAITING: Final = OFFER + 5
CARDS_LEFT: Final = WAITING + 4
IDLE: Final = CARDS_LEFT + HAND
CHOSEN: Final = IDLE + HAND
HELD: Final = 0
"""Stands in CHOSEN for a card that stays in hand; as a move it would be a passenger."""
BOUGHT: Final = CHOSEN + HAND
BOARDED: Final = BOUGHT + 3
NOTES: Final = BOARDED + 2

LED: Final = FEATURES
BEHIND: Final = LED + 4
HOLDING: Final = BEHIND + 4
PURSE: Final = HOLDING + HAND
MOST_MONEY: Final = 128
WORTH: Final = PURSE + MOST_MONEY
