"""The people you played with: to invite them again, to mute or to block them.

People are named by a handle that only this person can use: ids never leave the server. Who is muted is not
told; the client hides what they say. Who is blocked is kept apart in both directions: no pairing, no seat at
the same table, no invitations, and nothing that one of them says from then on reaches the other.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from functools import lru_cache
from hashlib import sha512
from typing import TYPE_CHECKING, Any, Final

import msgspec

from stellwerk.server.bodies import Companion
from stellwerk.server.people.names import GONE
from stellwerk.server.refusals import ServerError
from stellwerk.store.company import Attitude
from stellwerk.tables.sight import require_sight

if TYPE_CHECKING:
    from stellwerk.server.services import Call, Services
    from stellwerk.store.interface import Player, TableIndex

LOOKED_AT: Final = 200
"""Number of your latest tables on which people are looked for."""
LISTED: Final = 50
PLAYED: Final = ("playing", "paused", "ended")


class SeatCompanion(msgspec.Struct, frozen=True):
    """Somebody at a table, as you may speak of them."""

    seat: int
    handle: str
    attitude: Attitude


class AttitudeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What you want to hear and see of somebody."""

    attitude: Attitude


# Handles


@lru_cache(maxsize=4)
def _cipher(secret: bytes) -> Any:
    """Encrypts ids; the same id for the same asker is always the same text, and any other text is refused."""
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV  # noqa: PLC0415 (loaded only if it is needed)

    return AESSIV(sha512(b"handles " + secret).digest())


def handle_of(secret: bytes, player: str, other: str) -> str:
    """What a player may call another one."""
    sealed: bytes = _cipher(secret).encrypt(other.encode(), [player.encode()])
    return urlsafe_b64encode(sealed).decode().rstrip("=")


def named_by(secret: bytes, player: str, handle: str) -> str:
    """The id of the person whom a player names; raises `ServerError` if it is nobody."""
    try:
        sealed = urlsafe_b64decode(handle.encode() + b"=" * (-len(handle) % 4))
        found: bytes = _cipher(secret).decrypt(sealed, [player.encode()])
    except Exception as error:  # whatever is wrong with it
        raise ServerError("no_such_person") from error
    return found.decode()


# Endpoints


async def my_people(call: Call) -> list[Companion]:
    """The people you played with, the latest first, and those you have muted or blocked."""
    player = await call.require()
    call.services.limits.histories.take(call.client)
    return await companions(call.services, player.id)


async def set_attitude(call: Call) -> list[Companion]:
    """Mute or block somebody, or take it back."""
    player = await call.require()
    services = call.services
    services.limits.attitudes.take(player.id)
    other = named_by(services.settings.secret, player.id, call.request.path_params["handle"])
    if other == player.id:
        raise ServerError("no_such_person")
    await services.store.company.set(player.id, other, call.body.attitude, services.hub.clock())
    return await companions(services, player.id)


async def people_at(call: Call) -> list[SeatCompanion]:
    """The people at a table besides you, so that you can mute, block or report them."""
    player = await call.require()
    services = call.services
    table = (await services.hub.live(call.request.path_params["table"])).table
    require_sight(table, player.id)
    attitudes = await services.store.company.of(player.id)
    secret = services.settings.secret
    return [
        SeatCompanion(place, handle_of(secret, player.id, other), attitudes.get(other, "none"))
        for place, seat in enumerate(table.seats)
        if (other := seat.player) is not None and other != player.id
    ]


async def companions(services: Services, player: str) -> list[Companion]:
    """Whom somebody played with, the latest first, and whom they shun."""
    attitudes = await services.store.company.of(player)
    last: dict[str, TableIndex] = {}
    counts: Counter[str] = Counter()
    for table in await services.store.tables_of(player, LOOKED_AT):
        if table.status in PLAYED:
            for other in table.people:
                last.setdefault(other, table)
                counts[other] += 1
    wanted = [*attitudes, *[other for other in last if other not in attitudes][:LISTED]]
    known = await services.store.players(wanted)
    secret = services.settings.secret
    found = [
        _companion(secret, player, known[other], attitudes.get(other, "none"), last.get(other), counts[other])
        for other in wanted
        if other in known and other != player and known[other].name != GONE
    ]
    return sorted(found, key=lambda one: -one.time)


def _companion(
    secret: bytes, player: str, other: Player, attitude: Attitude, last: TableIndex | None, tables: int
) -> Companion:
    return Companion(
        handle_of(secret, player, other.id),
        other.name,
        other.login,
        other.is_bot,
        attitude,
        tables,
        None if last is None else last.game,
        0.0 if last is None else last.time,
    )
