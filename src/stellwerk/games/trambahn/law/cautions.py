"""What a player may want to know before ending the turn: what would be lost, and what the other would gain.

Works only on what lies open on the table, so it tells nobody anything new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core.game import Caution
from stellwerk.games.trambahn.law.actions import BuyTram, EndTurn
from stellwerk.games.trambahn.law.data import LINES, TERMINAL_SIZE
from stellwerk.games.trambahn.law.legal import legal
from stellwerk.games.trambahn.law.scoring import lines_worth

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.games.trambahn.law.state import State


def cautions(state: State) -> tuple[Caution, ...]:
    """What ending the turn now would mean; empty if the turn cannot be ended."""
    actions = legal(state)
    if EndTurn() not in actions:
        return ()
    trams = [action.tram for action in actions if isinstance(action, BuyTram)]
    return (*_cleared(state), *_wasted(trams), *_given_away(state))


def _cleared(state: State) -> Iterator[Caution]:
    """The rows without a tram (TB-3.5.1)."""
    rows = [row for row in state.players[state.turn].rows if row.tram is None]
    if rows:
        yield Caution("clears", {"count": len(rows), "rows": tuple(f"row_{row.line}" for row in rows)})


def _wasted(trams: Sequence[int]) -> Iterator[Caution]:
    """The best tram that a row without one could still get (TB-3.4.1)."""
    if trams:
        yield Caution("tram", {"tram": f"one_x{max(trams)}"})


def _given_away(state: State) -> Iterator[Caution]:
    """Runs that the next passenger starts, and that give the other player more (TB-3.1.2)."""
    own, other = state.turn, 1 - state.turn
    for line, waiting, worth in zip(LINES, state.terminals, lines_worth(state), strict=True):
        if len(waiting) == TERMINAL_SIZE - 1 and worth[other] > worth[own]:
            yield Caution("run", {"line": line, "own": worth[own], "other": worth[other]})
