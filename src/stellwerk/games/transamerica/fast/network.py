"""Rails on the board of a core, and the network of each seat: the crossings that its marker reaches (TA-3.3).

Three vectors of the core say what lies where:

    network    a row for each seat, a byte for each crossing: 1 if it is in the seat's network
    lengths    a row for each seat, a byte for each line: 0 for a rail that the seat may use, CLOSED for
               another seat's coloured rail (TA-V.1), otherwise the cost of the free line
    owner      a byte for each line, see `moves`
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, u8

from stellwerk.games.transamerica.fast.board import (
    LINE_A,
    LINE_B,
    N_COLOURS,
    N_CROSSINGS,
    N_LINES,
    WAY_END,
    WAY_LINE,
    WAY_START,
)
from stellwerk.games.transamerica.fast.moves import NEUTRAL, OWNED
from stellwerk.games.transamerica.fast.paths import CLOSED

if TYPE_CHECKING:
    from librt.vecs import vec

    from stellwerk.games.transamerica.fast.core import Core


def put_neutral(game: Core, line: i64) -> None:
    """Put down a rail for everybody, without updating networks."""
    game.owner[line] = NEUTRAL
    for seat in range(game.seats):
        game.lengths[seat * N_LINES + line] = 0
    game.rails += 1


def put_coloured(game: Core, owner: i64, line: i64) -> None:
    """Put down a rail that only its owner may use (TA-V.1), without updating networks."""
    game.owner[line] = u8(OWNED + owner)
    for seat in range(game.seats):
        game.lengths[seat * N_LINES + line] = 0 if seat == owner else CLOSED
    game.coloured_left[owner] -= 1


def grow(game: Core, seat: i64, line: i64) -> None:
    """Extend a seat's network over a new rail that it may use (TA-3.5)."""
    base: i64 = seat * N_CROSSINGS
    a: i64 = i64(LINE_A[line])
    b: i64 = i64(LINE_B[line])
    if game.network[base + a] != game.network[base + b]:
        reach(game, seat, b if game.network[base + a] else a)


def reach(game: Core, seat: i64, start: i64) -> None:
    """Add a crossing to a seat's network, and all crossings that rails join to it."""
    network, lengths = game.network, game.lengths
    base: i64 = seat * N_CROSSINGS
    offset: i64 = seat * N_LINES
    todo = game.moves  # as a stack: the moves listed before are no longer needed
    network[base + start] = 1
    todo[0] = start
    left: i64 = 1
    while left > 0:
        left -= 1
        crossing: i64 = todo[left]
        for way in range(i64(WAY_START[crossing]), i64(WAY_START[crossing + 1])):
            end: i64 = i64(WAY_END[way])
            if network[base + end] == 0 and lengths[offset + i64(WAY_LINE[way])] == 0:
                network[base + end] = 1
                todo[left] = end
                left += 1


def is_connected(game: Core, seat: i64) -> bool:
    """True if a seat's marker reaches all five of its cities (TA-4.1)."""
    for colour in range(N_COLOURS):
        city: i64 = game.cities[seat * N_COLOURS + colour]
        if city < 0 or game.network[seat * N_CROSSINGS + city] == 0:
            return False
    return True


def open_cities(game: Core, seat: i64, found: vec[i64]) -> i64:
    """Write the cities that a seat does not reach yet into `found`; returns their number."""
    count: i64 = 0
    for colour in range(N_COLOURS):
        city: i64 = game.cities[seat * N_COLOURS + colour]
        if game.network[seat * N_CROSSINGS + city] == 0:
            found[count] = city
            count += 1
    return count
