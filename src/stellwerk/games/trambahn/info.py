"""What the program knows about Trambahn before a game begins: title, seats, options, levels."""

from __future__ import annotations

from stellwerk.core.setup import GameInfo, SeatRange, corrections_of, options_of
from stellwerk.games.trambahn.law.state import Options

INFO = GameInfo(
    key="trambahn",
    title="Trambahn",
    seats=SeatRange(2, 2),
    options=options_of(Options),
    corrections=corrections_of(Options),
    rules_version=2,
    # The deal; at most 49 turns of 6 cards, 3 trams and an end; as many turns with an empty hand (TB-3.1.3);
    # and in each of these turns at most one shuffle for every card that is drawn, and one more (TB-3.5.3).
    max_actions=1 + 49 * 10 + 49 + 98 * 7,
    end_reasons=("TB-5.1", "TB-5.3"),
    levels=("easy", "medium", "hard", "master"),
    usual_level="medium",
    substitute="simple",
    end_turn="E",
    first_deal="164033c0766c65250c498ab33e4e32a930776bb7fae67be417505900a4f55a4e",
)
