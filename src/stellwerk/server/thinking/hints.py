"""Hints at practice tables: first the piece, then the turn, then why.

A hint is found from the view of the seat that asks, in a bot's worker, and noted at the table before it is
given: the record and the result say that it was.
"""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

from stellwerk.core.texts import load_texts
from stellwerk.review import Hint
from stellwerk.review.words import Words
from stellwerk.server.refusals import ServerError
from stellwerk.server.thinking import examining
from stellwerk.tables import play

if TYPE_CHECKING:
    from stellwerk.server.services import Call
    from stellwerk.tables.table import Table

PIECE, TURN, WHY = 1, 2, 3
KEPT: Final = 200
"""Positions whose hint is kept: whoever wants to know more asks again."""


class HintBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much you want to know: 1 the piece, 2 the turn, 3 why."""

    depth: Annotated[int, msgspec.Meta(ge=PIECE, le=WHY)] = PIECE


class HintSight(msgspec.Struct, frozen=True):
    """A hint, as far as it was asked for."""

    seq: int
    """The event of the table after which it holds."""
    depth: int
    actions: tuple[str, ...]
    """The first action, from depth 2 on the whole turn, in the notation."""
    text: str
    """The turn in a sentence, from depth 2 on."""
    value: float | None
    """The expected share of the win, from depth 2 on."""
    reasons: str
    """Why, at depth 3, in a sentence; may be empty."""


class Hints:
    """The hints of the last positions that somebody asked about."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], Hint] = OrderedDict()

    async def find(self, call: Call, table: Table, player: str) -> Hint:
        """The hint for the position of a table, from the asker's view alone."""
        place = (table.id, table.position_seq)
        if place not in self._kept:
            view = msgspec.json.encode(table.game.view(table.state, table.actor))
            about = (table.config.game, view, call.services.reviews.budget)
            try:
                text = await call.services.bots.lend(player, examining.hint, *about)
            except (TimeoutError, BrokenExecutor) as error:
                raise ServerError("busy") from error
            self._kept[place] = msgspec.json.decode(text, type=Hint)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[place]


async def give_hint(call: Call) -> HintSight:
    """A hint for your turn at a table where you are alone among bots. It is noted in the record."""
    player = await call.require()
    services, depth = call.services, call.body.depth
    live = await services.hub.live(call.request.path_params["table"])
    play.hint(live.table, player.id, depth, live.table.time)  # refuses before anything is thought about
    examining.require(live.table.config.game)
    services.limits.judgements.take(player.id)
    asked = live.table
    hint = await services.hints.find(call, asked, player.id)
    table = await services.hub.update(asked.id, lambda table, now: play.hint(table, player.id, depth, now))
    if table.position_seq != asked.position_seq:
        raise ServerError("too_busy")
    words = Words(load_texts(asked.config.game, call.language), [seat.name for seat in asked.seats])
    return HintSight(
        table.seq,
        depth,
        hint.actions if depth >= TURN else hint.actions[:1],
        words.turn(hint.told, hint.actions) if depth >= TURN else "",
        hint.value if depth >= TURN else None,
        words.reasons(hint.reasons) if depth >= WHY else "",
    )
