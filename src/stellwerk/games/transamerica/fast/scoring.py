"""The end of a round in a core (TA-5, TA-6), and what a seat's cities still cost.

`losses` are written first, then taken from `scores`; a playout can also write losses of its own there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import u8

from stellwerk.games.transamerica.fast.board import (
    MOST_SEATS,
    N_COLOURS,
    N_CROSSINGS,
    N_LINES,
    bytes_of,
    numbers_of,
)
from stellwerk.games.transamerica.fast.moves import DEAL, FREE, NO_BARRIER, OVER
from stellwerk.games.transamerica.fast.network import open_cities
from stellwerk.games.transamerica.law.data import COLOURED_RAILS, LINES, SHED

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stellwerk.games.transamerica.fast.core import Core

_NO_OWNERS: Final = bytes_of(N_LINES, FREE)
_NO_NETWORKS: Final = bytes_of(MOST_SEATS * N_CROSSINGS, 0)
_LENGTHS: Final[vec[u8]] = vec[u8]([line.cost for _ in range(MOST_SEATS) for line in LINES])
"""An empty board: owners, networks and lengths, for as many seats as can play."""


def missing(game: Core, seat: i64) -> i64:
    """The cost of the cheapest rails that would connect all cities of a seat (TA-5.1)."""
    if game.markers[seat] < 0:
        return 0
    wanted = numbers_of(N_COLOURS, 0)
    count: i64 = open_cities(game, seat, wanted)
    connector, lengths = game.scratch.connector, game.lengths
    return connector.cheapest(game.network, seat, wanted, count, lengths, seat * N_LINES)


def start_costs(game: Core) -> vec[u8]:
    """For every crossing, what it would cost the seat to act to connect its five cities from there."""
    own = game.cities[game.turn * N_COLOURS : (game.turn + 1) * N_COLOURS]
    game.trees.measure(own, N_COLOURS, game.lengths, game.turn * N_LINES)
    return game.trees.costs[31 * N_CROSSINGS : 32 * N_CROSSINGS]


def finish_round(game: Core) -> None:
    """Score the round and clear the board (TA-5, TA-6)."""
    for seat in range(game.seats):
        game.losses[seat] = missing(game, seat)
    take_losses(game)
    clear_board(game)


def take_losses(game: Core) -> None:
    """Take the losses from the scores and go on to the next round, or to the end of the game."""
    lowest: i64 = SHED
    for seat in range(game.seats):
        game.scores[seat] -= game.losses[seat]
        lowest = min(lowest, game.scores[seat])
    game.step = OVER if count_round(game, lowest) else DEAL
    game.turn = (game.start_seat + game.rounds) % game.seats


def count_round(game: Core, lowest: i64) -> bool:
    """Count a scored round and move the barrier; True if the game is over. `lowest` is the lowest score."""
    game.rounds += 1
    if game.rounds == 2 and lowest >= 4 and game.barrier > NO_BARRIER:
        game.barrier = lowest - 3  # TA-5.3
    if game.fixed_rounds:
        return game.rounds >= game.fixed_rounds * game.seats  # TA-V.2
    return lowest <= game.barrier  # TA-6.2


def clear_board(game: Core) -> None:
    """Take rails, markers and city cards from the board (TA-6.1)."""
    seats: i64 = game.seats
    game.rails = 0
    game.owner = _NO_OWNERS[:]
    game.lengths = _LENGTHS[: seats * N_LINES]
    game.network = _NO_NETWORKS[: seats * N_CROSSINGS]
    for seat in range(seats):
        game.markers[seat] = -1
        game.coloured_left[seat] = COLOURED_RAILS if game.vexation else 0
        for colour in range(N_COLOURS):
            game.cities[seat * N_COLOURS + colour] = -1
