"""Where the coloured rails of the vexation variant may lie (TA-V.1), besides what holds for every rail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core.errors import IllegalAction
from stellwerk.games.transamerica.law.data import COLOURED_RAILS, ENDS, LINES_AT, PAIRS, members, place
from stellwerk.games.transamerica.law.network import bridges

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.state import State


def check_coloured_rail(state: State, number: int) -> None:
    """Refuse a coloured rail on a line where any neutral rail could lie."""
    if not state.options.vexation:
        raise IllegalAction("TA-V.1", "no_vexation")
    if not rails_left(state, state.turn):
        raise IllegalAction("TA-V.1", "no_coloured_rail_left", {"count": COLOURED_RAILS})
    for crossing in PAIRS[number]:
        if _full_crossings(state) >> crossing & 1:
            raise IllegalAction("TA-V.1", "crossing_full", {"place": place(crossing)})
    if _cutting(state) >> number & 1:
        raise IllegalAction("TA-V.1", "cuts_the_board", {"a": PAIRS[number][0], "b": PAIRS[number][1]})


def rails_left(state: State, seat: int) -> int:
    """How many coloured rails a player has still to lay."""
    return COLOURED_RAILS - state.players[seat].coloured.bit_count() if state.options.vexation else 0


def closed_to_coloured(state: State) -> int:
    """All lines on which the player may lay no coloured rail because of other coloured rails."""
    lines = _cutting(state)
    for crossing in members(_full_crossings(state)):
        lines |= LINES_AT[crossing]
    return lines


def _full_crossings(state: State) -> int:
    """Crossings where two coloured rails meet already."""
    once = twice = 0
    for player in state.players:
        for number in members(player.coloured):
            twice |= once & ENDS[number]
            once |= ENDS[number]
    return twice


def _cutting(state: State) -> int:
    """Lines whose loss would cut the board in two for somebody else."""
    lines = 0
    for seat in range(len(state.players)):
        if seat != state.turn:
            lines |= bridges(state.foreign(seat))
    return lines
