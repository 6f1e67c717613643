"""What can be said about InterUrban without playing it: seats, options, levels, limits."""

from __future__ import annotations

from stellwerk.core.setup import GameInfo, SeatRange, corrections_of, options_of
from stellwerk.games.interurban.law.data import COLOURS, STATION_SUPPLY, TRACK_SUPPLY
from stellwerk.games.interurban.law.state import Options

INFO = GameInfo(
    key="interurban",
    title="InterUrban",
    seats=SeatRange(2, len(COLOURS)),
    options=options_of(Options),
    corrections=corrections_of(Options),
    rules_version=1,
    # The deal, and at most two actions for each tile: laying it, and ending the turn after it.
    max_actions=1 + 2 * (len(TRACK_SUPPLY) + len(COLOURS) * len(STATION_SUPPLY)),
    end_reasons=("IU-6.1a", "IU-6.1b", "IU-6.1c", "IU-6.1d"),
    levels=("easy", "medium", "hard", "master"),
    usual_level="medium",
    substitute="simple",
    end_turn="E",
    first_deal="d2011d297af70794569453334b6c11874368500f050d097f4f4ad404955572f7",
)
