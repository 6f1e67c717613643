"""Counting in Trambahn: all pieces, whose number never changes, and what statistics are made of."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from stellwerk.games.trambahn.law.actions import Action, BuyTram, EndTurn, Shuffle
from stellwerk.games.trambahn.law.state import Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stellwerk.games.trambahn.law.state import State


def pieces(state: State) -> Mapping[str, int]:
    """How many there are of each card and tram, wherever they lie."""
    found: Counter[str] = Counter(state.draw)
    found.update(state.discard.cards)
    found.update(f"x{tram}" for tram in state.offer + state.stack)
    for terminal in state.terminals:
        found.update(terminal)
    for player in state.players:
        found.update(player.hand)
        found.update(player.money.cards)
        for row in player.rows:
            found.update(row.cards)
            if row.tram is not None:
                found[f"x{row.tram}"] += 1
    return found


def tally(before: State, action: Action, after: State) -> Mapping[str, int]:
    """What one action adds to the statistics of a game."""
    counts = {
        "special_runs": len(after.special_runs) - len(before.special_runs),
        "special_run_points": sum(entry.points for entry in after.special_runs[len(before.special_runs) :]),
    }
    if isinstance(action, EndTurn) or after.step is Step.OVER:
        counts["turns"] = 1
    if isinstance(action, BuyTram):
        counts[f"trams_x{action.tram}"] = 1
    if isinstance(action, Shuffle) and before.step is Step.DRAWING:
        counts["new_draw_piles"] = 1
    if isinstance(action, EndTurn | Shuffle) and before.step is not Step.DEAL:
        seat = before.turn
        counts["cards_drawn"] = len(after.players[seat].hand) - len(before.players[seat].hand)
    return counts
