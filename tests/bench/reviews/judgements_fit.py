"""How much of a difference between two turns comes true: `python3 run.py bench judgements GAME --fit`.

Decisions are drawn at random from the games of mixed levels on which `bench calibration` fits too, so from
none that a check uses. Each is judged as in a review; if the turn played loses something, both turns are
played to the end by bots that have no part in the reviewer's playouts. `trust` of an assessor is the slope of
what came true on what playouts said, by least squares through 0, so that large losses count most.
"""

from __future__ import annotations

from itertools import count as counting
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

import msgspec

from stellwerk.review import USUAL, VERSION
from stellwerk.review.assessors import assessor_of
from stellwerk.review.decisions import open_position
from stellwerk.review.judging import mean_error
from stellwerk.review.reviewer import question_of
from stellwerk.review.story import story_of
from tests.bench.reviews import judgements, review_games
from tests.bench.reviews.calibration import FIRST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.review import Verdict
    from tests.bench.reviews.review_games import Kept

ENDS = 16
"""Worlds in which both turns are played to the end. Decisions differ more than worlds do: many of them in few
worlds each say more than few in many."""
EACH = 4
"""Decisions of a game that are judged."""


class Loss(msgspec.Struct, frozen=True):
    """What playouts said that a turn loses, and what it lost in games played to their end."""

    level: str
    said: float
    came: float


def run(key: str, count: int) -> None:
    """Judge this many decisions that lose something, and say what to trust: of all, and by level."""
    rows: list[Loss] = []
    for row in losses(key):
        rows.append(row)
        print(f"{key} {len(rows)} {row.level}: {100 * row.said:.1f} → {100 * row.came:.1f}", flush=True)
        if len(rows) >= count:
            break
    for level in ("all", *review_games.LEVELS):
        own = [row for row in rows if level in ("all", row.level)]
        if len(own) > 1:
            slope, error = trust(own)
            said, came = (
                100 * sum(getattr(row, name) for row in own) / len(own) for name in ("said", "came")
            )
            print(
                f"{key}, {level}: trust {slope:.2f} ± {2 * error:.2f}; {len(own)} losses, "
                f"{said:.1f} points said, {came:.1f} came true"
            )


def losses(key: str) -> Iterator[Loss]:
    """Decisions at which something was lost, as long as they are wanted."""
    for number in counting(FIRST):
        if number % review_games.MASTER_EVERY:  # masters think long
            levels = review_games.lineup(key, "looks", number)
            record = review_games.play(key, f"looks-{number}", levels)
            game = review_games.Kept("looks", number, levels, record, USUAL, version=VERSION)
            turns = range(len(story_of(record).turns))
            drawn = Random(f"fit:{number}").sample(turns, min(EACH, len(turns)))
            for verdict in review_games.judged(game, sorted(drawn), "fit"):
                if verdict.loss > 0:
                    yield _loss(game, verdict)


def _loss(game: Kept, verdict: Verdict) -> Loss:
    """One decision, without the trust that it was judged with."""
    story, assessor = story_of(game.record), assessor_of(game.record.game)
    turns = judgements.both_turns(story, verdict)
    question = question_of(story, verdict.turn, "again")
    measured, _ = open_position(question, assessor.mind, game.budget, turns, assessor.trust)
    came, _ = mean_error(list(judgements.ends(story, measured, turns, verdict.seat, ENDS)))
    return Loss(game.levels[verdict.seat], verdict.loss / assessor.trust, came)


def trust(rows: Sequence[Loss]) -> tuple[float, float]:
    """How much of what was said came true, by least squares, with its standard error."""
    square = sum(row.said**2 for row in rows)
    slope = sum(row.said * row.came for row in rows) / square
    spread = sum((row.said * (row.came - slope * row.said)) ** 2 for row in rows)
    return slope, sqrt(spread) / square
