"""TransAmerica's training: signs, slopes, the core forecasts as learned, a seed gives the same weights."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

import stellwerk
from stellwerk.games.transamerica.fast import signs as sign
from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.deal import deal
from stellwerk.games.transamerica.fast.forecast import LEARNED, Forecast
from stellwerk.games.transamerica.fast.moves import MARKER
from stellwerk.games.transamerica.fast.scoring import missing
from stellwerk.games.transamerica.fast.signs import SIGNS, Signs
from stellwerk.games.transamerica.mind.evaluation import NAME, forecast_of, learned
from stellwerk.games.transamerica.mind.learning import (
    Rounds,
    by_rails_alone,
    expected_losses,
    first_weights,
    gradient,
    learn,
)
from stellwerk.games.transamerica.mind.position import TransAmericaMind, TransAmericaPosition
from stellwerk.games.transamerica.mind.self_play import guess_hands, self_play
from stellwerk.games.transamerica.mind.train import TransAmericaSchool
from stellwerk.learn import Course, train
from stellwerk.search import Effort, SearchBot
from tests.games.both_ways import both_ways

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.actions import Action
    from stellwerk.games.transamerica.law.view import View

SCRIPT = """
from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.deal import deal
from stellwerk.games.transamerica.fast.forecast import LEARNED, Forecast
forecast = Forecast(tuple([(place * 7919 % 101 - 50) / 100 for place in range(LEARNED)]))
for seats in (2, 3):
    game = Core(seats, False, 0, 0, 7)
    deal(game)
    for _ in range(20):
        print([forecast.share(game, seat, 2) for seat in range(seats)], list(forecast.signs.values))
        game.play(game.scratch.player.choose(game))
"""


def some_weights(seed: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Weights in which everything counts."""
    noise = np.random.default_rng(seed).normal(0, 0.1, LEARNED).astype(np.float32)
    weights: np.ndarray[tuple[int], np.dtype[np.float32]] = first_weights(seed) + noise
    return weights


def moments(seats: int, seed: int = 5) -> list[Core]:
    """Positions of a round of simple players, from the deal on."""
    game = Core(seats, False, 0, 1, seed)
    deal(game)
    found = []
    while game.rounds == 0:
        found.append(game.copy())
        game.play(game.scratch.player.choose(game))
    return found[:seats] + found[seats::7]


def rows_of(game: Core) -> list[list[float]]:
    signs = Signs()
    signs.look(game)
    values = list(signs.values)
    return [values[seat * SIGNS : (seat + 1) * SIGNS] for seat in range(game.seats)]


@pytest.fixture(scope="module")
def rounds() -> list[Rounds]:
    return [self_play(None, seats, 3, "test", lambda: None) for seats in (2, 4)]


def test_the_signs_say_what_is_missing() -> None:
    for game in moments(3):
        for seat, row in enumerate(rows_of(game)):
            if game.markers[seat] >= 0:
                assert row[sign.ALONE] == pytest.approx(missing(game, seat) / 10)
            assert row[sign.HELPED] <= row[sign.UNITED] <= row[sign.ALONE]
            assert row[sign.TABLE : sign.TABLE + 5] == [0, 1, 0, 0, 0]


def test_there_are_signs_right_after_a_deal() -> None:
    game = moments(4)[0]
    assert game.step == MARKER
    forecast = forecast_of({NAME: some_weights(1)})
    forecast.look(game)
    assert sum(list(forecast.first)[:4]) == pytest.approx(1)
    for row in rows_of(game):
        assert row[sign.ALONE] > 1
        assert row[sign.UNPLACED : sign.UNPLACED + 2] == [1, 1]


def test_looking_changes_nothing() -> None:
    for game in moments(2):
        before = game.copy()
        Signs().look(game)
        for field in ("turn", "step", "rails", "random", "rounds"):
            assert getattr(game, field) == getattr(before, field)
        for field in ("scores", "losses", "markers", "cities", "network", "owner", "lengths"):
            assert list(getattr(game, field)) == list(getattr(before, field))


def test_seats_by_other_names_have_the_same_signs() -> None:
    seats = 3
    first = Core(seats, False, 0, 0, 9)
    deal(first)
    second = Core(seats, False, 0, 1, 9)
    for seat in range(seats):
        second.set_hand((seat + 1) % seats, tuple(first.cities[seat * 5 : seat * 5 + 5]))
    second.begin_round()
    rng = random.Random(1)
    while first.rounds == 0:
        rows, others = rows_of(first), rows_of(second)
        assert [others[(seat + 1) % seats] for seat in range(seats)] == rows
        for _ in range(3):
            if first.rounds == 0:
                simple = first.scratch.player.choose(first)
                move = simple if rng.random() < 0.7 else first.moves[first.legal() - 1]
                first.play(move)
                second.play(move)


