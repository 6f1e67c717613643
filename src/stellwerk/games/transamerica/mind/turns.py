"""The turns worth considering, those first that do most for the seat's own cities. Others are not looked at.

Rails are rated exactly by `fast.rating`; a turn of two rails is one of the best first rails with one of the
best second rails after it. A turn may also end after one rail, which leaves others less to use.
"""

from __future__ import annotations

from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

from stellwerk.games.transamerica.fast.board import DISTANCES
from stellwerk.games.transamerica.fast.moves import COLOURED, END, MARKER, RAIL, SECOND_RAIL
from stellwerk.games.transamerica.fast.rating import Ratings
from stellwerk.games.transamerica.fast.scoring import start_costs
from stellwerk.games.transamerica.law.data import CROSSINGS, LINES

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core

FIRST_RAILS = 10
SECOND_RAILS = 6
EARLY_ENDS = 2
"""How many turns that end early, after one rail, are considered."""
FINISHED = -1000
"""The rating of a turn that connects all cities of the seat, plus 1 for each rail before the last."""
COST_WEIGHT, ASIDE_WEIGHT = 10.0, 1.5
"""The weights in the rating of a marker: of a rail of the cheapest tree from there, and of a rail in the sum
of distances to the cities."""


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
    if game.step == MARKER:
        turns = _markers(game)
    elif game.step == SECOND_RAIL:
        turns = _rated(game, Ratings(), ())
    else:
        turns = _two_rails(game, first_rails)
    best = sorted(turns, key=_order)
    early = [turn for turn in best if turn.moves[-1] == END]
    others = [turn for turn in best if turn.moves[-1] != END]
    kept = others[: max(1, width - EARLY_ENDS)]
    kept += early[: max(0, width - len(kept))][:EARLY_ENDS]
    return sorted(kept or early[:1], key=_order)


def rated_turn(game: Core, moves: tuple[int, ...]) -> RatedTurn:
    """Any legal turn, rated as the others are."""
    if game.step == MARKER:
        return next(turn for turn in _markers(game) if turn.moves == moves)
    scratch = game.copy()
    for move in moves[:-1]:
        scratch.play(move)
    return next(turn for turn in _rated(scratch, Ratings(), moves[:-1]) if turn.moves == moves)


def _order(turn: RatedTurn) -> tuple[float, tuple[int, ...]]:
    return turn.rating, turn.moves


def _rated(game: Core, ratings: Ratings, before: tuple[int, ...]) -> list[RatedTurn]:
    """A turn for every legal move, appended to the moves before it."""
    ratings.look(game)
    return [
        RatedTurn(
            (*before, ratings.moves[number]),
            float(ratings.rating[number] if ratings.missing[number] else FINISHED + len(before)),
            ratings.missing[number],
        )
        for number in range(ratings.count)
    ]


def _two_rails(game: Core, first_rails: int) -> list[RatedTurn]:
    """Turns of one or two rails, from a position where the first is due."""
    ratings, scratch = Ratings(), game.copy()
    firsts = _rated(game, ratings, ())
    singles = [turn for turn in firsts if _cost(turn.moves[0]) == 1]
    turns = {frozenset(turn.moves): turn for turn in firsts if _cost(turn.moves[0]) == 2 or not turn.missing}
    for first in nsmallest(first_rails, singles, key=_order):
        if not first.missing:
            continue
        scratch.become(game)
        scratch.play(first.moves[0])
        if scratch.turn != game.turn or scratch.step != SECOND_RAIL:
            turns[frozenset(first.moves)] = first
            continue
        seconds = _rated(scratch, ratings, first.moves)
        for turn in (*nsmallest(SECOND_RAILS, seconds, key=_order), seconds[-1]):
            known = turns.get(frozenset(turn.moves))
            if known is None or _order(turn) < _order(known):
                turns[frozenset(turn.moves)] = turn
    return list(turns.values()) or firsts


def _markers(game: Core) -> list[RatedTurn]:
    """A turn for every free crossing, rated by the cheapest tree from there and by how central it lies."""
    count = game.legal()
    legal = [game.moves[number] for number in range(count)]
    own = game.cities[game.turn * 5 : game.turn * 5 + 5]
    costs = start_costs(game)
    turns = []
    for crossing in legal:
        aside = sum(int(DISTANCES[crossing * CROSSINGS + city]) for city in own)
        cost = int(costs[crossing])
        turns.append(RatedTurn((crossing,), COST_WEIGHT * cost + ASIDE_WEIGHT * aside, cost))
    return turns


def _cost(move: int) -> int:
    return LINES[move - (COLOURED if move >= COLOURED else RAIL)].cost
