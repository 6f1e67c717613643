"""Dealing the city cards in a core (TA-2.3, TA-6.1). A deal is not a move: it is drawn here, or set by hand.

`cities` has five numbers for each seat, its crossings in the order of the colours, or -1 before the deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import N_COLOURS
from stellwerk.games.transamerica.law.data import cities_in_play

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core

_IN_PLAY: Final = {
    seats: vec[i64]([city for cities in cities_in_play(seats) for city in cities]) for seats in (2, 6)
}
"""The cities by colour, for few players (key 2) and for many (key 6)."""


def deal(game: Core) -> None:
    """Draw one city of each colour for every seat, and begin the round."""
    pool = _IN_PLAY[2 if game.seats < 4 else 6][:]
    each: i64 = i64(len(pool)) // N_COLOURS
    for colour in range(N_COLOURS):
        for seat in range(game.seats):
            at: i64 = colour * each + seat
            other: i64 = at + game.below(each - seat)
            city: i64 = pool[other]
            pool[other] = pool[at]
            pool[at] = city
            game.cities[seat * N_COLOURS + colour] = city
    game.begin_round()
