"""The endpoints about what is yours: a new password, everything that is stored about you, and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from stellwerk.server.bodies import Belongings, BelongingTable, Me
from stellwerk.server.live.slices import in_slices
from stellwerk.server.meeting.company import companions
from stellwerk.server.notices.wishes import wishes_of
from stellwerk.server.people.accounts import me, require_account, sessions
from stellwerk.server.people.names import GONE
from stellwerk.server.people.resets import account_of
from stellwerk.server.profiles.history import shown_games
from stellwerk.server.refusals import ServerError
from stellwerk.store.history import pages
from stellwerk.store.interface import MOST
from stellwerk.tables.commands import leave
from stellwerk.tables.config import OwnSeat
from stellwerk.tables.events import BotSeated, Chatted, Joined, Left, Opened
from stellwerk.tables.matches import is_between_games
from stellwerk.tables.matches import leave as leave_match
from stellwerk.tables.play import resign

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from stellwerk.server.services import Call, Services
    from stellwerk.store.interface import Account, Store
    from stellwerk.tables.draft import Draft
    from stellwerk.tables.events import What
    from stellwerk.tables.table import Table

UNFINISHED: Final = ("open", "playing", "paused")


async def change_password(call: Call) -> Me:
    """Choose a new password, by the present one. All other devices are signed out."""
    call.services.limits.logins.take(call.client)
    player, login = await require_account(call)
    identity = call.services.identity
    identity.attempt(call.request, login)
    account = await identity.account(login)
    if account is None or not await identity.passwords.matches(call.body.present, account.password_hash):
        raise ServerError("wrong_password")
    await _set_password(call, account, call.body.wanted)
    return Me(player.name, login, is_bot=player.is_bot)


async def reset_password(call: Call) -> Me:
    """Choose a new password by a one-time link, and sign in. All devices are signed out."""
    call.services.limits.logins.take(call.client)
    services = call.services
    secret = services.settings.secret
    account = await account_of(call.body.token, secret, services.store, services.hub.clock())
    await _set_password(call, account, call.body.wanted)
    player, call.token = await services.identity.log_in(call.request, account.login, call.body.wanted)
    call.account = account.login
    return Me(player.name, account.login, is_bot=player.is_bot)


async def _set_password(call: Call, account: Account, wanted: str) -> None:
    """Store the new password, and sign out everybody but this device."""
    services = call.services
    hashed = await services.identity.passwords.hash(wanted, account.login)
    await services.store.set_password(account.login, hashed)
    this = await services.identity.session(call.request)
    for session in await services.store.sessions_of(account.player):
        if this is None or session.token_hash != this.token_hash:
            await services.revoke(session.token_hash)


async def export_me(call: Call) -> Belongings:
    """Everything that is stored about you. Records of your games are linked, not repeated."""
    player = await call.require()
    call.services.limits.histories.take(call.client)
    store = call.services.store
    tables = []
    for table in await store.tables_of(player.id, MOST):
        said = await spoken_by(player.id, store, table.id)
        webhook = (await store.webhooks(table.id)).get(player.id)
        tables.append(BelongingTable(table.code, table.game, table.status, table.seats, said, webhook))
    mine = await me(call)
    wishes = await wishes_of(store, player.id)
    browsers = [one.endpoint for one in await store.outbox.browsers(player.id)]
    reports = await store.reports.by(player.id)
    notices = {} if wishes is None else {**msgspec.to_builtins(wishes), "browsers": browsers}
    await call.services.settling.settle()
    played = await store.games.of(player.id, None, None, MOST)
    return Belongings(
        player.id,
        mine,
        tuple(await sessions(call)),
        tuple(tables),
        notices,
        tuple([one for one in await companions(call.services, player.id) if one.attitude != "none"]),
        tuple([msgspec.json.decode(one.payload)["text"] for one in reports]),
        tuple(await shown_games(store, played, player.id, player.id)),
        await store.is_public(player.id),
    )


async def spoken_by(player: str, store: Store, table: str) -> tuple[str, ...]:
    """What a player said at a table, whoever sat at the same seat before or after."""
    at: dict[int, str] = {}
    said = []
    async for what in _told_at(store, table):
        if isinstance(what, Opened):
            at = {n: what.owner for n, seat in enumerate(what.config.seats) if isinstance(seat, OwnSeat)}
        elif isinstance(what, Joined):
            at[what.seat] = what.player
        elif isinstance(what, BotSeated | Left):
            at.pop(what.seat, None)
        elif isinstance(what, Chatted) and at.get(what.seat) == player:
            said.append(what.text)
    return tuple(said)


async def _told_at(store: Store, table: str) -> AsyncIterator[What]:
    """Everything that happened at a table; others have their turn meanwhile."""
    async for page in pages(store, table):
        async for event in in_slices(page):
            yield event.what


async def leave_for_good(call: Call) -> Me:
    """Give up your seats, and delete your account, sessions, feed, webhooks, ratings and name. Games that
    were played remain: replays with the name that was shown then, other people's histories without it."""
    player = await call.require()
    services = call.services
    if player.login is not None:
        services.identity.attempt(call.request, player.login)
        account = await services.identity.account(player.login)
        hashed = None if account is None else account.password_hash
        if not await services.identity.passwords.matches(call.body.password, hashed):
            raise ServerError("wrong_password")
    await forget(services, player.id)
    return Me(None, None)


async def forget(services: Services, player: str) -> None:
    """Give up a person's seats, and delete all that is theirs."""
    await _give_up_seats(services, player)
    for session in await services.store.sessions_of(player):
        await services.revoke(session.token_hash)
    await services.settling.settle()  # what was given up counts for the others
    await services.store.forget(player, GONE)


async def _give_up_seats(services: Services, player: str) -> None:
    """Leave tables that wait for players and resign running games, so that nobody waits for ever."""
    hub = services.hub

    def give_up(table: Table, now: float) -> Draft:
        if table.status == "open":
            return leave(table, player, now)
        if is_between_games(table):
            return leave_match(table, player, now, services.new_seed)
        return resign(table, player, table.seats_of(player)[0], now)

    for entry in await services.store.tables_of(player, MOST):
        table = (await hub.live(entry.id)).table
        while _is_waited_for(table, player):  # a hot-seat player has several seats
            table = await hub.update(entry.id, give_up)


def _is_waited_for(table: Table, player: str) -> bool:
    """True if others may wait for a person at a table."""
    if is_between_games(table):
        return any(seat not in table.leaving for seat in table.seats_of(player))
    return table.status in UNFINISHED and bool(table.seats_of(player))
