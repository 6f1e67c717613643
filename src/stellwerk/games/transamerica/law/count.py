"""Counting: the pieces, whose number never changes, and the events that statistics add up."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from stellwerk.games.transamerica.law.actions import Action, ColouredRail, Marker, Rail
from stellwerk.games.transamerica.law.coloured import rails_left
from stellwerk.games.transamerica.law.data import CITY_AT, RAILS, cities_in_play

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stellwerk.games.transamerica.law.state import State


def pieces(state: State) -> Mapping[str, int]:
    """How many there are of each city card, and of rails, markers and locomotives, wherever they are."""
    seats = len(state.players)
    dealt = [city for player in state.players for city in player.cities]
    unseen = {city for cities in cities_in_play(seats) for city in cities}.difference(dealt)
    found = Counter(CITY_AT[city].name for city in (*dealt, *unseen))
    standing = [player.marker for player in state.players if player.marker is not None]
    found["marker"] = len(set(standing)) + seats - len(standing)
    found["locomotive"] = seats
    laid = len({line for turn in state.turns for line in turn})
    found["rail"] = (
        laid + RAILS - state.rails.bit_count() + sum(rails_left(state, seat) for seat in range(seats))
    )
    return found


def tally(before: State, action: Action, after: State) -> Mapping[str, int]:
    """What one action adds to the statistics."""
    round_over = len(after.rounds) > len(before.rounds)
    counts = {
        "rounds": int(round_over),
        "turns": int(round_over or isinstance(action, Marker) or after.turn != before.turn),
        "rails": int(isinstance(action, Rail | ColouredRail)),
        "points_lost": sum(after.rounds[-1].losses) if round_over else 0,
        "barrier_moves": int(after.barrier != before.barrier),
    }
    if before.options.vexation:
        counts["coloured_rails"] = int(isinstance(action, ColouredRail))
    return counts
