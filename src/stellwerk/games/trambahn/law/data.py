"""The material of Trambahn (TB-1) in tables.

A card is its text: ``B7`` is the blue 7, ``K`` a conductor. A line is its letter, a tram its multiplier.
"""

from __future__ import annotations

from typing import Final, Literal

Line = Literal["B", "R", "G", "Y"]
Card = Literal[
    "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10",
    "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10",
    "G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10",
    "Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7", "Y8", "Y9", "Y10",
    "K",
]  # fmt: skip
Tram = Literal[2, 3, 4]

LINES: Final[tuple[Line, ...]] = ("B", "R", "G", "Y")
CARDS: Final[tuple[Card, ...]] = Card.__args__  # type: ignore[attr-defined]  # the literals, in the order of the notation
CONDUCTOR: Final[Card] = "K"
STOPS: Final[tuple[Card, ...]] = CARDS[:-1]

ORDER: Final[dict[Card, int]] = {card: place for place, card in enumerate(CARDS)}
LINE_OF: Final[dict[Card, Line]] = {card: LINES[ORDER[card] // 10] for card in STOPS}
VALUE_OF: Final[dict[Card, int]] = {card: ORDER[card] % 10 + 1 for card in STOPS}
LAST_STOP: Final = 10

# TB-1.2
POINTS_OF: Final[dict[int, dict[Card, int]]] = {
    nine: {card: (1, 1, 1, 1, 1, 1, 2, 2, nine, 3)[VALUE_OF[card] - 1] for card in STOPS} for nine in (2, 3)
}
"""The points on a stop card, by what a 9 counts: the sources do not say (option `points_of_nine`)."""

# TB-1.1, TB-1.3
COPIES_OF: Final[dict[Card, int]] = {card: 2 if VALUE_OF[card] in (1, 10) else 3 for card in STOPS} | {
    CONDUCTOR: 8
}
DECK: Final[tuple[Card, ...]] = tuple(card for card in CARDS for _ in range(COPIES_OF[card]))

# TB-1.4, TB-2.3
TRAM_STACK: Final[tuple[Tram, ...]] = (2,) * 5 + (3,) * 4 + (4,) * 7
PRICE_OF: Final[dict[Tram, int]] = {2: 5, 3: 10, 4: 15}
OFFER_SIZE: Final = 3

HAND_SIZE: Final = 6
START_MONEY: Final = (12, 15)
"""TB-2.1: for the starting player and for the other."""
TERMINAL_SIZE: Final = 4
SPECIAL_RUN_CARDS: Final = 8
RUNS: Final = 10
