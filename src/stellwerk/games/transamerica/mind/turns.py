"""The whole turns that are worth a thought, the best for the own cities first. Nothing here looks at others.

Rails are rated exactly by `fast.rating`; turns of two rails are made of the best first rails, each with the
best second ones. A turn may also end after one rail, which gives others less to use.
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
"""So many turns that end after one rail are looked at."""
FINISHED = -1000
"""The rating of a turn that connects all own cities, and one more for every rail before the last."""
COST_WEIGHT, ASIDE_WEIGHT = 10.0, 1.5
"""Of a marker: what a rail of the tree from there weighs, and one of the distances to the own cities."""


class Plan(NamedTuple):
    """A turn, as moves of the fast core."""

    moves: tuple[int, ...]
    rating: float
    """Smaller is better."""
    missing: int
    """What the own cities need after it."""


def plans_of(game: Core, width: int) -> list[Plan]:
    """At most so many turns (or rests of one), the best first; never none."""
    if game.step == MARKER:
        plans = _markers(game)
    elif game.step == SECOND_RAIL:
        plans = _rated(game, Ratings(), ())
    else:
        plans = _two_rails(game)
    best = sorted(plans, key=_order)
    early = [plan for plan in best if plan.moves[-1] == END]
    others = [plan for plan in best if plan.moves[-1] != END]
    kept = others[: max(1, width - EARLY_ENDS)]
    kept += early[: max(0, width - len(kept))][:EARLY_ENDS]
    return sorted(kept or early[:1], key=_order)


def _order(plan: Plan) -> tuple[float, tuple[int, ...]]:
    return plan.rating, plan.moves


def _rated(game: Core, ratings: Ratings, before: tuple[int, ...]) -> list[Plan]:
    """Every legal move, added to the moves before it."""
    ratings.look(game)
    return [
        Plan(
            (*before, ratings.moves[number]),
            float(ratings.rating[number] if ratings.missing[number] else FINISHED + len(before)),
            ratings.missing[number],
        )
        for number in range(ratings.count)
    ]


def _two_rails(game: Core) -> list[Plan]:
    """The first rail of a turn is due."""
    ratings, scratch = Ratings(), game.copy()
    firsts = _rated(game, ratings, ())
    singles = [plan for plan in firsts if _cost(plan.moves[0]) == 1]
    plans = {frozenset(plan.moves): plan for plan in firsts if _cost(plan.moves[0]) == 2 or not plan.missing}
    for first in nsmallest(FIRST_RAILS, singles, key=_order):
        if not first.missing:
            continue
        scratch.become(game)
        scratch.play(first.moves[0])
        if scratch.turn != game.turn or scratch.step != SECOND_RAIL:
            plans[frozenset(first.moves)] = first
            continue
        seconds = _rated(scratch, ratings, first.moves)
        for plan in (*nsmallest(SECOND_RAILS, seconds, key=_order), seconds[-1]):
            known = plans.get(frozenset(plan.moves))
            if known is None or _order(plan) < _order(known):
                plans[frozenset(plan.moves)] = plan
    return list(plans.values()) or firsts


def _markers(game: Core) -> list[Plan]:
    """Crossings by the tree from there, and how central they lie among the own cities."""
    count = game.legal()
    legal = [game.moves[number] for number in range(count)]
    own = game.cities[game.turn * 5 : game.turn * 5 + 5]
    costs = start_costs(game)
    plans = []
    for crossing in legal:
        aside = sum(int(DISTANCES[crossing * CROSSINGS + city]) for city in own)
        cost = int(costs[crossing])
        plans.append(Plan((crossing,), COST_WEIGHT * cost + ASIDE_WEIGHT * aside, cost))
    return plans


def _cost(move: int) -> int:
    return LINES[move - (COLOURED if move >= COLOURED else RAIL)].cost
