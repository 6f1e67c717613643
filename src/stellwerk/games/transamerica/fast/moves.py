"""Moves of the fast core as numbers, and the numbers of its steps and of what lies on a line.

A marker is its crossing, a rail `RAIL` plus its line, a coloured rail `COLOURED` plus its line; `END` ends
the turn. Dealing is not a move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.transamerica.law.actions import Action, ColouredRail, EndTurn, Marker, Rail
from stellwerk.games.transamerica.law.data import LINE_NUMBER, PAIRS

if TYPE_CHECKING:
    from mypy_extensions import i64, u8

RAIL: Final[i64] = 1000
COLOURED: Final[i64] = 2000
END: Final[i64] = 3000

# The steps of `state.Step`.
DEAL: Final[i64] = 0
MARKER: Final[i64] = 1
FIRST_RAIL: Final[i64] = 2
SECOND_RAIL: Final[i64] = 3
OVER: Final[i64] = 4

FREE: Final[u8] = 0
NEUTRAL: Final[u8] = 1
OWNED: Final[i64] = 2
"""A line with a coloured rail holds OWNED plus the owner's seat."""
NO_BARRIER: Final[i64] = -1_000_000


def encode(action: Action) -> i64:
    """The number of a move."""
    if isinstance(action, Marker):
        return action.crossing
    if isinstance(action, Rail):
        return RAIL + LINE_NUMBER[action.a, action.b]
    if isinstance(action, ColouredRail):
        return COLOURED + LINE_NUMBER[action.a, action.b]
    assert isinstance(action, EndTurn)
    return END


def decode(move: i64) -> Action:
    """The move of a number."""
    if move >= END:
        return EndTurn()
    if move >= COLOURED:
        return ColouredRail(*PAIRS[move - COLOURED])
    if move >= RAIL:
        return Rail(*PAIRS[move - RAIL])
    return Marker(move)
