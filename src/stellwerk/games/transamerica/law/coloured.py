"""Where coloured rails may lie (TA-V.1): the conditions beyond those for every rail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core.errors import IllegalAction
from stellwerk.games.transamerica.law.data import COLOURED_RAILS, ENDS, LINES_AT, PAIRS, members
from stellwerk.games.transamerica.law.network import bridges
from stellwerk.games.transamerica.law.places import named_crossing, named_line

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.state import State


def check_coloured_rail(state: State, number: int) -> None:
    """Refuse a coloured rail on a line where a neutral rail would be legal, if TA-V.1 forbids it."""
    if not state.options.vexation:
        raise IllegalAction("TA-V.1", "no_vexation")
    if not rails_left(state, state.turn):
        raise IllegalAction("TA-V.1", "no_coloured_rail_left", {"count": COLOURED_RAILS})
    for crossing in PAIRS[number]:
        if _full_crossings(state) >> crossing & 1:
            raise IllegalAction("TA-V.1", "crossing_full", named_crossing(crossing))
    if _cutting(state) >> number & 1:
        raise IllegalAction("TA-V.1", "cuts_the_board", named_line(*PAIRS[number]))


def rails_left(state: State, seat: int) -> int:
    """The number of coloured rails that a player has left."""
    return COLOURED_RAILS - state.players[seat].coloured.bit_count() if state.options.vexation else 0


def closed_to_coloured(state: State) -> int:
    """The set of lines closed to a coloured rail of the player to act, because of other coloured rails."""
    lines = _cutting(state)
    for crossing in members(_full_crossings(state)):
        lines |= LINES_AT[crossing]
    return lines


def _full_crossings(state: State) -> int:
    """The crossings where two coloured rails already meet."""
    once = twice = 0
    for player in state.players:
        for number in members(player.coloured):
            twice |= once & ENDS[number]
            once |= ENDS[number]
    return twice


def _cutting(state: State) -> int:
    """The lines whose loss would cut the board in two for another player."""
    lines = 0
    for seat in range(len(state.players)):
        if seat != state.turn:
            lines |= bridges(state.foreign(seat))
    return lines
