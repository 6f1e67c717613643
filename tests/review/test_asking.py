"""Other turns at a decision, and hints: from one's own view."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from stellwerk.review import RIGHT, ReviewError, Verdict, hint, is_open, judge, turn_with, why
from stellwerk.review.story import story_of
from tests.bench.reviews.review_games import play
from tests.review.games import QUICK, SMALL, findings_of, record_of


@pytest.mark.parametrize("key", QUICK)
def test_the_best_turn_is_right_and_a_costly_one_is_wrong(key: str) -> None:
    verdicts = [one for one in findings_of(key) if isinstance(one, Verdict) and len(one.options) > 1]
    verdict = max(verdicts, key=lambda one: one.loss)
    best = judge(record_of(key), verdict, verdict.options[0].actions, SMALL, "test")
    assert best.is_right
    assert best.loss == 0
    other = judge(record_of(key), verdict, verdict.options[verdict.played].actions, SMALL, "test")
    assert other.loss >= 0
    assert other.is_right == (verdict.loss <= RIGHT * 2 / record_of(key).seats)
    third = judge(record_of(key), verdict, verdict.options[-1].actions, SMALL, "test")
    assert third.is_right == (third.loss <= RIGHT * 2 / record_of(key).seats)


@pytest.mark.parametrize("texts", [(), ("nonsense",), ("T", "T"), ("! C: C1",)])
def test_what_is_no_turn_is_refused(texts: tuple[str, ...]) -> None:
    verdict = next(one for one in findings_of("tiny") if isinstance(one, Verdict))
    with pytest.raises(ReviewError) as caught:
        judge(record_of("tiny"), verdict, texts, SMALL)
    assert caught.value.code == "not_one_turn"


@pytest.mark.parametrize("key", QUICK)
def test_a_hint_is_a_legal_turn_told_in_words(key: str) -> None:
    story = story_of(record_of(key))
    turn = story.turns[len(story.turns) // 2]
    view = story.game.view(turn.before, turn.span.seat)
    given = hint(key, view, SMALL)
    assert given == hint(key, view, SMALL)
    state = turn.before
    for text in given.actions:
        assert story.game.actor(state) == turn.span.seat
        state = story.game.apply(state, story.game.parse(text))
    assert given.told
    assert 0 <= given.value <= 1


@pytest.mark.parametrize("key", QUICK)
def test_nothing_hidden_changes_a_byte_of_a_hint(key: str) -> None:
    story = story_of(record_of(key))
    rng, differing = Random(3), 0
    for turn in story.turns[1 :: max(1, len(story.turns) // 4)]:
        seat = turn.span.seat
        view = story.game.view(turn.before, seat)
        worlds = [turn.before, *(story.game.sample(view, rng) for _ in range(3))]
        differing += sum(world != turn.before for world in worlds)
        found = {msgspec.json.encode(hint(key, story.game.view(world, seat), SMALL)) for world in worlds}
        assert len(found) == 1
    assert differing, "something was hidden and is different now"


def test_a_bot_says_why_it_played_once_its_round_is_over() -> None:
    record = play("transamerica", "why", ("greedy", "random"))
    story = story_of(record)
    ends = [number for number, turn in enumerate(story.turns) if len(turn.before.rounds) > 0]
    half = msgspec.structs.replace(
        record, actions=record.actions[: story.turns[ends[0] + 2].span.last], seed=None
    )
    first = next(turn.span for turn in story.turns if turn.span.seat == 0)
    turn = turn_with(half, first.last)
    assert turn is not None
    assert is_open(half, turn)
    assert not is_open(half, ends[0])
    said = why(half, turn, "greedy", SMALL)
    assert said.told
    assert said.reasons or not said.rather
    with pytest.raises(ReviewError, match="no_reasons"):
        why(half, turn, "random", SMALL)
    assert turn_with(half, 10_000) is None
