"""What the host may do with people and tables while the server runs. `stellwerk admin` asks for it.

Every request is signed with the server's secret, for this request only and for a minute, so that nobody needs
an account with special rights: whoever can read the data folder is the host.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from stellwerk.server.guard.limits import client_of
from stellwerk.server.people import names
from stellwerk.server.people.belongings import forget
from stellwerk.server.people.identity import bearer_of, clean_name
from stellwerk.server.people.lobby import entry_of
from stellwerk.server.refusals import ServerError
from stellwerk.store.errors import StoreError
from stellwerk.store.interface import BLOCKED
from stellwerk.tables.absence import end

if TYPE_CHECKING:
    from stellwerk.server.bodies import TableEntry
    from stellwerk.server.services import Call
    from stellwerk.store.interface import Account
    from stellwerk.store.register import Resident

MARK: Final = "host"
SECONDS: Final = 60
"""How long a signed request can be used."""
LISTED: Final = 500


class HostBody(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be done with an account."""

    do: Literal["rename", "block", "unblock", "delete"]
    name: str = ""
    """Its new display name."""


class HostCheckup(msgspec.Struct):
    """How this request reached the server, and whether it can send notices."""

    client: str
    """Whom limits take the asker for."""
    forwarded: str
    """What the proxy, if there is one, said of that: its `X-Forwarded-For`."""
    scheme: str
    base_url: str
    push: bool
    mail: str | None
    """Why letters cannot be sent; empty if they can, None if no mail server is named."""


def sign(secret: bytes, method: str, target: str, body: bytes, now: float) -> str:
    """The bearer token of a request by the host; `target` is its path with the query."""
    until = int(now) + SECONDS
    return f"{MARK}.{until}.{_signature(secret, method, target, body, until)}"


def require_host(call: Call) -> None:
    """Raise `ServerError` unless the host asks."""
    mark, _, rest = (bearer_of(call.request) or "").partition(".")
    until, _, signature = rest.partition(".")
    url, settings = call.request.url, call.services.settings
    target = f"{url.path}?{url.query}" if url.query else url.path
    if mark == MARK and until.isascii() and until.isdigit() and len(until) <= 12:
        right = _signature(settings.secret, call.request.method, target, call.raw, int(until))
        is_right = hmac.compare_digest(signature.encode(), right.encode())
        if is_right and 0 <= int(until) - call.services.hub.clock() <= 2 * SECONDS:
            return
    raise ServerError("not_the_host")


def _signature(secret: bytes, method: str, target: str, body: bytes, until: int) -> str:
    said = f"{MARK} {method} {target} {until} {sha256(body).hexdigest()}"
    return hmac.new(secret, said.encode(), sha256).hexdigest()


async def host_people(call: Call) -> list[Resident]:
    """Accounts, those that were here last first."""
    require_host(call)
    return await call.services.store.register.people(call.request.query_params.get("search", ""), LISTED)


async def host_person(call: Call) -> list[Resident]:
    """Rename, block, unblock or delete an account; returns it as it is then, or nothing."""
    require_host(call)
    services, wish = call.services, call.body
    account = await services.identity.account(call.request.path_params["login"])
    player = None if account is None else await services.store.player(account.player)
    if account is None or player is None:
        raise StoreError("unknown_account", {"login": call.request.path_params["login"]})
    match wish.do:
        case "rename":
            name = clean_name(wish.name)
            await names.check(services, name, player.id)
            await services.store.rename(player.id, name)
            await names.spread(services, player, name, account.login)
        case "block":
            await _block(call, account)
        case "unblock":
            await services.store.set_password(account.login, account.password_hash.removeprefix(BLOCKED))
        case "delete":
            await forget(services, player.id)
    found = await services.store.register.people(account.login, LISTED)
    return [one for one in found if one.login == account.login]


async def _block(call: Call, account: Account) -> None:
    """Sign an account out everywhere, and let nobody sign in. The password stays for the day it is
    unblocked."""
    services = call.services
    await services.store.set_password(account.login, BLOCKED + account.password_hash.removeprefix(BLOCKED))
    for session in await services.store.sessions_of(account.player):
        await services.revoke(session.token_hash)


async def host_tables(call: Call) -> list[TableEntry]:
    """Tables, those where something happened last first."""
    require_host(call)
    return [entry_of(index, None) for index in await call.services.store.register.tables(LISTED)]


async def host_end(call: Call) -> TableEntry:
    """End a table; a game that runs there ends without a result."""
    require_host(call)
    table_id = await call.services.store.find(call.request.path_params["code"].upper())
    if table_id is None:
        raise ServerError("no_such_table")
    await call.services.hub.update(table_id, end)
    index = await call.services.store.index(table_id)
    assert index is not None
    return entry_of(index, None)


async def host_checkup(call: Call) -> HostCheckup:
    """What a host cannot see from outside."""
    require_host(call)
    request, channels = call.request, call.services.channels
    return HostCheckup(
        client=client_of(request),
        forwarded=", ".join(request.headers.getlist("x-forwarded-for")),
        scheme=request.url.scheme,
        base_url=call.services.settings.base_url,
        push=bool(channels.push_key),
        mail=await channels.mail_problem(),
    )
