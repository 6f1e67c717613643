"""What people are called: nobody can imitate an account, and a new name reaches every table.

A name imitates another if both have the same skeleton: accents, spaces, capitals and letters that look alike
make no difference. An account owns the skeleton of its login; its display name it shares with whoever else is
called so, and seats show the login beside it.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from stellwerk.core.languages import LANGUAGES
from stellwerk.server.people.lobby import LISTED
from stellwerk.server.refusals import ServerError, texts
from stellwerk.store.interface import MOST
from stellwerk.tables.commands import come_along, rename

if TYPE_CHECKING:
    from stellwerk.server.services import Services
    from stellwerk.store.interface import Player
    from stellwerk.tables.draft import Draft
    from stellwerk.tables.table import Table

LOOK_ALIKES: Final = str.maketrans(
    "абгдезикмнорстухьѕіјԛԝһ" + "αβγεηικνορτυχω" + "01345|!$@ıłøđ",
    "a6rgenkkmhopctyxbsijqwh" + "abyenikvoptuxw" + "oieasiisaiiod",
)
"""Letters of other alphabets, digits and signs, with the Latin letter that they are taken for."""
GONE: Final = "–"
"""The name of a player who has left for good, or has become another one."""
NOBODYS: Final = frozenset({"admin", "stellwerk"})
"""Skeletons that belong to nobody, besides what guests are called."""


def skeleton(name: str) -> str:
    """What is left of a name when everything that looks alike is the same."""
    folded = unicodedata.normalize("NFKD", name).casefold().translate(LOOK_ALIKES)
    plain = unicodedata.normalize("NFKD", folded).translate(LOOK_ALIKES)
    kept = "".join(letter for letter in plain if letter.isalnum()).replace("l", "i")
    return kept or name.casefold()


def is_nobodys(name: str) -> bool:
    """True for names that no account may own, such as "Guest"."""
    guests = {skeleton(texts(None, language).section("server")["guest"]) for language in LANGUAGES}
    return skeleton(name) in guests | {skeleton(one) for one in NOBODYS}


async def check(services: Services, name: str, player: str | None) -> None:
    """Raise `ServerError` if a name is that of somebody else's account."""
    holder = await services.store.names.holder(skeleton(name))
    if holder is not None and holder != player:
        raise ServerError("name_of_account", {"name": name})


async def reserve(services: Services, player: str, login: str) -> None:
    """Let a login belong to its account alone."""
    await services.store.names.reserve(skeleton(login), player)


async def reserve_old(services: Services) -> None:
    """Let the accounts of earlier versions own their logins."""
    for account in await services.store.names.unreserved():
        if not is_nobodys(account.login):
            await reserve(services, account.player, account.login)


async def bring_along(services: Services, guest: Player, account: Player) -> None:
    """Give an account the games of the guest who has just signed in to it, and forget the guest."""
    login = account.login
    if login is None or account.is_bot or guest.login is not None or guest.id == account.id:
        return

    def draft(table: Table, now: float) -> Draft | None:
        return come_along(table, guest.id, account.id, account.name, login, now)

    for entry in await services.store.tables_of(guest.id, MOST):
        if entry.status != "closed":
            await services.hub.update(entry.id, draft)
    await services.store.games.hand_over(guest.id, account.id)
    await services.store.company.move(guest.id, account.id)
    if not await services.store.tables_of(guest.id, 1):
        for session in await services.store.sessions_of(guest.id):
            await services.revoke(session.token_hash)
        await services.store.forget(guest.id, GONE)


async def spread(services: Services, before: Player, name: str, login: str | None) -> None:
    """Show a person's new name or account at all their tables that are not closed."""

    def draft(table: Table, now: float) -> Draft | None:
        return rename(table, before.id, before.name, name, login, now)

    for entry in await services.store.tables_of(before.id, LISTED):
        if entry.status != "closed":
            await services.hub.update(entry.id, draft)
