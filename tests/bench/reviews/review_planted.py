"""Blunders planted in games, for `bench review`: a turn is replaced by the worst legal one that is found."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.core.record import Record, replay
from stellwerk.review import USUAL, Budget, examine, threshold
from stellwerk.review.assessors import assessor_of
from stellwerk.review.decisions import Measured, Question
from stellwerk.review.model import Piece, Verdict
from stellwerk.review.reviewer import question_of
from stellwerk.review.story import story_of

if TYPE_CHECKING:
    from collections.abc import Iterator

ODD = 24
"""Number of random turns among which the worst is looked for."""
ROUGH = 12
"""Worlds in which each of them is tried."""
SURE = 96
"""Worlds that say whether the worst one is a blunder at all. They are doubled while two standard errors are
more than an inaccuracy, up to the limit of a review: where playouts end in 0 or 1, chance makes blunders."""


class Planted(msgspec.Struct, frozen=True):
    """A blunder that was planted, and what the review said."""

    turn: int
    loss: float
    """What the turn loses against the best one, measured apart from the review."""
    verdict: Verdict

    @property
    def is_found(self) -> bool:
        """True if the review calls it a mistake or a blunder."""
        return self.verdict.judgement in ("mistake", "blunder")


def plant(record: Record, seed: str, count: int, budget: Budget = USUAL) -> Iterator[Planted]:
    """Blunders at random moments of a game, each in a copy of the record that ends with it."""
    story, rng = story_of(record), Random(seed)
    moments = [number for number, turn in enumerate(story.turns) if turn.is_whole]
    rng.shuffle(moments)
    for number in moments:
        if count <= 0:
            return
        worst, loss = worst_turn(question_of(story, number, seed), rng)
        if loss < threshold("blunder", story.seats):
            continue  # nothing that can be played here is a blunder
        copy = with_turn(record, number, worst)
        found = examine(copy, Piece("decision", number, number), budget, seed)
        assert isinstance(found, Verdict)
        yield Planted(number, loss, found)
        count -= 1


def worst_turn(question: Question, rng: Random) -> tuple[tuple[Any, ...], float]:
    """The worst turn of many random ones, and what it loses against the best of the mind's."""
    assessor = assessor_of(question.game.info.key)
    position = assessor.mind.position(question.view, rng, 6)
    best = len(position.turns)
    for _ in range(ODD):
        position.consider(_random_turn(question, rng))
    measured = Measured(position, assessor.trust)
    if len(position.turns) < 2:
        return (), 0.0
    values = [
        sum(measured.playout(number, world) for world in range(ROUGH))
        for number in range(len(position.turns))
    ]
    worst = values.index(min(values))
    good = values.index(max(values[:best]))
    return position.turns[worst].actions, _lead(measured, good, worst, question.seats)


def _lead(measured: Measured, good: int, worst: int, seats: int) -> float:
    """By how much one turn leads another in new worlds."""
    worlds = SURE
    while True:
        for world in range(ROUGH, ROUGH + worlds):
            measured.playout(worst, world)
            measured.playout(good, world)
        lead, error, _ = measured.lead(good, worst, ROUGH)
        if worlds >= USUAL.limit or 2 * error <= threshold("inaccuracy", seats):
            return lead
        worlds = min(2 * worlds, USUAL.limit)


def _random_turn(question: Question, rng: Random) -> tuple[Any, ...]:
    game, seat = question.game, question.view.seat
    state, actions = game.sample(question.view, rng), []
    while game.actor(state) == seat:
        actions.append(rng.choice(game.legal(state)))
        state = game.apply(state, actions[-1])
    return tuple(actions)


def with_turn(record: Record, number: int, actions: tuple[Any, ...]) -> Record:
    """The record up to a turn, which is replaced by another one."""
    story = story_of(record)
    before = story.turns[number].span.first - 1
    texts = tuple(map(story.game.to_text, actions))
    copy = msgspec.structs.replace(
        record, actions=(*record.actions[:before], *texts), seed=None, commitment=None
    )
    assert sum(1 for _ in replay(copy)) == before + len(texts)
    return copy
