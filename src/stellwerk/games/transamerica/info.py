"""What is known of TransAmerica before anybody plays it."""

from __future__ import annotations

from stellwerk.core.setup import GameInfo, SeatRange, corrections_of, options_of
from stellwerk.games.transamerica.law.data import COLOURED_RAILS, RAILS, SHED
from stellwerk.games.transamerica.law.state import Options

_MOST_SEATS = 6
# A deal, the markers, and at most one end of turn for every rail.
_MOST_ACTIONS_PER_ROUND = 1 + _MOST_SEATS + 2 * (RAILS + _MOST_SEATS * COLOURED_RAILS)
# Before the last round everybody has a point left, so at most so many points are lost: one in every round.
# (36 rounds of TA-V.2 are fewer.) Rounds in which all six connect by the same rail, so that nobody
# loses anything, are not counted: no rule forbids any number of them.
MOST_ROUNDS = _MOST_SEATS * (SHED - 1) + 1

INFO = GameInfo(
    key="transamerica",
    title="TransAmerica",
    seats=SeatRange(2, _MOST_SEATS),
    options=options_of(Options),
    corrections=corrections_of(Options),
    rules_version=1,
    max_actions=MOST_ROUNDS * _MOST_ACTIONS_PER_ROUND,
    end_reasons=("TA-6.2", "TA-V.2"),
    levels=("easy", "medium", "hard", "master"),
    usual_level="medium",
    substitute="simple",
    end_turn="E",
    first_deal="45495fd78afe9a8a8671be04b7efdd97956abf5f5063d3a43d8e372610164d1a",
)
