"""Ratings: what a game changes, and in small what `bench ratings` proves."""

from __future__ import annotations

import pytest

from stellwerk.core.strength import ratings_of, seat_worths
from stellwerk.ratings import UNKNOWN, Entrant, Strength, fixed, rate, shown
from stellwerk.ratings.scale import mean_of, points_of
from tests.bench.bots.ratings import Plan, simulate


def test_whoever_wins_rises_and_everybody_is_better_known() -> None:
    for seats in range(2, 7):
        after = rate([Entrant(UNKNOWN, place) for place in range(1, seats + 1)])
        means = [one.mean for one in after]
        assert means == sorted(means, reverse=True)
        assert means[0] > UNKNOWN.mean > means[-1]
        assert all(one.deviation < UNKNOWN.deviation for one in after)


def test_a_shared_win_moves_equals_nowhere_and_others_together() -> None:
    first, second = rate([Entrant(UNKNOWN, 1), Entrant(UNKNOWN, 1)])
    assert first.mean == pytest.approx(second.mean) == pytest.approx(UNKNOWN.mean)
    strong, weak = rate([Entrant(Strength(30.0, 3.0), 1), Entrant(Strength(20.0, 3.0), 1)])
    assert strong.mean < 30.0
    assert weak.mean > 20.0


def test_a_bot_never_changes() -> None:
    bot = fixed(1700)
    after, still = rate([Entrant(UNKNOWN, 1), Entrant(bot, 2, is_fixed=True)])
    assert still == bot
    weaker, _ = rate([Entrant(UNKNOWN, 1), Entrant(fixed(1100), 2, is_fixed=True)])
    assert after.mean > weaker.mean > UNKNOWN.mean


def test_winning_from_the_better_seat_is_worth_less() -> None:
    usual, _ = rate([Entrant(UNKNOWN, 1), Entrant(UNKNOWN, 2)])
    easy, _ = rate([Entrant(UNKNOWN, 1, 80.0), Entrant(UNKNOWN, 2, -80.0)])
    hard, _ = rate([Entrant(UNKNOWN, 1, -80.0), Entrant(UNKNOWN, 2, 80.0)])
    assert easy.mean < usual.mean < hard.mean


def test_the_scale_is_that_of_the_bots() -> None:
    assert points_of(mean_of(1234.0)) == pytest.approx(1234.0)
    assert points_of(fixed(ratings_of("trambahn")["greedy"]).mean) == pytest.approx(1500.0)
    beginner = shown(UNKNOWN, 0)
    assert (beginner.rating, beginner.is_provisional) == (1500, True)
    assert not shown(Strength(25.0, 3.0), 30).is_provisional


@pytest.mark.parametrize("game", ["interurban", "trambahn"])
def test_what_seats_are_worth_cancels_out(game: str) -> None:
    worths = seat_worths(game, 2)
    assert worths[0] + worths[1] == pytest.approx(0, abs=1)
    assert worths[0] > 0 if game == "interurban" else worths[1] > 0
    assert seat_worths("tiny", 4) == (0, 0, 0, 0)


def test_ratings_come_closer_to_the_truth() -> None:
    course = simulate(Plan(people=60, games=100))
    errors = {one.games: one.error for one in course}
    assert errors[100] < 0.7 * errors[10]
    assert errors[100] < 80
    assert all(one.coverage > 0.85 for one in course)
    assert course[-1].sure == 1.0


def test_the_correction_takes_the_bias_of_seats_away() -> None:
    plain = Plan((2,), 60, 60, 0.0, keeps_seats=True)
    assert abs(simulate(plain)[-1].bias) < 40
    assert simulate(plain._replace(corrects=False))[-1].bias > 60
