"""The endpoints about yourself: name, account, sessions, bot tokens, feed. `names` says who may be called
what."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from stellwerk.server.bodies import Me, SessionEntry, Token
from stellwerk.server.people import names
from stellwerk.server.people.identity import clean_login, clean_name
from stellwerk.server.refusals import ServerError
from stellwerk.store.errors import StoreError

if TYPE_CHECKING:
    from stellwerk.server.services import Call
    from stellwerk.store.interface import Player

LOOKED_AT: Final = 500
"""Number of an account's latest tables that are checked when it becomes a bot's."""


async def me(call: Call) -> Me:
    """Who is asking."""
    player = await call.player()
    if player is None:
        return Me(None, None)
    token = await call.services.store.feed_token(player.id)
    return Me(player.name, player.login, None if token is None else f"/feeds/{token}.atom", player.is_bot)


async def set_me(call: Call) -> Me:
    """Become a guest, or change the name."""
    name = clean_name(call.body.name)
    services, player = call.services, await call.player()
    await names.check(services, name, None if player is None else player.id)
    if player is None:
        await call.become_guest(name)
        return Me(name, None)
    services.limits.renames.take(player.id)
    await services.store.rename(player.id, name)
    await names.spread(services, player, name, player.login)
    return await me(call)


async def register(call: Call) -> Me:
    """Create an account, so that you can sign in from another device."""
    call.services.limits.logins.take(call.client)
    identity = call.services.identity
    login = clean_login(call.body.login)
    hashed = await identity.passwords.hash(call.body.password, login)
    if await identity.account(call.body.login) is not None:
        raise StoreError("login_taken", {"login": login})
    services, player = call.services, await call.player()
    if names.is_nobodys(login):
        raise ServerError("name_of_nobody", {"name": login})
    await names.check(services, login, None if player is None else player.id)
    player = player or await call.become_guest(call.body.login)
    await services.store.add_account(player.id, login, hashed)
    await names.reserve(services, player.id, login)
    await names.spread(services, player, player.name, login)
    call.account = login
    return Me(player.name, login)


async def log_in(call: Call) -> Me:
    """Sign in with login and password. The games of the guest who signs in come along."""
    call.services.limits.logins.take(call.client)
    identity, guest = call.services.identity, await call.player()
    player, call.token = await identity.log_in(call.request, call.body.login, call.body.password)
    call.account = clean_login(call.body.login)
    if guest is not None:
        await names.bring_along(call.services, guest, player)
    return Me(player.name, player.login, is_bot=player.is_bot)


async def log_out(call: Call) -> Me:
    """End this session."""
    session = await call.services.identity.session(call.request)
    if session is not None:
        await call.services.revoke(session.token_hash)
    return Me(None, None)


async def sessions(call: Call) -> list[SessionEntry]:
    """Your devices and bots."""
    player = await call.require()
    this = await call.services.identity.session(call.request)
    return [
        SessionEntry(
            s.token_hash[:16], s.kind, s.name, s.time, this is not None and s.token_hash == this.token_hash
        )
        for s in await call.services.store.sessions_of(player.id)
    ]


async def revoke(call: Call) -> list[SessionEntry]:
    """End one of your sessions."""
    player = await call.require()
    entries = await sessions(call)
    wanted = call.request.path_params["session"]
    for session in await call.services.store.sessions_of(player.id):
        if session.token_hash[:16] == wanted:
            await call.services.revoke(session.token_hash)
            return [entry for entry in entries if entry.id != wanted]
    raise ServerError("no_such_session")


async def become_bot(call: Call) -> Me:
    """Turn your account into a bot's, for good. Refused once you have sat at a table as a person."""
    player, login = await require_account(call)
    tables = await call.services.store.tables_of(player.id, LOOKED_AT)
    if not player.is_bot and any(player.id not in table.challenged for table in tables):
        raise ServerError("already_a_person")
    await call.services.store.set_bot(login)
    return await me(call)


async def require_account(call: Call) -> tuple[Player, str]:
    """Who is asking, with the login; raises `ServerError` for a guest."""
    player = await call.require()
    if player.login is None:
        raise ServerError("account_needed")
    return player, player.login


async def new_token(call: Call) -> Token:
    """Create a token for your bot. Only bot accounts have tokens, so whoever plays with one is shown as a
    bot."""
    player, _ = await require_account(call)
    if not player.is_bot:
        raise ServerError("bots_only")
    return Token(await call.services.identity.new_session(player, "bot", clean_name(call.body.name)))


async def set_feed(call: Call) -> Me:
    """Create an Atom feed of the tables where it is your turn; a new address replaces the old one."""
    player = await call.require()
    await call.services.store.set_feed_token(player.id, secrets.token_urlsafe(24))
    return await me(call)
