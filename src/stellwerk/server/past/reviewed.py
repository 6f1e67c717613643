"""The endpoints about reviews of finished games: asking for one, reading it, learning from its mistakes.

A review is known by an id that only somebody who has the game can find, so whoever knows the id may read it.
A game at a table has to be over, and a file has to hold a whole game: of a running game nothing is judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from stellwerk.core import registry
from stellwerk.core.record import Record
from stellwerk.core.texts import load_texts
from stellwerk.review import Finding, Review, Verdict, compose
from stellwerk.review.story import story_of
from stellwerk.review.telling import tell_option
from stellwerk.review.words import Words
from stellwerk.server.live.wire import Progress
from stellwerk.server.past.histories import finished, found_table, number_in, seat_wanted
from stellwerk.server.past.scenes import Judged, scenes_of, trial_of
from stellwerk.server.refusals import ServerError
from stellwerk.server.thinking import examining
from stellwerk.server.thinking.shares import Urgency

if TYPE_CHECKING:
    from stellwerk.core.match_record import MatchRecord
    from stellwerk.review import Budget
    from stellwerk.server.services import Call

MAX_ACTIONS = 200
_finding = msgspec.json.Decoder[Finding](Finding)


class TurningPoint(msgspec.Struct, frozen=True):
    """The turn, anybody's, over which a seat's table value changed most."""

    turn: int
    step: int
    """The number of its last action, from 1: where a replay shows it."""
    change: float
    text: str
    """The same in a sentence."""


class ReviewSight(msgspec.Struct, frozen=True):
    """A review as far as it is known."""

    progress: Progress
    players: tuple[str, ...]
    review: Review
    turning_points: tuple[TurningPoint | None, ...]
    """By seat; None while the curve is not known, and for a game that was given up."""


class TurnBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn, or the beginning of one, in the notation."""

    actions: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=200)], ...], msgspec.Meta(max_length=MAX_ACTIONS)
    ]


async def review_game(call: Call) -> Progress:
    """Ask for the review of a finished game: it is begun, joined, or complete already.

    Progress is told over the WebSocket (`follow`). A job that nobody waits for any more ends.
    """
    table = await found_table(call)
    examining.require(table.config.game)
    if table.status in ("playing", "paused") and number_in(call.request) == table.game_number:
        raise ServerError("not_over")
    record = (await finished(call, table)).record
    review = examining.id_of(examining.text_of(record), call.services.reviews.budget)
    await call.services.store.games.reviewed_as(table.id, number_in(call.request), review)
    return await _want(call, record)


async def review_file(call: Call) -> Progress:
    """The same for a record file, which must hold a whole game."""
    call.services.limits.files.take(call.client)
    return await _want_file(call, call.body)


async def review_match_file(call: Call) -> Progress:
    """The same for a game of a match file."""
    call.services.limits.files.take(call.client)
    match: MatchRecord = call.body
    number = number_in(call.request)
    if not 1 <= number <= len(match.games):
        raise ServerError("no_such_record")
    return await _want_file(call, match.games[number - 1])


async def get_review(call: Call) -> msgspec.Raw:
    """A review as far as it is known. Sentences about a decision come with its positions."""
    services = call.services
    review = call.request.path_params["review"]
    services.limits.histories.take(call.client)
    progress = await services.reviews.progress(review)
    record, findings = await services.reviews.record(review), await services.reviews.findings(review)
    made = await services.chores.do(
        call.client,
        call.request,
        sight_of,
        progress,
        record,
        findings,
        services.reviews.budget,
        call.language,
    )
    return msgspec.Raw(made)


async def drop_review(call: Call) -> Progress:
    """Take your request for a review back: it ends if nobody else waits for it."""
    player = await call.require()
    return await call.services.reviews.unwant(call.request.path_params["review"], player.id)


async def get_reviewed_record(call: Call) -> Record:
    """The game of a review."""
    text = await call.services.reviews.record(call.request.path_params["review"])
    return msgspec.json.decode(text, type=Record)


async def get_scenes(call: Call) -> msgspec.Raw:
    """The positions of a decision: after the turn played, after the better one, and as play was expected to
    go on."""
    record, verdict = await _decision(call)
    call.services.limits.histories.take(call.client)
    made = await call.services.chores.do(
        call.client, call.request, scenes_of, record, verdict, call.language, seat_wanted(call.request)
    )
    return msgspec.Raw(made)


async def try_turn(call: Call) -> msgspec.Raw:
    """The position after some actions of your own at a decision, with the eyes of the seat that decides."""
    record, _ = await _decision(call)
    call.game = record.game
    call.services.limits.histories.take(call.client)
    number = number_in(call.request, "turn")
    made = await call.services.chores.do(
        call.client, call.request, trial_of, record, number, call.body.actions, call.language
    )
    return msgspec.Raw(made)


async def judge_turn(call: Call) -> Judged:
    """What a whole turn of your own would have lost at a decision."""
    player = await call.require()
    record, verdict = await _decision(call)
    call.services.limits.judgements.take(player.id)
    arguments = (examining.text_of(record), verdict, call.body.actions, call.services.reviews.budget)
    answer = await call.services.reviews.thinkers.do(
        player.id, lambda: Urgency.LOOKED_AT, lambda: arguments, examining.judge
    )
    return msgspec.json.decode(answer, type=Judged)


async def _want_file(call: Call, record: Record) -> Progress:
    call.game = record.game if record.game in registry.games() else None
    await call.services.chores.do(call.client, call.request, check_whole, record)
    return await _want(call, record)


async def _want(call: Call, record: Record) -> Progress:
    player = await call.require()
    call.services.limits.reviews.check(player.id)
    call.services.limits.reviews.take(call.client)
    call.services.limits.reviews.take(player.id)
    return await call.services.reviews.want(examining.text_of(record), player.id)


async def _decision(call: Call) -> tuple[Record, str]:
    """The game of a review, and the verdict on a turn as JSON; raises `ServerError`."""
    reviews, number = call.services.reviews, number_in(call.request, "turn")
    review = call.request.path_params["review"]
    record = msgspec.json.decode(await reviews.record(review), type=Record)
    for text in await reviews.findings(review):
        finding = _finding.decode(text)
        if isinstance(finding, Verdict) and finding.turn == number:
            return record, text
    raise ServerError("no_such_decision")


# In another process


def check_whole(record: Record) -> None:
    """Refuse a file that holds no game, one that is not over, or one that nobody can review."""
    examining.require(record.game)
    if story_of(record).result is None:
        raise ServerError("not_over")


def sight_of(progress: Progress, record: str, findings: list[str], budget: Budget, language: str) -> bytes:
    """A review as JSON."""
    game = msgspec.json.decode(record, type=Record)
    review = compose(game, map(_finding.decode, findings), budget)
    points = tuple(_turning_point(game, review, seat, language) for seat in range(game.seats))
    return msgspec.json.encode(ReviewSight(progress, game.players, review, points))


def _turning_point(record: Record, review: Review, seat: int, language: str) -> TurningPoint | None:
    number = review.summaries[seat].turning_point
    before, after = (None, None) if number is None else review.curve[number : number + 2]
    if number is None or before is None or after is None:
        return None
    story = story_of(record)
    turn, change = story.turns[number], after[seat] - before[seat]
    told = tell_option(story.game, [turn.before], turn.actions, turn.span.seat)
    words = Words(load_texts(record.game, language), record.players)
    return TurningPoint(number, turn.span.last, change, words.turning_point(seat, change, told))
