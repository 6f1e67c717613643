"""The reviewer: the pieces of a review, and what each of them finds.

`outline` lists the work, `examine` does one piece of it, `stellwerk.review.compose` puts findings together. A
piece depends on nothing but its arguments, so any process can do it, in any order, and findings can be kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.review.assessors import assessor_of
from stellwerk.review.decisions import Question, judge_decision
from stellwerk.review.errors import ReviewError
from stellwerk.review.model import Budget, Finding, Piece
from stellwerk.review.story import story_of
from stellwerk.review.tables import sketched, started, tabled

if TYPE_CHECKING:
    from stellwerk.core.record import Record
    from stellwerk.review.story import Story

USUAL = Budget()
BUDGETS = {
    "quick": Budget(width=8, odd=2, simulations=120, worlds=32, limit=256, table=128),
    "usual": USUAL,
    "thorough": Budget(width=24, simulations=1500, worlds=256, limit=8192, table=2048),
}
"""Budgets by name."""
SKETCHED = 16
"""How many turns a piece of the first curve covers."""


def outline(record: Record, budget: Budget = USUAL) -> tuple[Piece, ...]:
    """The pieces of a review, the first curve first; raises `ReviewError`, `RecordError` or `SetupError`.

    A game that is not over has decisions only: table values know what is hidden.
    """
    del budget  # the pieces of all budgets are the same
    assessor_of(record.game)
    story = story_of(record)
    count = len(story.turns)
    decisions = [Piece("decision", number, number) for number in range(count) if story.turns[number].is_whole]
    if story.result is None:
        return tuple(decisions)
    sketches = [
        Piece("sketch", first, min(first + SKETCHED, count) - 1) for first in range(0, count, SKETCHED)
    ]
    tables = [Piece("table", number, number) for number in range(count)]
    return (*sketches, Piece("start", 0, 0), *decisions, *tables)


def examine(record: Record, piece: Piece, budget: Budget = USUAL, seed: str = "") -> Finding:
    """The finding of one piece."""
    story, assessor = story_of(record), assessor_of(record.game)
    if piece.kind == "decision":
        turn = story.turns[piece.first]
        question = question_of(story, piece.first, seed)
        return judge_decision(question, assessor, budget, turn.actions, piece.first, turn.span.first)
    if story.result is None:
        raise ReviewError("not_finished")
    if piece.kind == "sketch":
        return sketched(story, assessor, piece.first, piece.last, seed, budget)
    if piece.kind == "start":
        return started(story, assessor, seed, budget)
    return tabled(story, assessor, piece.first, seed, budget)


def question_of(story: Story, number: int, seed: str) -> Question:
    """The decision of a turn as its seat met it."""
    turn, game = story.turns[number], story.game
    view = game.view(turn.before, turn.span.seat)
    return Question(game, view, story.seats, f"{seed}:{number}")
