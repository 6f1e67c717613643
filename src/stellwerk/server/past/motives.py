"""Why did they do that? What a bot says about a turn that it played.

A bot's reasons speak of what it held. So nothing is said before that lies open anyway: once the game is over,
or in a game of rounds the round (`Game.opened`).
"""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, Annotated

import msgspec

from stellwerk.core.texts import load_texts
from stellwerk.review import Why
from stellwerk.review.words import Words
from stellwerk.server.past.histories import finished, found_table, number_in
from stellwerk.server.refusals import ServerError
from stellwerk.server.thinking import examining

if TYPE_CHECKING:
    from stellwerk.server.services import Call
    from stellwerk.tables.table import Table


class WhyBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Any action of the turn, by its number in the game, from 1."""

    step: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class WhySight(msgspec.Struct, frozen=True):
    """What a bot says about its turn."""

    seat: int
    turn: str
    """What it did, in a sentence."""
    reasons: str
    """What speaks for it, in a sentence."""


async def tell_why(call: Call) -> WhySight:
    """Why a bot played a turn, once what it held lies open: after the game, or after the round."""
    player = await call.require()
    table = await found_table(call)
    is_going_on = table.status in ("playing", "paused")
    if not (is_going_on and number_in(call.request) == table.game_number):
        table, is_going_on = (await finished(call, table)).table, False
    call.services.limits.judgements.take(player.id)
    seat, level = await _asked(call, table, is_over=not is_going_on)
    record = examining.text_of(table.record())
    about = (record, call.body.step, level, call.services.reviews.budget)
    try:
        answer = await call.services.bots.lend(player.id, examining.why, *about)
    except (TimeoutError, BrokenExecutor) as error:
        raise ServerError("busy") from error
    return _said(call, table, seat, msgspec.json.decode(answer, type=Why))


async def _asked(call: Call, table: Table, *, is_over: bool) -> tuple[int, str]:
    """The seat of the turn and the level of its bot; raises `StellwerkError` if nothing can be said yet."""
    record = examining.text_of(table.record())
    seat, is_open = await call.services.chores.do(
        call.client, call.request, examining.seat_of, record, call.body.step
    )
    if seat is None:
        raise ServerError("no_such_turn")
    level: str | None = table.seats[seat].level
    if level is None:
        raise ServerError("not_a_bot")
    if not (is_over or is_open):
        raise ServerError("still_hidden")
    return seat, level


def _said(call: Call, table: Table, seat: int, found: Why) -> WhySight:
    names = [one.name for one in table.seats]
    words = Words(load_texts(table.config.game, call.language), names)
    return WhySight(seat, words.turn(found.told), words.why(found, seat))
