"""Sequential halving: common worlds, budgets, priors."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

import stellwerk
from stellwerk.search import SearchBot, halving
from stellwerk.search.halving import Budget, Estimate, halve, rounds_of
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


@pytest.mark.parametrize("turns", [1, 2, 3, 7, 17, 48])
@pytest.mark.parametrize("simulations", [0, 1, 7, 60, 288, 1900])
def test_simulations_are_the_limit_as_far_as_is_said(turns: int, simulations: int) -> None:
    toy, rounds = Toy([0.5] * turns), rounds_of(turns)
    halve(toy, Budget(simulations), prior_weight=1)
    if simulations >= rounds * turns:
        assert len(toy.asked) <= simulations
    else:
        assert len(toy.asked) <= simulations + 2 * turns + rounds
    assert bool(toy.asked) == (simulations > 0 and turns > 1)


def test_a_small_budget_still_plays_a_world_in_every_round() -> None:
    toy = Toy([0.5] * 48)
    halve(toy, Budget(60), prior_weight=1)
    assert len(toy.asked) == 109  # 48 + 24 + 12 + 6, then 3 × 3 and 5 × 2


@pytest.mark.parametrize("key", stellwerk.games())
def test_no_level_exceeds_its_budget(key: str) -> None:
    for make in stellwerk.load(key).bots.values():
        if isinstance(bot := make(), SearchBot) and (effort := bot.effort).simulations:
            assert effort.simulations >= rounds_of(effort.width) * effort.width


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


class Clock(Toy):
    """Every playout takes a second of a clock that stands still otherwise."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, worth: list[float], priors: list[float]) -> None:
        super().__init__(worth, priors)
        self.now = 100.0
        monkeypatch.setattr(halving, "perf_counter", lambda: self.now)

    def playout(self, turn: int, world: int) -> float:
        self.now += 1
        return super().playout(turn, world)

    def think(self, seconds: float) -> list[Estimate]:
        return halve(self, Budget(1_000_000, 100 + seconds), prior_weight=1)


SIX = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]


@pytest.mark.parametrize("seconds", [1, 4, 5.5, 12, 40, 700])
def test_a_time_limit_is_kept_to_one_playout(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    toy = Clock(monkeypatch, SIX, SIX[::-1])
    estimates = toy.think(seconds)
    assert toy.now <= 100 + seconds + 1
    assert len(toy.asked) == toy.now - 100
    assert sorted(one.turn for one in estimates) == list(range(6))


@pytest.mark.parametrize("seconds", range(1, 60))
def test_who_is_compared_has_met_the_same_worlds(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """Whenever time ends: visits never rise from the first to the last, and equal visits go by value."""
    estimates = Clock(monkeypatch, SIX, SIX[::-1]).think(seconds)
    for one, next_one in pairwise(estimates):
        assert one.visits >= next_one.visits
    best, second = estimates[:2]
    if second.visits:
        assert best.visits == second.visits
        assert best.value >= second.value
    tried = [one for one in estimates if one.visits]
    assert {one.turn for one in tried} == set(range(len(tried))), "the best by prior are tried first"
    untried = estimates[len(tried) :]
    assert untried == sorted(untried, key=lambda one: -one.prior)


def test_time_that_is_up_leaves_the_prior_order(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = Clock(monkeypatch, SIX, [0.3, 0.1, 0.6, 0.2, 0.5, 0.4])
    assert [one.turn for one in toy.think(-1)] == [2, 4, 5, 0, 3, 1]
    assert toy.asked == []


def test_time_is_shared_by_the_rounds_and_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where it ends the very first world: the turns that were tried share all that is left."""
    for seconds in (8, 90, 3000):
        toy = Clock(monkeypatch, SIX, SIX[::-1])
        best = toy.think(seconds)[0]
        assert toy.now >= 100 + 0.8 * seconds
        assert best.visits > seconds / 6


def test_whoever_wants_the_answer_now_gets_it_before_the_next_playout() -> None:
    toy = Toy(SIX)
    halve(toy, Budget(1000, stopped=lambda: len(toy.asked) >= 9), prior_weight=1)
    assert len(toy.asked) == 9
