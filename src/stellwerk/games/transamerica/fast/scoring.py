"""The end of a round in the fast core (TA-5, TA-6), and what cities still cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.transamerica.fast.board import LINE_COST, N_COLOURS, N_CROSSINGS, N_LINES, numbers_of
from stellwerk.games.transamerica.fast.moves import DEAL, FREE, NO_BARRIER, OVER
from stellwerk.games.transamerica.law.data import COLOURED_RAILS, SHED

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64, u8

    from stellwerk.games.transamerica.fast.core import FastGame


def missing(game: FastGame, seat: i64) -> i64:
    """What the cheapest rails would cost that a seat still needs (TA-5.1)."""
    marker: i64 = game.markers[seat]
    if marker < 0:
        return 0
    wanted = numbers_of(N_COLOURS, 0)
    count: i64 = open_cities(game, seat, wanted)
    return game.paths.cost(marker, wanted, count, game.lengths, seat * N_LINES)


def start_costs(game: FastGame) -> vec[u8]:
    """What the cities of the seat whose turn it is would cost from every crossing."""
    own = game.cities[game.turn * N_COLOURS : (game.turn + 1) * N_COLOURS]
    game.paths.trees(own, N_COLOURS, game.lengths, game.turn * N_LINES)
    return game.paths.far[31 * N_CROSSINGS : 32 * N_CROSSINGS]


def open_cities(game: FastGame, seat: i64, found: vec[i64]) -> i64:
    """Write down the own cities that a seat does not reach yet; how many there are."""
    count: i64 = 0
    for colour in range(N_COLOURS):
        city: i64 = game.cities[seat * N_COLOURS + colour]
        if game.network[seat * N_CROSSINGS + city] == 0:
            found[count] = city
            count += 1
    return count


def finish_round(game: FastGame) -> None:
    """TA-5, TA-6."""
    for seat in range(game.seats):
        game.losses[seat] = missing(game, seat)
    take_losses(game)
    clear_board(game)


def take_losses(game: FastGame) -> None:
    """The points, the barrier and the end, by the losses that are written down (TA-5.3, TA-6.2, TA-V.2)."""
    lowest: i64 = SHED
    for seat in range(game.seats):
        game.scores[seat] -= game.losses[seat]
        lowest = min(lowest, game.scores[seat])
    game.rounds += 1
    if game.rounds == 2 and lowest >= 4 and game.barrier > NO_BARRIER:
        game.barrier = lowest - 3  # TA-5.3
    is_over = lowest <= game.barrier  # TA-6.2
    if game.fixed_rounds:
        is_over = game.rounds == game.fixed_rounds * game.seats  # TA-V.2
    game.step = OVER if is_over else DEAL
    game.turn = (game.start_seat + game.rounds) % game.seats


def clear_board(game: FastGame) -> None:
    """TA-6.1."""
    game.rails = 0
    for line in range(N_LINES):
        game.owner[line] = FREE
    for seat in range(game.seats):
        game.markers[seat] = -1
        game.coloured_left[seat] = COLOURED_RAILS if game.vexation else 0
        for colour in range(N_COLOURS):
            game.cities[seat * N_COLOURS + colour] = -1
        for line in range(N_LINES):
            game.lengths[seat * N_LINES + line] = LINE_COST[line]
        for crossing in range(N_CROSSINGS):
            game.network[seat * N_CROSSINGS + crossing] = 0
