"""A simple opponent: it follows the cheapest tree of its plan, the branch to the nearest city first.

It plays on the law alone, without the fast core.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from stellwerk.games.transamerica.law.actions import Action, ColouredRail, Marker, Rail
from stellwerk.games.transamerica.law.connection import distances_on
from stellwerk.games.transamerica.law.data import LINE_NUMBER, LINES

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.games.transamerica.law.view import Pair, Plan, PlayerView, View

Ways = dict[int, list[tuple[int, int]]]
"""For each crossing, where its lines lead and what they cost."""


class SimpleBot:
    """Starts in its most central city and lays only rails of its cheapest tree."""

    def choose(self, view: View, legal: tuple[Action, ...], rng: RandomSource) -> Action:  # noqa: ARG002 (its play is not random)
        """The next rail towards the nearest city; coloured if possible, since that helps nobody else."""
        plan, me = view.plan, view.players[view.turn]
        assert plan is not None, "a bot is asked when it is to act"
        if me.marker is None:
            return _best_marker(me, legal)
        allowed = set(legal)
        for a, b in _nearest_first(view, me, plan):
            for action in (ColouredRail(a, b), Rail(a, b)):
                if action in allowed:
                    return action
        # No rail of the tree can be laid now: end the turn.
        return legal[-1]


def _best_marker(me: PlayerView, legal: tuple[Action, ...]) -> Action:
    """Its free city with the smallest sum of distances to its other cities."""
    cities = list(me.cities or ())
    distances = distances_on(0)
    best = sorted(cities, key=lambda city: int(distances[city, cities].sum(dtype=int)))
    return next((marker for marker in map(Marker, best) if marker in legal), legal[0])


def _nearest_first(view: View, me: PlayerView, plan: Plan) -> list[Pair]:
    """The missing lines that touch the network, ordered by the distance along the tree to the next city."""
    ways: Ways = {}
    for pair in (*plan.missing, *view.rails, *me.coloured):
        cost = LINES[LINE_NUMBER[pair]].cost if pair in plan.missing else 0
        for start, end in (pair, pair[::-1]):
            ways.setdefault(start, []).append((end, cost))
    network, goals = set(plan.network), set(me.cities or ()) - set(plan.connected)
    ranked = []
    for a, b in plan.missing:
        if (a in network) != (b in network):
            cost = LINES[LINE_NUMBER[a, b]].cost
            ranked.append((cost + _way_to_goal(ways, b if a in network else a, goals, network), (a, b)))
    return [pair for _, pair in sorted(ranked)]


def _way_to_goal(ways: Ways, start: int, goals: set[int], network: set[int]) -> int:
    """The cost from a crossing outside the network to the nearest goal, without going through the network."""
    heap, done = [(0, start)], set(network)
    while heap:
        cost, crossing = heappop(heap)
        if crossing in goals:
            return cost
        if crossing not in done:
            done.add(crossing)
            for end, more in ways[crossing]:
                heappush(heap, (cost + more, end))
    raise AssertionError("every line of a cheapest tree leads to a city")
