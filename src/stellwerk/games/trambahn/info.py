"""What is known of Trambahn before anybody plays it."""

from __future__ import annotations

from stellwerk.core.setup import GameInfo, SeatRange, options_of
from stellwerk.games.trambahn.state import Options

INFO = GameInfo(
    key="trambahn",
    title="Trambahn",
    seats=SeatRange(2, 2),
    options=options_of(Options),
    rules_version=1,
    # At most 49 turns of 6 cards, 3 trams and an end, as many empty ones (TB-3.1.3), and a shuffle for each.
    max_actions=49 * 10 + 49 + 98 + 1,
)
