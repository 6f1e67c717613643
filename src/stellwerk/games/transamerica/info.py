"""What is known about TransAmerica before a game begins: seats, options, levels and limits."""

from __future__ import annotations

from stellwerk.core.setup import GameInfo, SeatRange, corrections_of, options_of
from stellwerk.games.transamerica.law.data import COLOURED_RAILS, RAILS, SHED
from stellwerk.games.transamerica.law.state import Options

_MOST_SEATS = 6
# A deal, the markers, and at most one end of turn for each rail.
_MOST_ACTIONS_PER_ROUND = 1 + _MOST_SEATS + 2 * (RAILS + _MOST_SEATS * COLOURED_RAILS)
# Before the last round every player has at least one point, so all players together have lost at most
# _MOST_SEATS * (SHED - 1), and at least one in each round. (TA-V.2 allows 36 rounds, which is fewer.) Rounds
# in which one rail connects everybody, so that nobody loses a point, are not counted: the rules set no limit
# to them.
MOST_ROUNDS = _MOST_SEATS * (SHED - 1) + 1

INFO = GameInfo(
    key="transamerica",
    title="TransAmerica",
    seats=SeatRange(2, _MOST_SEATS),
    options=options_of(Options),
    corrections=corrections_of(Options),
    rules_version=2,
    max_actions=MOST_ROUNDS * _MOST_ACTIONS_PER_ROUND,
    end_reasons=("TA-6.2", "TA-V.2"),
    levels=("easy", "medium", "hard", "master"),
    usual_level="medium",
    substitute="simple",
    end_turn="E",
    first_deal="45495fd78afe9a8a8671be04b7efdd97956abf5f5063d3a43d8e372610164d1a",
)
