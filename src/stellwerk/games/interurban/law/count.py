"""Counts for checks and statistics: all pieces, whose number never changes, and what one action did."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from stellwerk.games.interurban.law.actions import Action, LayStation, LayTrack
from stellwerk.games.interurban.law.data import COLOURS, CROSSINGS
from stellwerk.games.interurban.law.laying import name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stellwerk.games.interurban.law.state import State


def pieces(state: State) -> Mapping[str, int]:
    """How many of each tile there are, wherever they lie."""
    found: Counter[str] = Counter(state.box + state.stack)
    found.update(tile for tile in state.open if tile is not None)
    found.update(map(name, state.tiles))
    for seat, player in enumerate(state.players):
        found.update(COLOURS[seat] + tile for tile in player.open + player.stack if tile is not None)
    return found


def tally(before: State, action: Action, after: State) -> Mapping[str, int]:
    """What one action did, as counts for statistics."""
    finished = [
        new.finished
        for old, new in zip(before.lines, after.lines, strict=False)
        if new.finished != old.finished
    ]
    counts = {
        "turns": after.turns - before.turns,
        "lines_complete": finished.count("IU-5.1"),
        "lines_closed_in": finished.count("IU-5.2"),
    }
    if isinstance(action, LayTrack):
        counts["track_tiles"] = 1
        counts["joins"] = _stations(after) - _stations(before)
    if isinstance(action, LayStation):
        counts["stations"] = 1
        counts["crossings"] = int(action.station in CROSSINGS)
        counts["crossings_on_two_lines"] = _stations(after) - _stations(before) - 1
        counts["stations_of_others"] = int(action.seat != before.turn)
    return counts


def _stations(state: State) -> int:
    return sum(len(line.stations) for line in state.lines)
