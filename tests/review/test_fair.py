"""A decision is judged by what its seat could know, and by nothing else; a planted blunder is found."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from stellwerk.review import Budget
from stellwerk.review.assessors import assessor_of
from stellwerk.review.decisions import Question, judge_decision
from stellwerk.review.story import story_of
from tests.bench.reviews.review_planted import plant
from tests.review.games import QUICK, SMALL, record_of

PLANTED = Budget(width=8, odd=2, simulations=96, worlds=48, limit=192)


@pytest.mark.parametrize("key", QUICK)
def test_nothing_hidden_changes_a_byte_of_a_judgement(key: str) -> None:
    story = story_of(record_of(key))
    rng, differing = Random(7), 0
    for number in (1, len(story.turns) // 2, len(story.turns) - 2):
        turn = story.turns[number]
        found = set()
        other = story.game.sample(story.game.view(turn.before, turn.span.seat), rng)
        differing += other != turn.before
        for state in (turn.before, other):
            question = Question(story.game, story.game.view(state, turn.span.seat), story.seats, "fair")
            found.add(
                msgspec.json.encode(
                    judge_decision(question, assessor_of(key), SMALL, turn.actions, number, turn.span.first)
                )
            )
        assert len(found) == 1
    assert differing, "something was hidden and is different now"


@pytest.mark.parametrize("key", [key for key in QUICK if key != "tiny"])
def test_a_planted_blunder_is_found(key: str) -> None:
    planted = list(plant(record_of(key), "planted", 2, PLANTED))
    assert len(planted) == 2
    for one in planted:
        assert one.is_found, (
            f"turn {one.turn}: {one.verdict.judgement}, {one.verdict.loss:.3f}, really {one.loss:.3f}"
        )
