"""InterUrban's training: the slope is right, the core judges as learned, a seed gives the same weights."""

from __future__ import annotations

import random

import numpy as np
import pytest

from stellwerk.games.interurban.fast import ask, whole
from stellwerk.games.interurban.fast.evaluation import Evaluation
from stellwerk.games.interurban.fast.layout import REASON
from stellwerk.games.interurban.fast.line_key import COMPLETE_BIT, make_key
from stellwerk.games.interurban.fast.playout import Playout
from stellwerk.games.interurban.fast.turns import TurnFinder
from stellwerk.games.interurban.fast.worth import LEARNED, Weights
from stellwerk.games.interurban.mind import learning, whole_learning
from stellwerk.games.interurban.mind import train as school
from stellwerk.games.interurban.mind.evaluation import NAME, WHOLE, weights_of
from stellwerk.games.interurban.mind.learning import Lookup, Positions, first_weights, gradient, learn
from stellwerk.games.interurban.mind.self_play import _look, deal, self_play
from stellwerk.games.interurban.mind.train import InterUrbanSchool
from stellwerk.learn import Course, train


def some_weights(seed: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Weights in which everything counts."""
    noise = np.random.default_rng(seed).normal(0, 0.1, LEARNED).astype(np.float32)
    weights: np.ndarray[tuple[int], np.dtype[np.float32]] = first_weights(seed) + noise
    return weights


@pytest.fixture(scope="module")
def positions() -> list[Positions]:
    return [self_play(Weights(), seats, 2, "test", lambda: None) for seats in (2, 4)]


def test_a_key_tells_whether_an_open_station_would_complete_a_line() -> None:
    """Compiled, too: the bit lies beyond 32."""
    told = 0
    for values in range(1, 15):
        for shown in range(256):
            key = make_key(2, 10, 5, values, 5, 0, 0, shown)
            lacking, lying_open = 15 ^ values, shown | shown >> 4
            completes = lacking.bit_count() == 1 and bool(lacking & lying_open)
            assert bool(key >> COMPLETE_BIT & 1) == completes
            told += completes
    assert told


def test_the_gradient_is_the_slope_of_the_loss(
    positions: list[Positions], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "OF_POINTS", 0.0)
    for one in positions:
        weights, batch = some_weights(1), Lookup(one).batch(slice(None))
        slope, _ = gradient(weights, batch)
        wide = batch._replace(inputs=batch.inputs.astype(np.float64), sure=batch.sure.astype(np.float64))
        steepest = np.argsort(-abs(slope))[:40]
        for place in [*steepest, *np.random.default_rng(3).choice(LEARNED, 20, replace=False)]:
            moved = [weights.astype(np.float64) for _ in range(2)]
            moved[0][place] += 1e-4
            moved[1][place] -= 1e-4
            losses = [gradient(one, wide)[1] for one in moved]  # type: ignore[arg-type]  # in double precision
            assert slope[place] == pytest.approx((losses[0] - losses[1]) / 2e-4, abs=2e-4)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_core_gives_the_chances_that_were_learned(seats: int) -> None:
    weights = some_weights(2)
    finder = TurnFinder(weights_of({NAME: weights}))
    core, rng = deal(seats, random.Random(seats)), random.Random(1)
    while True:
        for _ in range(5):
            if not core.state[REASON]:
                core.play(int(core.moves[rng.randrange(core.legal())]))
        if core.state[REASON]:
            break
        seen = _look(finder, core, strayed=False)
        chances = [finder.evaluation.chance(core.state, seat) for seat in range(seats)]
        assert seen.value == pytest.approx(chances)
        for seat, chance in enumerate(seen.value):
            target = np.eye(seats, dtype=np.float32)[seat]  # the loss tells the chance of this seat
            row = Positions(*(np.array([part]) for part in (*seen[:5], target, target)))
            row = row._replace(sure=row.sure.astype(np.float32))
            assert np.exp(-gradient(weights, Lookup(row).batch(slice(None)))[1]) == pytest.approx(
                chance, abs=1e-4
            )


def some_whole_weights(seed: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Weights of the net that sees all lines together, in which everything counts."""
    noise = np.random.default_rng(seed).normal(0, 0.1, whole.LEARNED).astype(np.float32)
    weights: np.ndarray[tuple[int], np.dtype[np.float32]] = whole_learning.first_weights(seed) + noise
    return weights


def test_the_slope_of_the_net_that_sees_all_lines() -> None:
    one = self_play(Weights(), 3, 2, "whole", lambda: None, only_wins=True)
    weights, seen = some_whole_weights(1), whole_learning.see(Lookup(one), slice(None), some_weights(5))
    slope, _ = whole_learning.gradient(weights, seen)
    # the types say float32, as is learned with; differences of 1e-4 need doubles
    wide = whole_learning.Seen(*(part.astype(np.float64) for part in seen))  # type: ignore[arg-type]  # doubles
    steepest = np.argsort(-abs(slope))[:40]
    for place in [*steepest, *np.random.default_rng(3).choice(whole.LEARNED, 20, replace=False)]:
        moved = [weights.astype(np.float64) for _ in range(2)]
        moved[0][place] += 1e-4
        moved[1][place] -= 1e-4
        losses = [whole_learning.gradient(one, wide)[1] for one in moved]  # type: ignore[arg-type]  # doubles
        assert slope[place] == pytest.approx((losses[0] - losses[1]) / 2e-4, abs=2e-4)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_core_sees_all_lines_as_learned(seats: int) -> None:
    judge, net = some_weights(2), some_whole_weights(2)
    playout = Playout(weights_of({NAME: judge, WHOLE: net}), 8, 3, wander=False)
    core, rng, looked = deal(seats, random.Random(seats)), random.Random(1), 0
    while True:
        for _ in range(5):
            if not core.state[REASON]:
                core.play(int(core.moves[rng.randrange(core.legal())]))
        if core.state[REASON]:
            break
        moment = _look(playout.finder, core, strayed=False)
        for seat in range(seats):
            target = np.eye(seats, dtype=np.float32)[seat]  # the loss tells the chance of this seat
            row = Positions(*(np.array([part]) for part in (*moment[:5], target, target)))
            row = row._replace(sure=row.sure.astype(np.float32))
            loss = whole_learning.gradient(net, whole_learning.see(Lookup(row), slice(None), judge))[1]
            assert ask.whole_chance(playout, core, seat) == pytest.approx(np.exp(-loss), abs=1e-4)
        looked += 1
    assert looked


def test_between_two_players_lines_are_added_up() -> None:
    weights = weights_of({NAME: some_weights(2), WHOLE: some_whole_weights(2)})
    playout, core = Playout(weights, 8, 3, wander=False), deal(2, random.Random(1))
    assert not ask.sees_whole(playout, core)
    assert ask.whole_chance(playout, core, 0) == ask.chance(playout.finder.evaluation, core, 0)


def test_who_won_is_all_that_counts() -> None:
    """The last lessons have no other targets."""
    one = self_play(weights_of({NAME: some_weights(4)}), 3, 3, "wins", lambda: None, only_wins=True)
    assert {float(share) for share in np.unique(one.targets)} <= {0.0, np.float32(1 / 3), 0.5, 1.0}


def test_learning_to_see_all_lines_lowers_the_loss() -> None:
    one = self_play(Weights(), 3, 4, "whole", lambda: None, only_wins=True)
    weights = whole_learning.first_weights(1)
    losses = whole_learning.learn(weights, [Lookup(one)], some_weights(5), 30, 1e-2, 1)
    assert losses[-1] < losses[0]


def test_seats_are_judged_alike() -> None:
    """Two seats that exchange all their stations exchange their chances."""
    evaluation = Evaluation(weights_of({NAME: some_weights(3)}))
    core = deal(2, random.Random(1))
    chances = [evaluation.chance(core.state, seat) for seat in range(2)]
    assert sum(chances) == pytest.approx(1)


def test_learning_lowers_the_loss(positions: list[Positions]) -> None:
    weights = first_weights(1)
    losses = learn(weights, [Lookup(one) for one in positions], 30, 1e-2, 1)
    assert losses[-1] < losses[0]


def test_targets_are_shares_of_one_win(positions: list[Positions]) -> None:
    learned = self_play(weights_of({NAME: some_weights(4)}), 3, 2, "net", lambda: None)
    for one in (*positions, learned):
        assert one.targets.sum(axis=1) == pytest.approx(np.ones(len(one.targets)), abs=1e-5)
        assert (one.targets >= 0).all()


def test_a_seed_gives_the_same_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(school, "DEALS", 1)
    told: list[int] = []
    course = Course(InterUrbanSchool(line_lessons=2), "test", 5)
    (first, curve), (second, _) = (train(course, told.append) for _ in range(2))
    assert sum(told) == 2 * course.total
    assert (first[NAME] == second[NAME]).all()
    assert len(first[NAME]) == LEARNED
    assert (first[WHOLE] == second[WHOLE]).all()
    assert len(first[WHOLE]) == whole.LEARNED
    assert "loss of new games, 2 seats" in curve[1]
    assert "loss of new games, 3 seats, all lines together" in curve[-1]
