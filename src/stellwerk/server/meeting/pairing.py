"""Quick pairing: whoever wants the same game at the same pace meets at a table.

The client asks again every few seconds, and that is all that keeps somebody waiting: whoever closes the page
is gone. Those who have waited longest are served first. Whoever wants opponents of their own strength gets
less choosy the longer they wait. After a while a bot is offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec

from stellwerk.core import registry
from stellwerk.ratings.scale import points_of
from stellwerk.server.meeting.codes import new_code, new_table_id
from stellwerk.server.refusals import ServerError
from stellwerk.store.errors import StoreError
from stellwerk.store.pairing import Waiting
from stellwerk.tables.commands import join, open_table
from stellwerk.tables.config import Clock, DaysClock, LiveClock, OpenSeat, OwnSeat, TableConfig

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stellwerk.server.services import Call, Services
    from stellwerk.store.interface import Player
    from stellwerk.tables.draft import Draft

Pace = Literal["quick", "calm", "days"]
CLOCKS: Final[dict[str, Clock]] = {
    "quick": LiveClock(600, 5),
    "calm": LiveClock(1200, 10),
    "days": DaysClock(3),
}
ASKS_AGAIN: Final = 10.0
"""Seconds without a sign of life after which somebody is not paired."""
BOT_AFTER: Final = 20.0
"""Seconds after which a bot is offered."""
FORGOTTEN: Final = 10.0
"""Seconds after which a table that was promised and never opened is promised no longer."""
NEAR: Final = 150.0
WIDENING: Final = 10.0
"""The largest difference in rating at first, for whoever wants their equals, and what each second adds."""


class PairingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What you want to play."""

    game: str
    pace: Pace = "quick"
    near: bool = False
    """True for opponents of about your own strength."""
    rated: bool = False
    """True if the game should be rated; it is if everybody wants it, and has an account."""


class PairingSight(msgspec.Struct, frozen=True):
    """How your search goes."""

    since: float
    """When it began."""
    others: int
    """Number of others who wait for the same."""
    offers_bot: bool
    code: str | None = None
    """The table, as soon as there is one."""


async def seek(call: Call) -> PairingSight:
    """Look for somebody to play with, or go on looking: ask again every few seconds."""
    player = await call.require()
    services, body = call.services, call.body
    registry.load(body.game)
    now = services.hub.clock()
    shelf = services.store.pairing
    if await shelf.find(player.id, now) is None:
        services.limits.pairings.take(call.client)
        services.limits.pairings.take(f"person {player.id}")
    last = await services.store.ratings.latest(player.id, body.game)
    rating = None if last is None else points_of(last.mean)
    is_rated = body.rated and player.login is not None
    wish = Waiting(player.id, body.game, body.pace, rating, body.near, is_rated, now, now)
    mine = await shelf.wait(wish)
    others: list[Waiting] = []
    if mine.table_id is None:
        away = {player.id, *await services.store.company.apart(player.id)}
        free = await shelf.free(body.game, body.pace, now - ASKS_AGAIN)
        others = [one for one in free if one.player not in away]
        mine = await _pair(services, mine, others, now)
    code = await _code_of(services, mine, now)
    return PairingSight(mine.since, len(others), now - mine.since >= BOT_AFTER, code)


async def stop_seeking(call: Call) -> PairingSight:
    """Look no longer; also when the table is found."""
    player = await call.require()
    await call.services.store.pairing.leave(player.id)
    return PairingSight(0.0, 0, offers_bot=False)


async def _code_of(services: Services, mine: Waiting, now: float) -> str | None:
    """The code of the table that somebody was given. One that was never opened, because a process died, is
    taken back."""
    if mine.table_id is None:
        return None
    table = await services.store.index(mine.table_id)
    if table is None and now - mine.claimed > FORGOTTEN:
        await services.store.pairing.release(mine.table_id)
    return None if table is None else table.code


async def _pair(services: Services, mine: Waiting, free: Iterable[Waiting], now: float) -> Waiting:
    """Open a table for somebody and those who fit, if there are enough of them."""
    group = await _group(services, mine, free, now)
    if len(group) < registry.load(mine.game).info.seats.min:
        return mine
    table_id = new_table_id()
    if not await services.store.pairing.claim([one.player for one in group], table_id, now):
        return mine
    try:
        await services.hub.open(await _table(services, table_id, group))
    except StoreError:
        await services.store.pairing.release(table_id)
        raise
    return mine._replace(table_id=table_id, claimed=now)


async def _group(services: Services, mine: Waiting, free: Iterable[Waiting], now: float) -> list[Waiting]:
    """Somebody and those who have waited longest and fit, as many as the game needs at least."""
    size = registry.load(mine.game).info.seats.min
    group: list[Waiting] = [mine]
    apart: set[str] = set()
    for one in free:
        if one.player in apart or not all(fits(one, two, now) for two in group):
            continue
        group.append(one)
        if len(group) == size:
            break
        apart |= await services.store.company.apart(one.player)
    return group


def fits(one: Waiting, two: Waiting, now: float) -> bool:
    """True if two people may be paired: nobody insists on their equals, or their ratings are close enough."""
    if one.rating is None or two.rating is None:
        return True
    apart = abs(one.rating - two.rating)
    return all(not who.is_near or apart <= NEAR + WIDENING * (now - who.since) for who in (one, two))


async def _table(services: Services, table_id: str, group: list[Waiting]) -> Draft:
    """A table at which all of them sit already, so that nobody else can take a seat."""
    first = group[0]
    people = await services.store.players([one.player for one in group])
    seated = [_known(people, one) for one in sorted(group, key=lambda one: (one.since, one.player))]
    config = TableConfig(
        first.game,
        (OwnSeat(), *(OpenSeat(),) * (len(group) - 1)),
        public=True,
        clock=CLOCKS[first.pace],
        rated=all(one.is_rated for one in group),
    )
    owner, now = seated[0], services.hub.clock()
    draft = open_table(
        table_id, config, owner.id, owner.name, new_code(), services.new_seed(), now,
        bot=owner.bot, login=owner.login,
    )  # fmt: skip
    for one in seated[1:]:
        joined = join(draft.table, one.id, one.name, None, now, one.bot, one.login)
        draft.steps += joined.steps
        draft.table = joined.table
    return draft


def _known(people: dict[str, Player], one: Waiting) -> Player:
    if one.player not in people:
        raise ServerError("no_such_person")
    return people[one.player]
