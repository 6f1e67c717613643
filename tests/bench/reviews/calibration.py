"""To which power looks are raised: `python3 run.py bench calibration [GAME …] [--games N]`.

Plays games of mixed levels that no check of `bench review` uses, and says for each power how well values
at a quarter, half and three quarters of them match what happened. An assessor's `power` is chosen from that:
the largest error of a tenth is small, and the log loss (how surprising results are) is near its least.
"""

from __future__ import annotations

from math import log
from statistics import fmean
from typing import TYPE_CHECKING

from stellwerk.review.assessors import assessor_of
from stellwerk.review.story import story_of
from stellwerk.search import Look, weighed
from tests.bench import asked
from tests.bench.reviews.review_checks import binned
from tests.bench.reviews.review_games import MASTER_EVERY, WORLDS, lineup, play, quarters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

POWERS = tuple(number / 10 for number in range(7, 25))
FIRST = 2001
"""The number of the first game: `bench review` never comes so far."""
LEAST = 0.003
"""What is said to be impossible costs as if it were said to be this likely."""
Place = tuple[tuple[tuple[Look, ...], ...], tuple[float, ...]]
"""The looks of all worlds at one moment, and the result of the game."""


def run(arguments: Sequence[str]) -> None:
    """Each power with its log loss and the largest error of a tenth."""
    parser = asked.parser("calibration")
    asked.add_games(parser, asked.bringing("review"))
    parser.add_argument("--games", type=asked.above_zero(int), default=400, dest="count")
    options = parser.parse_args(arguments)
    for key in options.games:
        places = list(looked(key, options.count))
        for power in POWERS:
            print(f"{key} {power}: {measured(places, power)}", flush=True)


def looked(key: str, count: int) -> Iterator[Place]:
    """The quarters of some games; without masters, who think long."""
    assessor, worlds = assessor_of(key), range(WORLDS.get(key, 32))
    for number in range(FIRST, FIRST + count):
        if number % MASTER_EVERY == 0:
            continue
        story = story_of(play(key, f"looks-{number}", lineup(key, "looks", number)))
        assert story.result is not None
        for turn in quarters(len(story.turns)):
            outlook = assessor.outlook(story.turns[turn].before, number + turn)
            yield tuple(tuple(outlook.looks((), world)) for world in worlds), story.result


def measured(places: Sequence[Place], power: float) -> str:
    """How well values with this power match what happened."""
    pairs: list[tuple[float, float]] = []
    for worlds, result in places:
        values = [weighed(looks, power) for looks in worlds]
        pairs += zip(map(fmean, zip(*values, strict=True)), result, strict=True)
    surprise = -fmean(
        won * log(max(LEAST, said)) + (1 - won) * log(max(LEAST, 1 - said)) for said, won in pairs
    )
    bins = binned(pairs)
    worst = max(abs(one.said - one.happened) for one in bins)
    tenths = ", ".join(f"{100 * one.said:.0f} → {100 * one.happened:.0f}" for one in bins)
    return f"log loss {surprise:.4f}, largest error {100 * worst:.1f} ({tenths})"