def test_compiled_and_interpreted_forecasts_are_the_same() -> None:
    compiled, interpreted = both_ways("transamerica", SCRIPT)
    assert compiled == interpreted
    assert compiled


def test_the_gradient_is_the_slope_of_the_loss(rounds: list[Rounds]) -> None:
    for one in rounds:
        weights = some_weights(1)
        slope = gradient(weights, one).slope
        wide = Rounds(one.signs.astype(np.float64), one.losses)
        steepest = np.argsort(-abs(slope))[:40]
        for place in [*steepest, *np.random.default_rng(3).choice(LEARNED, 20, replace=False)]:
            moved = [weights.astype(np.float64) for _ in range(2)]
            moved[0][place] += 1e-5
            moved[1][place] -= 1e-5
            losses = [gradient(one, wide).loss for one in moved]  # type: ignore[arg-type]  # in double precision
            assert slope[place] == pytest.approx((losses[0] - losses[1]) / 2e-5, abs=1e-3)


@pytest.mark.parametrize("seats", [2, 5])
def test_the_core_forecasts_as_learned(seats: int) -> None:
    weights = some_weights(2)
    forecast = forecast_of({NAME: weights})
    for game in moments(seats):
        forecast.look(game)
        rows = np.array([rows_of(game)], np.float32)
        first, lost = expected_losses(weights, Rounds(rows, np.zeros((1, seats), np.int64)))
        assert list(forecast.first)[:seats] == pytest.approx(first[0], abs=1e-4)
        assert [forecast.expected(seat) for seat in range(seats)] == pytest.approx(lost[0], abs=1e-3)


def test_shares_of_all_seats_are_one_win() -> None:
    forecast = forecast_of({NAME: some_weights(3)})
    game = moments(3)[-1]
    game.scores[0] = 4
    game.scores[1] = 7
    before, shares = game.copy(), []
    for seat in range(3):
        game.random = 99  # the same later luck for everybody
        shares.append(forecast.share(game, seat, 50))
    assert sum(shares) == pytest.approx(1)
    assert list(game.scores) == [4, 7, 13]
    assert game.step == before.step


def test_a_round_that_ends_together_is_shared() -> None:
    signs, both = np.zeros((1, 2, SIGNS), np.float32), np.array([[0, 0]])
    found = gradient(first_weights(1), Rounds(signs, both))
    assert found.first == pytest.approx(np.log(2))
    assert found.loss == pytest.approx(np.log(2) + np.log(12))  # each is half not first, and loses 0


def test_learning_lowers_the_loss(rounds: list[Rounds]) -> None:
    weights = first_weights(1)
    losses = learn(weights, rounds, 20, 1e-2, 1)
    assert losses[-1] < losses[0]
    assert 0 < by_rails_alone(rounds[0]) <= np.log(2)


def test_guessed_hands_are_possible() -> None:
    rng = random.Random(1)
    for game in moments(6):
        own = list(game.cities[game.turn * 5 : game.turn * 5 + 5])
        guess_hands(game, rng)
        assert list(game.cities[game.turn * 5 : game.turn * 5 + 5]) == own
        assert len(set(game.cities)) == 30


def test_a_seed_gives_the_same_weights() -> None:
    told: list[int] = []
    course = Course(TransAmericaSchool(lessons=2), "test", 5)
    (first, curve), (second, _) = (train(course, told.append) for _ in range(2))
    assert sum(told) == 2 * course.total
    assert (first[NAME] == second[NAME]).all()
    assert len(first[NAME]) == LEARNED
    assert "who is first, 2 seats" in curve[1]


def test_a_bot_can_search_with_a_forecast() -> None:
    """Its reasons are made of ways in which the round may end; it can peek, too."""
    game = stellwerk.load("transamerica")
    state = stellwerk.new_game("transamerica", 2, seed="forecast")
    mind = TransAmericaMind(looks=2, futures=4, forecast=learned())
    bot: SearchBot[View, Action] = SearchBot(mind, Effort(12, width=4))
    simple, rng = game.bots["simple"](), random.Random(1)
    for number in range(24):
        if number % 6 == 0:
            for truth in (None, state):
                analysis = bot.analyse(game.view(state, state.turn), random.Random(1), truth)
                assert all(0 <= option.value <= 1 for option in analysis.options)
                assert analysis.position.line(0, 0)
                position = analysis.position
                assert isinstance(position, TransAmericaPosition)
                assert position.losses(0, 0) == position.losses(0, 0)
                assert 0 in position.losses(0, 0)
                assert analysis.position.terms(0)
        legal = game.legal(state)
        state = stellwerk.step(game, state, simple.choose(game.view(state, state.turn), legal, rng), rng)


def test_the_package_has_learned_weights() -> None:
    assert isinstance(learned(), Forecast)
    assert len(learned().learned) == LEARNED
