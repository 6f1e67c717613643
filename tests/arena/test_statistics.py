"""Statistics by block: intervals, tests and ratings against what is known of them."""

from __future__ import annotations

import random
from statistics import fmean

import msgspec
import pytest
from msgspec.structs import replace

from stellwerk.arena.block import Block, Played
from stellwerk.arena.rating import ratings
from stellwerk.arena.statistics import (
    duels,
    interval,
    match_of,
    match_share,
    quantile,
    sequential_test,
    standing,
    standings,
)


def block(number: int, lineup: tuple[str, ...], *winners: int) -> Block:
    """A block in which these seats win the games of its rotations."""
    games = []
    for rotation, winner in enumerate(winners):
        seating = lineup[rotation:] + lineup[:rotation]
        shares = tuple(float(seat == winner) for seat in range(len(lineup)))
        ranks = tuple(1 if seat == winner else 2 for seat in range(len(lineup)))
        scores = tuple(int(10 * share) for share in shares)
        games.append(Played(seating, scores, ranks, shares, msgspec.Raw(b"{}")))
    return Block(
        lineup, number, tuple(games), {name: [1.0, 3.0] for name in lineup}, dict.fromkeys(lineup, 0)
    )


def test_a_win_share_is_per_seat_held() -> None:
    one = block(0, ("a", "b", "b"), 0, 1, 2)
    # The rotations are a b b, b b a, b a b: seat 0, seat 1 and seat 2 win, so a wins once of three.
    assert standing([one], "a").win_share == pytest.approx(1 / 3)
    assert standing([one], "b").win_share == pytest.approx(2 / 6)
    assert standing([one], "a").par == pytest.approx(1 / 3)
    assert standing([one], "a").games == 3


def test_the_games_of_a_block_are_a_match_by_place_in_the_line_up() -> None:
    """The first place has 10 + 0 + 4 points, the second 1 + 8 + 5, the third 2 + 3 + 6."""
    scores = [(10, 1, 2), (8, 3, 0), (6, 4, 5)]
    base = block(0, ("a", "b", "b"), 0, 0, 0)
    games = tuple(replace(game, scores=points) for game, points in zip(base.games, scores, strict=True))
    one = replace(base, games=games)
    match = match_of(one)
    assert (match.totals, match.ranks, match.winners) == ((14, 14, 11), (1, 1, 3), (0, 1))
    assert [game.points for game in match.played] == [(10, 1, 2), (0, 8, 3), (4, 5, 6)]
    assert match_share(one, "a") == pytest.approx(1 / 2)
    assert match_share(one, "b") == pytest.approx(1 / 4)  # half a match for two places
    assert standing([one], "a").match_share == pytest.approx(1 / 2)


def test_the_better_one_comes_first() -> None:
    blocks = [block(number, ("a", "b"), 1, 0) for number in range(5)]
    assert [one.bot for one in standings(blocks, ("a", "b"))] == ["b", "a"]
    assert standings(blocks, ("a", "b"))[0].win_share == 1


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    rng = random.Random(3)
    for truth, blocks in ((0.5, 40), (0.7, 60), (0.9, 80)):
        covered = 0
        for _ in range(400):
            shares = [((rng.random() < truth) + (rng.random() < truth)) / 2 for _ in range(blocks)]
            low, high = interval(shares)
            covered += low <= truth <= high
        assert 0.92 <= covered / 400 <= 0.985, truth


def test_paired_games_that_cancel_out_narrow_the_interval() -> None:
    paired = interval([0.5, 0.5, 0.5, 1.0, 0.5, 0.0, 0.5, 0.5] * 4)
    loose = interval([0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0] * 4)
    assert paired[1] - paired[0] < loose[1] - loose[0]


def test_an_interval_of_nothing_is_everything() -> None:
    assert interval([]) == (0.0, 1.0)
    low, high = interval([1.0] * 20)
    assert 0.8 < low < 0.9
    assert high == 1.0


def test_the_sequential_test_decides_rightly() -> None:
    rng = random.Random(5)

    def decide(truth: float) -> str | None:
        shares: list[float] = []
        for _ in range(3000):
            shares.append(((rng.random() < truth) + (rng.random() < truth)) / 2)
            verdict = sequential_test(shares, 0.5, 0.55)
            if verdict.accepted:
                return verdict.accepted
        return None

    assert [decide(0.6) for _ in range(10)].count("better") >= 9
    assert [decide(0.45) for _ in range(10)].count("not_better") >= 9


@pytest.mark.parametrize(
    ("null", "alternative", "games", "alike"),
    [
        (0.5, 0.7, 2, False),
        (0.5, 0.7, 2, True),
        (0.25, 0.35, 4, False),
        (0.25, 0.35, 4, True),
        (0.8, 0.9, 2, False),
        (0.15, 0.3, 6, False),
    ],
)
def test_the_sequential_test_errs_no_more_often_than_it_says(
    null: float, alternative: float, games: int, alike: bool
) -> None:
    """At its bounds, where erring is easiest, and whether or not all games of a block end alike."""
    rng = random.Random(11)
    runs = 400

    def decide(truth: float) -> str | None:
        shares: list[float] = []
        while len(shares) < 400:
            won = [rng.random() < truth for _ in range(1 if alike else games)]
            shares.append(fmean(won))
            if accepted := sequential_test(shares, null, alternative).accepted:
                return accepted
        return None

    # 5 % and two standard deviations of such a simulation
    limit = 0.05 + 2 * (0.05 * 0.95 / runs) ** 0.5
    assert [decide(null) for _ in range(runs)].count("better") / runs <= limit
    assert [decide(alternative) for _ in range(runs)].count("not_better") / runs <= limit


def test_blocks_that_all_end_alike_are_decided_too() -> None:
    assert sequential_test([1.0] * 17, 0.5, 0.6).accepted == "better"
    assert sequential_test([0.0] * 17, 0.5, 0.6).accepted == "not_better"
    assert sequential_test([0.5] * 60, 0.5, 0.55).accepted == "not_better"
    assert sequential_test([1.0] * 9, 0.5, 0.9).accepted is None


def test_ratings_are_on_the_scale_of_elo() -> None:
    rng = random.Random(7)
    strength = {"a": 0, "b": 200, "c": 400}
    blocks = []
    for number in range(400):
        one, other = rng.sample(sorted(strength), 2)
        chance = 1 / (1 + 10 ** ((strength[other] - strength[one]) / 400))
        # In the second game the seats are swapped.
        won = [rng.random() < chance for _ in range(2)]
        blocks.append(block(number, (one, other), 0 if won[0] else 1, 1 if won[1] else 0))
    found = {one.bot: one for one in ratings(blocks, anchor="a")}
    assert found["a"].rating == 1500
    assert found["b"].rating - 1500 == pytest.approx(200, abs=60)
    assert found["c"].rating - 1500 == pytest.approx(400, abs=80)
    assert all(one.low <= one.rating <= one.high for one in found.values())
    assert [one.bot for one in ratings(blocks)] == ["c", "b", "a"]


def test_a_perfect_record_has_a_finite_rating() -> None:
    found = ratings([block(number, ("a", "b"), 0, 1) for number in range(30)])
    assert found[0].bot == "a"
    assert 200 < found[0].rating - found[1].rating < 1500


def test_duels_and_quantiles() -> None:
    found = duels([block(0, ("a", "b"), 0, 1), block(1, ("a", "b"), 0, 0)])
    assert found["a", "b"] == [1.0, 0.5]
    assert fmean(found["b", "a"]) == 0.25
    assert quantile([1, 2, 3, 4], 0.5) == 3
    assert quantile([], 0.5) == 0
