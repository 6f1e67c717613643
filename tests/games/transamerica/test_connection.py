"""TA-5.1: the cheapest connection is exact, by three methods that share nothing with it.

Enumeration: a cheapest tree is a minimum spanning tree of its own crossings, so trying every set of crossings
of a small part of the board finds it. Integer programming: a flow to every terminal on larger parts. And the
known costs over all hands on the empty board.
"""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_matrix

from stellwerk.games.transamerica.law.connection import (
    cheapest,
    costs_after_joining,
    distances_on,
    joined,
    tree_costs,
)
from stellwerk.games.transamerica.law.data import LINES, PAIRS, cities_in_play, members
from stellwerk.games.transamerica.law.network import reached

if TYPE_CHECKING:
    from collections.abc import Sequence

ALL = (1 << len(LINES)) - 1


class Part(NamedTuple):
    """Part of the board, with rails, closed lines and terminals."""

    inside: list[int]
    rails: int
    closed: int
    terminals: list[int]

    def cost(self, number: int) -> int:
        return 0 if self.rails >> number & 1 else LINES[number].cost


def part_of_the_board(rng: random.Random, size: int, terminals: int) -> Part:
    """The surroundings of a random crossing, some lines with rails, some closed, all still connected."""
    while True:
        centre = distances_on(0)[rng.randrange(188)]
        crossings = set(sorted(range(188), key=lambda crossing: (centre[crossing], crossing))[:size])
        inside = [n for n, (a, b) in enumerate(PAIRS) if {a, b} <= crossings]
        rng.shuffle(inside)
        gone, laid = rng.randrange(3), rng.randrange(len(inside) // 3)
        usable = inside[gone:]
        board = sum(1 << number for number in usable)
        if reached(1 << min(crossings), board) == sum(1 << crossing for crossing in crossings):
            rails = sum(1 << number for number in usable[:laid])
            return Part(usable, rails, ALL & ~board, rng.sample(sorted(crossings), terminals))


def by_enumeration(part: Part) -> int:
    """The cheapest minimum spanning tree over the terminals and any set of further crossings."""
    lines = sorted((part.cost(number), *PAIRS[number]) for number in part.inside)
    others = sorted({c for _, a, b in lines for c in (a, b)} - set(part.terminals))
    return min(
        _spanning_tree(lines, {*part.terminals, *(c for c, used in zip(others, choice, strict=True) if used)})
        for choice in product((False, True), repeat=len(others))
    )


def _spanning_tree(lines: list[tuple[int, int, int]], crossings: set[int]) -> int:
    root = {crossing: crossing for crossing in crossings}

    def find(crossing: int) -> int:
        while root[crossing] != crossing:
            crossing = root[crossing]
        return crossing

    total, pieces = 0, len(crossings)
    for cost, a, b in lines:
        if a in root and b in root and (first := find(a)) != (second := find(b)):
            root[first] = second
            total, pieces = total + cost, pieces - 1
    return total if pieces == 1 else 10_000


def by_integer_programming(part: Part) -> int:
    """The optimum of a flow: the first terminal sends one unit to each other, a used line is paid once."""
    crossings = sorted({c for number in part.inside for c in PAIRS[number]})
    place = {crossing: row for row, crossing in enumerate(crossings)}
    lines, goals = len(part.inside), part.terminals[1:]
    entries: list[tuple[int, int, int]] = []
    low: list[float] = []
    high: list[float] = []
    for goal_number, goal in enumerate(goals):
        base = lines * (1 + 2 * goal_number)
        row = len(low)
        balance = [(c == part.terminals[0]) - (c == goal) for c in crossings]
        low += balance
        high += balance
        for column, number in enumerate(part.inside):
            a, b = PAIRS[number]
            forth, back, cap = base + 2 * column, base + 2 * column + 1, len(low)
            entries += [(row + place[a], forth, 1), (row + place[b], forth, -1)]
            entries += [(row + place[b], back, 1), (row + place[a], back, -1)]
            entries += [(cap, forth, 1), (cap, back, 1), (cap, column, -1)]
            low.append(-np.inf)
            high.append(0)
    rows, columns, values = np.array(entries).T
    variables = lines * (1 + 2 * len(goals))
    matrix = coo_matrix((values, (rows, columns)), shape=(len(low), variables)).tocsr()
    costs = np.zeros(variables)
    costs[:lines] = [part.cost(number) for number in part.inside]
    whole = np.zeros(variables, dtype=np.int64)
    whole[:lines] = 1
    found = milp(
        costs, constraints=LinearConstraint(matrix, low, high), integrality=whole, bounds=Bounds(0, 1)
    )
    assert found.fun is not None
    return round(found.fun)


def assert_is_a_cheapest_tree(part: Part, cost: int, home: int, cities: Sequence[int]) -> None:
    """Check that the missing lines have the right cost, carry no rail, and connect the terminals."""
    found = cheapest(home, cities, part.rails, part.closed)
    assert found.cost == cost
    assert sum(LINES[number].cost for number in members(found.missing)) == cost
    assert not found.missing & (part.rails | part.closed)
    network = reached(1 << home, part.rails | found.missing)
    assert all(network >> city & 1 for city in cities)


@pytest.mark.clause("TA-5.1", "TA-V.1")
@pytest.mark.parametrize("seed", range(10))
def test_against_enumeration_on_small_parts_of_the_board(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        part = part_of_the_board(rng, 13, rng.randrange(3, 7))
        home, *cities = part.terminals
        assert_is_a_cheapest_tree(part, by_enumeration(part), home, cities)


@pytest.mark.clause("TA-5.1", "TA-V.1")
@pytest.mark.parametrize("seed", range(5))
def test_against_integer_programming_on_larger_parts(seed: int) -> None:
    rng = random.Random(100 + seed)
    for _ in range(6):
        part = part_of_the_board(rng, 28, 6)
        home, *cities = part.terminals
        assert_is_a_cheapest_tree(part, by_integer_programming(part), home, cities)


@pytest.mark.clause("TA-5.1")
@pytest.mark.parametrize(
    ("seats", "hands", "average", "least", "most"), [(6, 7**5, 27.464, 19, 36), (2, 5**5, 26.960, None, None)]
)
def test_known_costs_of_all_hands_on_the_empty_board(
    seats: int, hands: int, average: float, least: int | None, most: int | None
) -> None:
    distances = distances_on(0)
    green, *others = cities_in_play(seats)
    costs = np.array([tree_costs(distances, hand)[-1, list(green)] for hand in product(*others)]).ravel()
    assert costs.size == hands
    assert round(float(costs.mean()), 3) == average
    assert least is None or costs.min() == least
    assert most is None or costs.max() == most


@pytest.mark.clause("TA-5.1")
def test_distances_stay_exact_as_rails_are_laid() -> None:
    """Joining the ends of one rail after another gives the same distances as all of them at once."""
    rng = random.Random(3)
    step, rails = distances_on(0), 0
    for number in rng.sample(range(len(LINES)), 80):
        rails |= 1 << number
        step = joined(step, PAIRS[number])
    assert (step == distances_on(rails)).all()
    for a in rng.sample(range(188), 20):
        assert ((step[a] == 0) == [reached(1 << a, rails) >> b & 1 for b in range(188)]).all()


@pytest.mark.clause("TA-5.1")
def test_closed_lines_make_detours() -> None:
    rng = random.Random(5)
    rails = sum(1 << number for number in rng.sample(range(509), 30))
    closed = sum(1 << number for number in rng.sample(range(509), 15)) & ~rails
    open_board, detour = distances_on(rails), distances_on(rails, closed)
    assert (detour >= open_board).all()
    assert (detour > open_board).any()


def test_what_a_rail_changes_is_what_the_cost_is_afterwards() -> None:
    """`costs_after_joining` agrees with the full calculation with that rail on the board."""
    rng = random.Random(8)
    for _ in range(6):
        rails = sum(1 << number for number in rng.sample(range(509), rng.randrange(60)))
        home, *cities = rng.sample(range(188), 6)
        after = costs_after_joining(tree_costs(distances_on(rails), cities), home)
        network = reached(1 << home, rails)
        for number in rng.sample(
            [n for n, (a, b) in enumerate(PAIRS) if (network >> a ^ network >> b) & 1], 3
        ):
            a, b = PAIRS[number]
            expected = cheapest(home, cities, rails | 1 << number).cost
            assert min(after[a], after[b]) == expected


def test_the_choice_among_cheapest_trees_is_fixed() -> None:
    """The lines are the same whatever was computed before, and whichever order the rails were laid in."""
    first = cheapest(65, (10, 13, 126, 148, 89), 0)
    distances_on.cache_clear()
    assert cheapest(65, (10, 13, 126, 148, 89), 0) == first
    assert list(members(first.missing)) == sorted(members(first.missing))
