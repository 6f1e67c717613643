"""The turns worth considering, as `fast.turns` finds and rates them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stellwerk.games.transamerica.fast.moves import MARKER
from stellwerk.games.transamerica.fast.rating import Ratings
from stellwerk.games.transamerica.fast.scoring import start_costs
from stellwerk.games.transamerica.fast.turns import NONE, Turns, marker_rating, rating_of

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core

FIRST_RAILS = 10


class RatedTurn(NamedTuple):
    """A turn, or what is left of it, as moves of the fast core."""

    moves: tuple[int, ...]
    rating: float
    """Smaller is better."""
    missing: int
    """What the seat's cities still cost after it."""


def best_turns(game: Core, width: int, first_rails: int = FIRST_RAILS) -> list[RatedTurn]:
    """The best turns first, at most `width` of them and at least one.

    Of turns of two rails only those are looked at that begin with one of the best `first_rails`.
    """
    turns = Turns()
    turns.find(game, width, first_rails)
    found = turns.found
    return [
        RatedTurn(
            tuple(move for move in (found.first[place], found.second[place]) if move != NONE),
            found.rating[place],
            found.missing[place],
        )
        for place in range(found.count)
    ]


def rated_turn(game: Core, moves: tuple[int, ...]) -> RatedTurn:
    """Any legal turn, rated as the others are."""
    if game.step == MARKER:
        cost = int(start_costs(game)[moves[0]])
        return RatedTurn(moves, marker_rating(game, moves[0], cost), cost)
    scratch, ratings = game.copy(), Ratings()
    for move in moves[:-1]:
        scratch.play(move)
    ratings.look(scratch)
    last = list(ratings.moves[: ratings.count]).index(moves[-1])
    return RatedTurn(moves, rating_of(ratings, last, len(moves) - 1), ratings.missing[last])
