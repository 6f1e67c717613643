"""Sequential halving: common worlds, budgets, priors."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from stellwerk.search.halving import Budget, halve
from tests.search.toy import Toy


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 13])
def test_the_best_turn_is_found(count: int) -> None:
    worth = [0.2 + 0.05 * number for number in range(count)]
    best = halve(Toy(worth), Budget(4000), prior_weight=0)[0]
    assert best.turn == count - 1


def test_the_turns_of_a_round_meet_the_same_worlds() -> None:
    toy = Toy([0.1, 0.2, 0.3, 0.4])
    halve(toy, Budget(80), prior_weight=0)
    worlds = {turn: {world for one, world in toy.asked if one == turn} for turn in range(4)}
    first = min(worlds.values(), key=len)
    assert all(first <= seen for seen in worlds.values())
    assert max(Counter(toy.asked).values()) == 1, "no world is played twice"


def test_simulations_are_the_limit() -> None:
    for simulations in (0, 7, 50, 333):
        toy = Toy([0.5] * 7)
        halve(toy, Budget(simulations), prior_weight=1)
        assert len(toy.asked) <= max(simulations, 7 + 4 + 2)
    assert not Toy([0.5]).asked


def test_better_turns_get_more_playouts() -> None:
    estimates = halve(Toy([0.1, 0.3, 0.5, 0.9]), Budget(400), prior_weight=0)
    visits = [one.visits for one in estimates]
    assert visits == sorted(visits, reverse=True)
    assert visits[0] > 2 * visits[-1]


def test_the_prior_counts_like_so_many_playouts() -> None:
    def best(weight: float) -> int:
        return halve(Toy([0.6, 0.4], [0.2, 0.8]), Budget(200), weight)[0].turn

    assert best(0) == 0
    assert best(10_000) == 1


def test_without_simulations_the_prior_decides() -> None:
    toy = Toy([0.9, 0.1, 0.5], [0.1, 0.3, 0.2])
    assert [one.turn for one in halve(toy, Budget(0), 30)] == [1, 2, 0]
    assert toy.asked == []


def test_a_time_limit_ends_the_search() -> None:
    class Slow(Toy):
        def playout(self, turn: int, world: int) -> float:
            time.sleep(0.002)
            return super().playout(turn, world)

    toy = Slow([0.5] * 4)
    halve(toy, Budget(1_000_000, seconds=0.05), prior_weight=0)
    assert 4 <= len(toy.asked) < 1000
