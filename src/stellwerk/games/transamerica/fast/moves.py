"""Moves of the core as integers, and the integers for its steps and for what lies on a line.

    M 77       77             a marker: its crossing, 0 to 187
    R 3-4      RAIL + line    a neutral rail; the line is its number, 0 to 508
    V 3-4      COLOURED + line    a coloured rail (TA-V.1)
    E          END            the end of the turn

Comparing with RAIL, COLOURED and END tells the kinds apart. A deal is not a move, see `deal`.
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

# The steps, as in the law's `state.Step`.
DEAL: Final[i64] = 0
MARKER: Final[i64] = 1
FIRST_RAIL: Final[i64] = 2
SECOND_RAIL: Final[i64] = 3
OVER: Final[i64] = 4

# What lies on a line: nothing, a neutral rail, or the coloured rail of a seat, which is OWNED + seat.
FREE: Final[u8] = 0
NEUTRAL: Final[u8] = 1
OWNED: Final[i64] = 2

NO_BARRIER: Final[i64] = -1_000_000
"""Where the barrier lies in a game without one (TA-V.2): no score ever falls that far."""


def encode(action: Action) -> i64:
    """The move of a player's action."""
    if isinstance(action, Marker):
        return action.crossing
    if isinstance(action, Rail):
        return RAIL + LINE_NUMBER[action.a, action.b]
    if isinstance(action, ColouredRail):
        return COLOURED + LINE_NUMBER[action.a, action.b]
    assert isinstance(action, EndTurn)
    return END


def decode(move: i64) -> Action:
    """The action of a move."""
    if move >= END:
        return EndTurn()
    if move >= COLOURED:
        return ColouredRail(*PAIRS[move - COLOURED])
    if move >= RAIL:
        return Rail(*PAIRS[move - RAIL])
    return Marker(move)
