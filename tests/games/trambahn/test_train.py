"""Training: the gradient is right, the core evaluates as learned, and a seed gives the same weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import stellwerk
from stellwerk.games.trambahn.fast.core import Core
from stellwerk.games.trambahn.fast.features import FEATURES
from stellwerk.games.trambahn.fast.net import WEIGHTS
from stellwerk.games.trambahn.mind.evaluation import Weights, hand_set, learned, unpacked
from stellwerk.games.trambahn.mind.learning import first_weights, gradient, learn
from stellwerk.games.trambahn.mind.self_play import judged_by, self_play, together
from stellwerk.games.trambahn.mind.train import TrambahnSchool
from stellwerk.learn import Course, train
from tests.games.trambahn.table import table

if TYPE_CHECKING:
    from stellwerk.games.trambahn.mind.self_play import Positions


@pytest.fixture(scope="module")
def positions() -> Positions:
    return self_play(hand_set(), 2, "test", lambda: None)


def test_the_net_sees_how_far_rows_have_come_and_what_is_left_for_them() -> None:
    state = table(rows=["B2 B5 x2", "B7 B9 x4", "R10 x3"], other_rows=["B1 B6 x3"])
    net = hand_set().chooser().net
    net.look(Core.from_state(state), 0)
    blue, red = (list(net.inputs)[60 * line : 60 * line + 60] for line in range(2))
    assert [place for place in range(41, 50) if blue[place]] == [45, 49]
    assert (blue[45], blue[49], blue[56]) == (0.5, 1.0, 0.75)
    assert blue[40] == pytest.approx((0.5 * (14 - 3) + 1.0 * 2) / 10)  # B6, B7 and B9 lie in rows
    assert blue[50] == pytest.approx(0.75 * (11 - 2) / 10)
    assert not any(red[40:])


def test_the_gradient_is_the_slope_of_the_loss(positions: Positions) -> None:
    weights = first_weights(1)
    weights += np.random.default_rng(2).normal(0, 0.1, len(weights)).astype(np.float32)
    batch = positions.inputs.astype(np.float32), positions.logits, positions.targets
    slope, _ = gradient(weights, *batch)
    for place in np.random.default_rng(3).choice(len(weights), 40, replace=False):
        moved = [weights.astype(np.float64) for _ in range(2)]
        moved[0][place] += 1e-4
        moved[1][place] -= 1e-4
        losses = [gradient(one, *batch)[1] for one in moved]  # type: ignore[arg-type]  # in double precision
        assert slope[place] == pytest.approx((losses[0] - losses[1]) / 2e-4, abs=2e-4)


def test_learning_lowers_the_loss_and_a_new_net_says_nothing(positions: Positions) -> None:
    net = first_weights(1)
    before = hand_set().chooser().net
    silent = hand_set()._replace(net=[float(weight) for weight in net]).chooser().net
    assert before.spread[0] == silent.spread[0]
    losses = learn(net, together([positions] * 8), 12, 1e-3, 1)
    assert losses[-1] < losses[0]


def test_the_fast_net_says_what_was_learned(positions: Positions) -> None:
    net = first_weights(1)
    learn(net, positions, 20, 1e-3, 1)
    weights = hand_set()._replace(net=[float(weight) for weight in net])
    again = self_play(weights, 1, "net", lambda: None)
    assert 0 < again.targets.min() < again.targets.max() < 1
    fast = weights.chooser().net
    state = stellwerk.new_game("trambahn", seed="net")
    chance = fast.evaluate(Core.from_state(state), 0)
    logit = np.array([fast.look(Core.from_state(state), 0)], np.float32)
    inputs = np.asarray(memoryview(fast.inputs)).astype(np.float32)[None]
    for share in (0.0, 1.0):  # with a target of 0 or 1, the loss tells the probability
        loss = gradient(net, inputs, logit, np.array([share], np.float32))[1]
        assert np.exp(-loss) == pytest.approx(chance if share else 1 - chance, abs=1e-4)


def test_positions_can_be_judged_anew(positions: Positions) -> None:
    anew = judged_by(hand_set(), positions)
    assert np.allclose(anew.logits, positions.logits, atol=1e-3)
    assert np.allclose(anew.inputs, positions.inputs, atol=2e-2)


def test_a_seed_gives_the_same_weights() -> None:
    course = Course(TrambahnSchool(net_lessons=2), "test", 2)
    first, second = (unpacked(train(course, lambda _: None)[0]) for _ in range(2))
    assert first == second
    assert len(first.linear) == FEATURES
    assert len(first.net) == WEIGHTS


def test_the_package_has_learned_weights() -> None:
    assert isinstance(learned(), Weights)
    assert len(learned().linear) == FEATURES
    assert len(learned().net) == WEIGHTS
