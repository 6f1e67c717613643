"""The six checks of a review, from games that `review_games` keeps, as plain numbers."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from random import Random
from statistics import fmean, pvariance
from typing import TYPE_CHECKING, Final

import msgspec

from stellwerk.review import luck as luck_in
from stellwerk.review.assessors import assessor_of
from stellwerk.review.decisions import Question, judge_decision
from stellwerk.review.judging import mean_error
from stellwerk.review.model import Tabled
from stellwerk.review.story import story_of
from tests.bench.reviews.review_games import BAD, LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.bench.reviews.review_games import Kept
    from tests.bench.reviews.review_planted import Planted

BINS: Final = 10
Z: Final = 1.96


class LevelLoss(msgspec.Struct, frozen=True):
    """Loss per counted decision of one level, by game."""

    level: str
    games: int
    loss: float
    reach: float
    """Half of its 95 % interval."""


def losses(games: Iterable[Kept]) -> list[LevelLoss]:
    """Check 1: the weakest level first."""
    found: dict[str, list[float]] = defaultdict(list)
    for game in games:
        for seat, level in enumerate(game.levels):
            own = [one.loss for one in game.verdicts if one.seat == seat and one.counts]
            if own:
                found[level].append(fmean(own))
    rows = []
    for level in LEVELS:
        if len(found[level]) > 1:
            mean, error = mean_error(found[level])
            rows.append(LevelLoss(level, len(found[level]), mean, Z * error))
    return rows


def falls(rows: Sequence[LevelLoss]) -> bool:
    """True if every level loses less than the one before, with intervals apart."""
    pairs = pairwise(rows)
    return len(rows) > 1 and all(low.loss + low.reach < high.loss - high.reach for high, low in pairs)


class Bin(msgspec.Struct, frozen=True):
    """A tenth of all table values: what was said, and what happened."""

    said: float
    happened: float
    count: int
    error: float
    """The standard error of what happened."""


def reliability(games: Iterable[Kept]) -> list[Bin]:
    """Check 2: table values at a quarter, half and three quarters of the games, in ten bins."""
    pairs: list[tuple[float, float]] = []
    for game in games:
        result = story_of(game.record).result
        assert result is not None
        for table in (one for one in game.tables if isinstance(one, Tabled)):
            pairs += zip(table.before, result, strict=True)
    return binned(pairs)


def binned(pairs: Iterable[tuple[float, float]]) -> list[Bin]:
    """What was said and what happened, by tenths of what was said."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for said, happened in pairs:
        bins[min(BINS - 1, int(said * BINS))].append((said, happened))
    rows = []
    for one in filter(None, bins):
        mean, error = mean_error([after for _, after in one])
        rows.append(Bin(fmean(before for before, _ in one), mean, len(one), error))
    return rows


class Luck(msgspec.Struct, frozen=True):
    """Check 3: what luck averages, and how much less the adjusted result varies."""

    games: int
    mean: float
    error: float
    raw: float
    adjusted: float
    """Variances; games with different numbers of seats have means of their own."""


def luck(games: Sequence[Kept]) -> Luck:
    """Deal and draws of the first seat; variances of everybody's results."""
    means: list[float] = []
    groups: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for game in games:
        result, brought = story_of(game.record).result, luck_in(game.record, game.tables)
        assert result is not None
        means.append(brought[0])
        groups[len(game.levels)] += [(won, won - lucky) for won, lucky in zip(result, brought, strict=True)]
    mean, error = mean_error(means) if len(means) > 1 else (0.0, 1.0)
    return Luck(len(games), mean, error, *(_within(groups.values(), place) for place in (0, 1)))


def _within(groups: Iterable[Sequence[tuple[float, float]]], place: int) -> float:
    """The variance inside of groups, with each group's own mean."""
    squares = freedom = 0.0
    for group in groups:
        if len(group) > 1:
            squares += len(group) * pvariance([pair[place] for pair in group])
            freedom += len(group) - 1
    return squares / freedom if freedom else 0.0


class Agreement(msgspec.Struct, frozen=True):
    """Check 4: of the mistakes and blunders of one review, how many another one names too.

    Only these are judged twice. Seeds are interchangeable, so as many would be named by the second review
    alone as by the first alone, and the share is the same as if both reviews were whole.
    """

    games: int
    """Games in which there were any."""
    named: int
    both: int


def agreement(games: Iterable[Kept]) -> Agreement:
    """Two reviews of the same games with different seeds."""
    again = [game.again for game in games if game.again]
    verdicts = [one for part in again for one in part]
    return Agreement(len(again), len(verdicts), sum(one.judgement in BAD for one in verdicts))


def is_fair(game: Kept, number: int) -> bool:
    """Check 5: everything hidden is dealt anew, and the verdict on a turn stays the same to the byte."""
    story = story_of(game.record)
    turn = story.turns[number]
    view = story.game.view(turn.before, turn.span.seat)
    other = story.game.sample(view, Random(number))
    found = set()
    for state in (turn.before, other):
        question = Question(story.game, story.game.view(state, turn.span.seat), story.seats, "fair")
        verdict = judge_decision(
            question, assessor_of(game.record.game), game.budget, turn.actions, number, turn.span.first
        )
        found.add(msgspec.json.encode(verdict))
    return len(found) == 1


def found_share(planted: Sequence[Planted]) -> tuple[int, int]:
    """Check 6: how many planted blunders were found, of how many."""
    return sum(one.is_found for one in planted), len(planted)
