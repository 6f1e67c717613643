"""Where each part of the tensor of TransAmerica begins: the layout for both writers, here and in `encode`.

    table           the step (one place each), rails left, rounds played, the barrier (−1: none), vexation,
                    the fixed number of rounds (0: none), connections are announced
    players         for each seat: its turn, it started the round, it has a marker, points,
                    coloured rails left, it is announced as connected
    cities          your cities, by crossing
    markers         for each seat: its marker, by crossing
    rails           everybody's rails, by line
    own_coloured    your coloured rails, by line
    other_coloured  the others' coloured rails, by line

Seats are in playing order, yours first. Points are divided by 100, counts by the most there can be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import parts_between
from stellwerk.games.transamerica.fast.board import N_CROSSINGS, N_LINES

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stellwerk.core.coding import Part

STEP: Final[i64] = 0
TABLE: Final[i64] = STEP + 5
"""The table's numbers behind the step."""
PLAYERS: Final[i64] = TABLE + 6
PLAYER: Final[i64] = 6
"""How many numbers a player has."""
NO_BARRIER: Final = -1.0


def cities(seats: i64) -> i64:
    """Where the cities begin."""
    return PLAYERS + PLAYER * seats


def markers(seats: i64) -> i64:
    """Where the markers begin."""
    return cities(seats) + N_CROSSINGS


def rails(seats: i64) -> i64:
    """Where the rails begin; your coloured rails and then the others' follow, each `N_LINES` long."""
    return markers(seats) + N_CROSSINGS * seats


def size(seats: i64) -> i64:
    """The length of the tensor."""
    return rails(seats) + 3 * N_LINES


def layout(seats: int) -> tuple[Part, ...]:
    """The parts of the tensor."""
    starts = {
        "table": int(STEP),
        "players": int(PLAYERS),
        "cities": int(cities(seats)),
        "markers": int(markers(seats)),
        "rails": int(rails(seats)),
        "own_coloured": int(rails(seats) + N_LINES),
        "other_coloured": int(rails(seats) + 2 * N_LINES),
    }
    return parts_between(starts, int(size(seats)))
