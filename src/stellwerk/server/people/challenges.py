"""The endpoints of challenges: the owner of a table asks an account to take a seat, or withdraws the
challenge; the account answers.

A challenge is an event of its table, so it survives restarts and every process knows of it; `streams`
delivers it to the account.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.server.meeting.company import named_by
from stellwerk.server.people.identity import clean_login
from stellwerk.server.refusals import ServerError
from stellwerk.tables.commands import accept, challenge, decline, withdraw
from stellwerk.tables.sight import sight

if TYPE_CHECKING:
    from stellwerk.server.services import Call
    from stellwerk.store.interface import Player
    from stellwerk.tables.draft import Draft
    from stellwerk.tables.sight import TableSight
    from stellwerk.tables.table import Table


async def challenge_account(call: Call) -> TableSight:
    """Ask somebody with an account, a person or a bot, to take an open seat at your table."""
    player = await call.require()
    services = call.services
    services.limits.challenges.take(call.client)
    asked = await _asked(call, player.id)
    if asked.id in await services.store.company.apart(player.id):
        raise ServerError("not_invitable", {"name": asked.name})
    table = await services.hub.update(
        call.request.path_params["table"],
        lambda table, now: challenge(table, player.id, player.name, asked.id, asked.name, now),
    )
    return sight(table, player.id)


async def _asked(call: Call, player: str) -> Player:
    """Who is asked: somebody the player knows, or any account."""
    services, body = call.services, call.body
    if body.handle:
        known = named_by(services.settings.secret, player, body.handle)
        asked = await services.store.player(known)
    else:
        account = await services.identity.account(clean_login(body.login))
        asked = None if account is None else await services.store.player(account.player)
    if asked is None:
        raise ServerError("no_such_account", {"login": clean_login(body.login) if body.login else "–"})
    return asked


async def withdraw_challenge(call: Call) -> TableSight:
    """Withdraw a challenge that has not been answered."""
    player = await call.require()
    wanted: str = call.request.path_params["number"]

    def draft(table: Table, now: float) -> Draft:
        numbers = (one.number for one in table.challenges if str(one.number) == wanted)
        return withdraw(table, player.id, next(numbers, 0), now)

    return sight(await call.services.hub.update(call.request.path_params["table"], draft), player.id)


async def accept_challenge(call: Call) -> TableSight:
    """Take the seat that you were asked to take."""
    player = await call.require()
    apart = await call.services.store.company.apart(player.id)
    table = await call.services.hub.update(
        call.request.path_params["table"],
        lambda table, now: accept(table, player.id, player.name, now, player.bot, player.login, apart),
    )
    return sight(table, player.id)


async def decline_challenge(call: Call) -> TableSight:
    """Decline a challenge."""
    player = await call.require()
    table = await call.services.hub.update(
        call.request.path_params["table"], lambda table, now: decline(table, player.id, now)
    )
    return sight(table, player.id)
