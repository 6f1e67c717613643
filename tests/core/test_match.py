"""Adding up a match: giving up never pays, whatever the points of a game mean."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from stellwerk.core.game import Result
from stellwerk.core.match import (
    GivenUp,
    MatchGame,
    given_up_result,
    match_game,
    match_standing,
    points_of,
)

POINTS = st.integers(-20, 60)


def scores_of(seats: int) -> Any:
    return st.tuples(*[POINTS] * seats)


@st.composite
def games(draw: Any, seats: int) -> MatchGame:
    """Any game: somebody may have given up, and a bot may have finished it."""
    quitters = draw(st.lists(st.integers(0, seats - 1), unique=True, max_size=seats))
    given_up = tuple(GivenUp(seat, "resigned", draw(scores_of(seats))) for seat in quitters)
    return match_game(Result(draw(scores_of(seats)), (), (), "X-1", None), given_up)


@st.composite
def matches(draw: Any) -> tuple[int, list[MatchGame]]:
    """A match without its last game. The order of its games does not matter, so any game may be that one."""
    seats = draw(st.integers(2, 5))
    return seats, draw(st.lists(games(seats), min_size=seats - 1, max_size=seats - 1))


def place(seats: int, played: list[MatchGame], seat: int) -> int:
    return match_standing(seats, played).ranks[seat]


@given(matches(), st.data())
def test_giving_up_never_improves_a_place(match: tuple[int, list[MatchGame]], data: Any) -> None:
    """Compared with playing on, scoring nothing, and the others scoring whatever they may."""
    seats, others = match
    seat = data.draw(st.integers(0, seats - 1))
    stood, finally_scored, instead = (data.draw(scores_of(seats)) for _ in range(3))
    given_up = GivenUp(seat, data.draw(st.sampled_from(["resigned", "timed_out"])), stood)
    scored_nothing = tuple(0 if place == seat else points for place, points in enumerate(instead))
    played_on = match_game(Result(scored_nothing, (), (), "X-1", None))
    ended = match_game(given_up_result(given_up), (given_up,))
    finished_by_a_bot = match_game(Result(finally_scored, (), (), "X-1", None), (given_up,))
    for gave_up in (ended, finished_by_a_bot):
        assert place(seats, [*others, gave_up], seat) >= place(seats, [*others, played_on], seat)


@given(matches(), st.data())
def test_nobody_else_moves_up_or_down_against_another(match: tuple[int, list[MatchGame]], data: Any) -> None:
    """Those who play on are compared as if nobody had given up."""
    seats, others = match
    seat = data.draw(st.integers(0, seats - 1))
    result = Result(data.draw(scores_of(seats)), (), (), "X-1", None)
    given_up = GivenUp(seat, "resigned", data.draw(scores_of(seats)))
    with_it = match_standing(seats, [*others, match_game(result, (given_up,))]).ranks
    without = match_standing(seats, [*others, match_game(result)]).ranks
    rest = [place for place in range(seats) if place != seat]
    for one in rest:
        for other in rest:
            assert (with_it[one] < with_it[other]) == (without[one] < without[other])


@given(st.data())
def test_no_points_for_who_gives_up_and_no_loss_for_the_others(data: Any) -> None:
    seats = data.draw(st.integers(2, 5))
    scores = data.draw(scores_of(seats))
    quitters = data.draw(st.lists(st.integers(0, seats - 1), unique=True, max_size=seats))
    given_up = [GivenUp(seat, "resigned", data.draw(scores_of(seats))) for seat in quitters]
    points = points_of(scores, given_up)
    for one in given_up:
        assert points[one.seat] == min(0, one.standing[one.seat])
    rest = [seat for seat in range(seats) if seat not in quitters]
    for seat in rest:
        assert points[seat] >= scores[seat]
        assert all(points[seat] >= one.standing[seat] for one in given_up)
        assert points[seat] - scores[seat] == points[rest[0]] - scores[rest[0]]


def test_the_quitter_comes_last_and_the_others_by_points() -> None:
    result = given_up_result(GivenUp(1, "timed_out", (4, 30, 9)))
    assert (result.scores, result.ranks, result.winners) == ((4, 0, 9), (2, 3, 1), (2,))
    assert (result.reason, result.sheet) == ("timed_out", None)
    level = given_up_result(GivenUp(0, "resigned", (0, 0)))
    assert (level.ranks, level.winners) == ((2, 1), (1,))
    minus = given_up_result(GivenUp(0, "resigned", (-3, -8)))
    assert (minus.scores, minus.ranks) == ((-3, -8), (2, 1))


def test_who_gave_up_more_games_comes_behind_who_gave_up_fewer() -> None:
    first = match_game(Result((0, 9, 9), (), (), "resigned", None), (GivenUp(0, "resigned", (5, 9, 9)),))
    second = match_game(Result((50, 0, 9), (), (), "resigned", None), (GivenUp(1, "resigned", (50, 1, 9)),))
    third = match_game(Result((0, 1, 2), (), (), "resigned", None), (GivenUp(0, "timed_out", (0, 1, 2)),))
    assert match_standing(3, [first, second]).ranks == (2, 3, 1)
    end = match_standing(3, [first, second, third])
    assert (end.totals, end.given_up) == ((50, 10, 20), (2, 1, 0))
    assert (end.ranks, end.winners) == ((3, 2, 1), (2,))
