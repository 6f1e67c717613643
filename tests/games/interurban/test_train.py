"""InterUrban's training: the slope is right, the core judges as learned, a seed gives the same weights."""

from __future__ import annotations

import random

import numpy as np
import pytest

from stellwerk.games.interurban.fast.evaluation import Evaluation
from stellwerk.games.interurban.fast.layout import REASON
from stellwerk.games.interurban.fast.line_key import COMPLETE_BIT, make_key
from stellwerk.games.interurban.fast.turns import TurnFinder
from stellwerk.games.interurban.fast.worth import LEARNED, Weights
from stellwerk.games.interurban.mind import learning
from stellwerk.games.interurban.mind import train as school
from stellwerk.games.interurban.mind.evaluation import NAME, weights_of
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
    monkeypatch.setattr(InterUrbanSchool, "lessons", 2)
    told: list[int] = []
    course = Course(InterUrbanSchool(), "test", 5)
    (first, curve), (second, _) = (train(course, told.append) for _ in range(2))
    assert sum(told) == 2 * course.total
    assert (first[NAME] == second[NAME]).all()
    assert len(first[NAME]) == LEARNED
    assert "loss of new games, 2 seats" in curve[1]
