"""The ids of TransAmerica's actions, from moves of the fast core and back. They are fixed for ever.

They rise in the order of the notation:

    ids          action
    0–187        marker, by crossing
    188–1205     rail: 188 + 2 × line; one more for a coloured rail (TA-V.1)
    1206         end of turn
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.transamerica.fast.board import N_CROSSINGS, N_LINES
from stellwerk.games.transamerica.fast.moves import COLOURED, END, RAIL

if TYPE_CHECKING:
    from mypy_extensions import i64

END_ID: Final[i64] = N_CROSSINGS + 2 * N_LINES
IDS: Final = int(END_ID) + 1


def id_of(move: i64) -> i64:
    """The id of a move."""
    if move >= END:
        return END_ID
    if move >= COLOURED:
        return N_CROSSINGS + 2 * (move - COLOURED) + 1
    return N_CROSSINGS + 2 * (move - RAIL) if move >= RAIL else move


def move_of(number: i64) -> i64:
    """The move of an id."""
    if number < N_CROSSINGS:
        return number
    if number == END_ID:
        return END
    line = (number - N_CROSSINGS) >> 1
    return COLOURED + line if (number - N_CROSSINGS) & 1 else RAIL + line
