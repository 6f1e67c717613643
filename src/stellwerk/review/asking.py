"""Questions about one decision: is another turn as good, what would be a good turn, why did a bot play so?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.core import registry
from stellwerk.core.errors import IllegalAction, NotationError
from stellwerk.review.assessors import assessor_of
from stellwerk.review.decisions import (
    Question,
    best_for,
    compare,
    expected_after,
    find_best,
    open_position,
    reasons_for,
)
from stellwerk.review.errors import ReviewError
from stellwerk.review.judging import RIGHT
from stellwerk.review.model import Budget, Expected, Reason, Told
from stellwerk.review.reviewer import USUAL, question_of
from stellwerk.review.story import story_of
from stellwerk.review.telling import imagined, tell_option
from stellwerk.search import SearchBot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.record import Record
    from stellwerk.review.model import Verdict


class Answer(msgspec.Struct, frozen=True):
    """Another turn at a decision against its best one, in the same worlds."""

    actions: tuple[str, ...]
    loss: float
    error: float
    is_right: bool
    """True within four points of the best turn (times 2/n with n seats)."""


class Hint(msgspec.Struct, frozen=True):
    """A good turn for a player who asks, by what the player can see."""

    actions: tuple[str, ...]
    """The turn, in the notation; its first action names the piece to begin with."""
    told: tuple[Told, ...]
    value: float
    reasons: tuple[Reason, ...]
    expected: tuple[Expected, ...]


class Why(msgspec.Struct, frozen=True):
    """What speaks for a turn that a bot played, by what it could see and how it thinks."""

    told: tuple[Told, ...]
    reasons: tuple[Reason, ...]
    rather: tuple[Told, ...]
    """The turn that it prefers when it thinks again, if that is another one."""


def judge(
    record: Record, verdict: Verdict, actions: Sequence[str], budget: Budget = USUAL, seed: str = ""
) -> Answer:
    """What a whole turn would have lost at a decision; raises `ReviewError` if it is no legal turn there."""
    story = story_of(record)
    question = question_of(story, verdict.turn, seed)
    known = [verdict.options[0], verdict.options[verdict.played]]
    turns = [check_turn(question, texts) for texts in (known[0].actions, known[1].actions, actions)]
    assessor = assessor_of(record.game)
    measured, (best, played, asked) = open_position(question, assessor.mind, budget, turns, assessor.trust)
    if asked == best:
        return Answer(tuple(actions), 0.0, 0.0, is_right=True)
    if asked == played:  # as the review judged it
        lead, error = verdict.loss, verdict.error
    else:
        lead, error, _ = compare(measured, best, asked, budget, story.seats)
    return Answer(tuple(actions), max(0.0, lead), error, lead <= RIGHT * 2 / story.seats)


def hint(key: str, view: Any, budget: Budget = USUAL, seed: str = "") -> Hint:
    """A good turn, or the rest of one, for the seat of a view that has to act. It follows from the view."""
    game = registry.load(key)
    question = Question(game, view, len(game.standing(view)), f"{seed}:hint")
    assessor = assessor_of(key)
    measured, _ = open_position(question, assessor.mind, msgspec.structs.replace(budget, odd=0), [])
    order = best_for(measured, assessor, budget) if len(measured.turns) > 1 else [0]
    values = measured.values[order[0]].values()
    value = sum(values) / len(values) if values else measured.turns[order[0]].prior
    turn = measured.turns[order[0]]
    texts = tuple(map(game.to_text, turn.actions[: turn.settled]))
    told = tell_option(game, imagined(game, view, question.random()), turn.actions[: turn.settled], view.seat)
    return Hint(
        texts, told, value, reasons_for(measured, order), expected_after(question, measured, order[0])
    )


def why(record: Record, turn: int, level: str, budget: Budget = USUAL) -> Why:
    """Why a bot of this level played a turn; raises `ReviewError` if bots of this level do not search.

    It speaks of what the seat held then. Whoever asks has to know that already: see `is_open`.
    """
    story = story_of(record)
    bot = story.game.bots[level]() if level in story.game.bots else None
    if not isinstance(bot, SearchBot):
        raise ReviewError("no_reasons")
    question, played = question_of(story, turn, "why"), story.turns[turn].actions
    asked = msgspec.structs.replace(budget, odd=0)
    measured, (place,) = open_position(question, bot.mind, asked, [played])
    order = (
        find_best(measured, bot.effort.prior_weight, asked.simulations) if len(measured.turns) > 1 else [0]
    )
    rival = [number for number in order if number != place][:1]
    seat, worlds = question.view.seat, imagined(story.game, question.view, question.random())
    told = tell_option(story.game, worlds, played, seat)
    rather: tuple[Told, ...] = ()
    if order[0] != place:
        rather = tell_option(story.game, worlds, measured.turns[order[0]].actions, seat)
    return Why(told, reasons_for(measured, [place, *rival]), rather)


def is_open(record: Record, turn: int) -> bool:
    """True if all that was hidden at a turn lies open now: the game is over, or its round."""
    story = story_of(record)
    return story.result is not None or story.game.opened(story.turns[turn].before, story.last)


def turn_with(record: Record, step: int) -> int | None:
    """The number of the whole turn that has the action with this number, from 1."""
    turns = enumerate(story_of(record).turns)
    return next(
        (number for number, turn in turns if turn.is_whole and turn.span.first <= step <= turn.span.last),
        None,
    )


def check_turn(question: Question, texts: Sequence[str]) -> tuple[Any, ...]:
    """The actions of a turn, if they are one whole legal turn in the worlds the seat can imagine."""
    game, seat = question.game, question.view.seat
    state = game.sample(question.view, question.random())
    actions = []
    try:
        for text in texts:
            if game.actor(state) != seat:
                raise ReviewError("not_one_turn")
            actions.append(game.parse(text))
            state = game.apply(state, actions[-1])
    except (IllegalAction, NotationError) as error:
        raise ReviewError("not_one_turn") from error
    if not actions or game.actor(state) == seat:
        raise ReviewError("not_one_turn")
    return tuple(actions)
