"""Positions around a decision of a finished game: what was played, what would have been better, what was
expected to follow, and what a reader tries instead.

A game that is over has no secrets, but every position is shown with the eyes of one observer, as replays are.
Functions here take long: `chores` calls them in another process.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from stellwerk.core.errors import IllegalAction, NotationError
from stellwerk.core.game import CHANCE
from stellwerk.core.play import Moment
from stellwerk.core.setup import check_observer
from stellwerk.core.telling import tell_turns
from stellwerk.core.texts import load_texts
from stellwerk.review.assessors import assessor_of
from stellwerk.review.model import Expected, Inference, Option, Verdict
from stellwerk.review.story import story_of
from stellwerk.review.words import Words
from stellwerk.search import Read
from stellwerk.server.past.replays import ReplayStep, replay_step
from stellwerk.server.refusals import ServerError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.game import AnyGame
    from stellwerk.core.record import Record
    from stellwerk.core.texts import Texts
    from stellwerk.review.story import Turn

WORLDS: Final = 24
"""Worlds in which expected play is tried besides the real one: it may need cards that nobody had."""


class Passage(msgspec.Struct, frozen=True):
    """A whole turn in sentences, and the positions after each of its actions."""

    seat: int
    text: str
    steps: tuple[ReplayStep, ...]


class Way(msgspec.Struct, frozen=True):
    """One turn at a decision, and what was expected to follow."""

    turn: Passage
    expected: tuple[Passage, ...]


class Chance(msgspec.Struct, frozen=True):
    """Something that may be true of a secret."""

    name: str
    chance: float
    is_true: bool


class ReadSight(msgspec.Struct, frozen=True):
    """What could be inferred about a secret, the likeliest first."""

    about: int
    code: str
    subject: str
    """The same in words."""
    chances: tuple[Chance, ...]


class Scenes(msgspec.Struct, frozen=True):
    """The positions around a decision."""

    turn: int
    seat: int | None
    """With whose eyes."""
    view: Any
    """Before the turn."""
    best: Way
    played: Way | None
    """None if the best turn was played."""
    reasons: str
    """What speaks for the best turn against the one played, in a sentence; may be empty."""
    reads: tuple[ReadSight, ...]
    """What the seat that decided could infer about the others."""


class Trial(msgspec.Struct, frozen=True):
    """A turn that a reader plays instead, as far as it goes."""

    steps: tuple[ReplayStep, ...]
    view: Any
    """The position now, with the eyes of the seat that decides."""
    legal: tuple[str, ...]
    """What can be played next; empty once the turn is over."""
    is_over: bool


class Judged(msgspec.Struct, frozen=True):
    """What a turn loses against the best one at a decision."""

    loss: float
    error: float
    is_right: bool
    """True if it is nearly as good: within four points with two seats."""


def scenes_of(record: Record, verdict: str, language: str, seat: int | None) -> bytes:
    """The positions around a decision, given as its verdict, as JSON."""
    check_observer(seat, record.seats)
    found = msgspec.json.decode(verdict, type=Verdict)
    story = story_of(record)
    stage = Stage(record, story.game, language, seat)
    turn = story.turns[found.turn]
    ways = [stage.way(turn, found.options[0], found.expected[0] if found.expected else ())]
    if found.played != 0:
        expected = found.expected[1] if len(found.expected) > 1 else ()
        ways.append(stage.way(turn, found.options[found.played], expected))
    view = story.game.view(turn.before, seat)
    played = ways[1] if len(ways) > 1 else None
    texts = load_texts(record.game, language)
    why = Words(texts, record.players).reasons(found.reasons)
    reads = tuple(_read(record.game, turn.before, one, texts) for one in found.reads)
    return msgspec.json.encode(Scenes(found.turn, seat, view, ways[0], played, why, reads))


def _read(game: str, state: Any, read: Inference, texts: Texts) -> ReadSight:
    truth = set(assessor_of(game).truth(state, Read(read.seat, read.subject, read.chances, read.is_single)))
    likely = sorted(read.chances, key=lambda one: -one[1])
    chances = tuple(Chance(texts.word(name), chance, name in truth) for name, chance in likely)
    subject = texts.section("reads").get(read.subject) or texts.word(read.subject)
    return ReadSight(read.seat, read.subject, subject, chances)


def trial_of(record: Record, number: int, actions: Sequence[str], language: str) -> bytes:
    """A turn at a decision as far as a reader has played it, as JSON; raises what the law refuses."""
    story = story_of(record)
    if not 0 <= number < len(story.turns):
        raise ServerError("no_such_decision")
    turn, game = story.turns[number], story.game
    seat = turn.span.seat
    state, steps = turn.before, []
    stage = Stage(record, game, language, seat)
    for place, text in enumerate(actions):
        if game.actor(state) != seat:
            raise ServerError("turn_over")
        after = game.apply(state, game.parse(text))
        steps.append(stage.step(turn.span.first + place, state, game.parse(text), after))
        state = after
    is_over = game.actor(state) != seat
    legal = () if is_over else tuple(map(game.to_text, game.legal(state)))
    return msgspec.json.encode(Trial(tuple(steps), game.view(state, seat), legal, is_over))


class Stage:
    """Plays turns for one observer."""

    def __init__(self, record: Record, game: AnyGame, language: str, seat: int | None) -> None:
        self._game = game
        self._seat = seat
        self._texts = load_texts(record.game, language)
        self._players = record.players
        self._words = Words(self._texts, record.players)

    def step(self, number: int, before: Any, action: Any, after: Any) -> ReplayStep:
        """One action as the observer sees it."""
        moment = Moment(number, self._game.actor(before) or 0, before, action, after)
        return replay_step(self._game, moment, self._texts, self._players, self._seat)

    def way(self, turn: Turn, option: Option, expected: Sequence[Expected]) -> Way:
        """A turn in the real game, and the play expected after it.

        That is shown in the real game if it can be played there, else in the world of the seat's view in
        which most of it can.
        """
        seat = turn.span.seat
        own = [(seat, text) for text in option.actions]
        later = [(one.seat, text) for one in expected for text in one.actions]
        first = turn.span.first
        real = self._played(turn.before, [*own, *later], first, Random(0))  # noqa: S311 (no secret)
        best = real
        view = self._game.view(turn.before, seat)
        for number in range(WORLDS):
            if len(best) >= len(own) + len(later):
                break
            world = self._game.sample(view, Random(number))  # noqa: S311 (no secret)
            best = max(best, self._played(world, [*own, *later], first, Random(number)), key=len)  # noqa: S311
        (shown,) = self._passages(real[: len(own)])
        told = self._words.turn(option.told, option.actions)
        return Way(Passage(seat, told, shown.steps), self._passages(best[len(own) :]))

    def _played(
        self, state: Any, texts: Sequence[tuple[int, str]], first: int, rng: Random
    ) -> list[Moment[Any, Any]]:
        """As many actions as can be played in a world; chance between them is drawn."""
        moments: list[Moment[Any, Any]] = []
        game = self._game
        for seat, text in texts:
            while game.actor(state) == CHANCE:
                state = game.apply(state, game.chance(state, rng))
            if game.actor(state) != seat:
                break
            try:
                action = game.parse(text)
                after = game.apply(state, action)
            except (IllegalAction, NotationError):
                break
            moments.append(Moment(first + len(moments), seat, state, action, after))
            state = after
        return moments

    def _passages(self, moments: Sequence[Moment[Any, Any]]) -> tuple[Passage, ...]:
        """The same as turns, told and shown."""
        told = []
        for turn in tell_turns(self._game, moments, self._seat):
            text = " ".join(self._texts.log_line(line, self._players) for line in turn.lines)
            steps = tuple(
                replay_step(self._game, moment, self._texts, self._players, self._seat)
                for moment in moments
                if turn.first <= moment.number <= turn.last
            )
            told.append(Passage(turn.actor, text, steps))
        return tuple(told)
