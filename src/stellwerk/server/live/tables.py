"""Tables by single requests: one's own, a new one, one to look at, commands; `socket` is for players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core import registry
from stellwerk.server.meeting.codes import new_code, new_table_id
from stellwerk.server.people import names
from stellwerk.server.people.accounts import me
from stellwerk.server.people.lobby import LISTED, check_lobby, entry_of
from stellwerk.server.refusals import ServerError
from stellwerk.server.thinking.bots import check_quota
from stellwerk.tables.commands import open_table
from stellwerk.tables.config import BotSeat, OwnSeat
from stellwerk.tables.sight import require_sight, sight

if TYPE_CHECKING:
    from stellwerk.server.bodies import Me, TableEntry
    from stellwerk.server.services import Call
    from stellwerk.tables.sight import TableSight


async def my_tables(call: Call) -> list[TableEntry]:
    """The tables where you sit or were asked to."""
    player = await call.require()
    return [entry_of(index, player.id) for index in await call.services.store.tables_of(player.id, LISTED)]


async def new_table(call: Call) -> TableSight:
    """Open a table."""
    player = await call.require()
    services = call.services
    services.limits.new_tables.take(call.client)
    if any(isinstance(seat, BotSeat) for seat in call.body.seats):
        await check_quota(services.store, player.id)
    for seat in call.body.seats:
        if isinstance(seat, OwnSeat) and seat.name is not None:
            await names.check(services, seat.name, player.id)
    if call.body.public:
        await check_lobby(call, player.id)
    draft = open_table(
        new_table_id(),
        call.body,
        player.id,
        player.name,
        new_code(),
        registry.load(call.body.game).info.first_deal if call.body.guide else services.new_seed(),
        services.hub.clock(),
        services.programs.names(call.body.game),
        player.bot,
        player.login,
    )
    return sight(await services.hub.open(draft), player.id)


async def get_table(call: Call) -> TableSight:
    """A table as you see it now."""
    live = await call.services.hub.live(call.request.path_params["table"])
    asking = await call.player()
    player = None if asking is None else asking.id
    require_sight(live.table, player)
    return sight(live.table, player)


async def find_table(call: Call) -> TableSight:
    """The table with this code in its link. Whoever tries many codes is refused for a while."""
    wrong_codes = call.services.limits.wrong_codes
    wrong_codes.check(call.client)
    table = await call.services.store.find(call.request.path_params["code"].upper())
    if table is None:
        wrong_codes.take(call.client)
        raise ServerError("no_such_table")
    call.request.path_params["table"] = table
    return await get_table(call)


async def do(call: Call) -> TableSight:
    """Carry out a command: join, act, undo, propose, say, …"""
    player = await call.require()
    services = call.services
    table_id = call.request.path_params["table"]
    call.game = (await services.hub.live(table_id)).table.config.game
    return sight(await services.execute(call.body, table_id, player.id, player.name), player.id)


async def set_webhook(call: Call) -> Me:
    """Be called when it is your turn at this table."""
    player = await call.require()
    table = (await call.services.hub.live(call.request.path_params["table"])).table
    if not table.seats_of(player.id):
        raise ServerError("not_seated")
    url = call.body.url
    if url is not None:
        await call.services.caller.check(url)
    await call.services.store.set_webhook(table.id, player.id, url)
    call.services.notifier.forget(table.id)
    return await me(call)
