"""How somebody wants to be told, and the endpoints about it: all channels on one page."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec

from stellwerk.server.bodies import Text
from stellwerk.server.refusals import ServerError
from stellwerk.store.outbox import PushKeys
from stellwerk.tables.clocks import DAY

if TYPE_CHECKING:
    from stellwerk.server.services import Call
    from stellwerk.store.interface import Store

MailWhen = Literal["never", "turn", "daily"]
Address = Annotated[str, msgspec.Meta(max_length=500)]
MOST_BROWSERS: Final = 10
VACATION_DAYS: Final = 30
"""Days of vacation in a calendar year."""


class Wishes(msgspec.Struct, frozen=True):
    """How somebody wants to be told, as it is stored."""

    language: str = "en"
    email: str = ""
    """An address that was confirmed."""
    mail: MailWhen = "never"
    ntfy: str = ""
    webhook: str = ""
    push: bool = False
    """True if there is a browser that takes push messages."""
    reminders: bool = True
    vacation: float = 0.0
    """The end of a vacation; turns of games over days do not end before."""
    vacation_year: int = 0
    vacation_days: float = 0.0
    """Days of vacation taken in that year."""

    def channels(self) -> tuple[str, ...]:
        """The channels by which a turn is told at once."""
        wanted = {"push": self.push, "email": self.mail == "turn", "ntfy": self.ntfy, "webhook": self.webhook}
        return tuple(name for name, is_wanted in wanted.items() if is_wanted)


class NoticesSight(msgspec.Struct, frozen=True):
    """How you are told."""

    push_key: str
    """The public key that a browser needs to take push messages from this server."""
    browsers: int
    can_mail: bool
    """True if this server sends e-mail."""
    email: str
    mail: MailWhen
    ntfy: str
    webhook: str
    reminders: bool
    vacation: float
    """When your vacation ends; 0 for none."""
    vacation_left: float
    """Days of vacation that are left this year."""


class NoticesBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How you want to be told."""

    mail: MailWhen = "never"
    ntfy: Address = ""
    webhook: Address = ""
    reminders: bool = True


class BrowserBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that takes push messages, as its push subscription says it."""

    endpoint: Address
    p256dh: Text
    auth: Text


class VacationBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A vacation that begins now; 0 days end it."""

    days: Annotated[int, msgspec.Meta(ge=0, le=VACATION_DAYS)]


_decode = msgspec.json.Decoder(Wishes).decode


async def wishes_of(store: Store, player: str) -> Wishes | None:
    """How somebody wants to be told; None if they never said."""
    payload = await store.outbox.wishes(player)
    return None if payload is None else _decode(payload)


async def keep_wishes(store: Store, player: str, wishes: Wishes) -> None:
    """Store how somebody wants to be told."""
    await store.outbox.set_wishes(player, msgspec.json.encode(wishes).decode())


async def get_notices(call: Call) -> NoticesSight:
    """How you are told when it is your turn."""
    player = await call.require()
    services = call.services
    wishes = await wishes_of(services.store, player.id) or Wishes()
    browsers = await services.store.outbox.browsers(player.id)
    push_key = await asyncio.to_thread(lambda: services.channels.push_key)
    return NoticesSight(
        push_key, len(browsers), services.channels.mailer is not None, wishes.email,
        wishes.mail, wishes.ntfy, wishes.webhook, wishes.reminders, _vacation(call, wishes),
        VACATION_DAYS - _taken(call, wishes),
    )  # fmt: skip


async def set_notices(call: Call) -> NoticesSight:
    """Choose how you are told."""
    player = await call.require()
    services, body = call.services, call.body
    services.limits.notices.take(player.id)
    for url in filter(None, (body.ntfy, body.webhook)):
        await services.caller.check(url)
    wishes = await wishes_of(services.store, player.id) or Wishes()
    if body.mail != "never" and not wishes.email:
        raise ServerError("no_email")
    changed = msgspec.structs.replace(
        wishes, language=call.language, mail=body.mail, ntfy=body.ntfy, webhook=body.webhook,
        reminders=body.reminders,
    )  # fmt: skip
    await keep_wishes(services.store, player.id, changed)
    services.postman.forget()
    return await get_notices(call)


async def add_browser(call: Call) -> NoticesSight:
    """Send push messages to this browser."""
    player = await call.require()
    services, body = call.services, call.body
    services.limits.notices.take(player.id)
    await services.caller.check(body.endpoint)
    keys = PushKeys(body.endpoint, body.p256dh, body.auth)
    if not await asyncio.to_thread(services.channels.can_encrypt, keys):
        raise ServerError("bad_webhook")
    outbox = services.store.outbox
    await outbox.add_browser(player.id, keys, services.hub.clock())
    for old in (await outbox.browsers(player.id))[MOST_BROWSERS:]:
        await outbox.drop_browser(old.endpoint)
    await _note_browsers(call, player.id)
    return await get_notices(call)


async def drop_browsers(call: Call) -> NoticesSight:
    """Send no more push messages to any of your browsers."""
    player = await call.require()
    for one in await call.services.store.outbox.browsers(player.id):
        await call.services.store.outbox.drop_browser(one.endpoint)
    await _note_browsers(call, player.id)
    return await get_notices(call)


async def _note_browsers(call: Call, player: str) -> None:
    store = call.services.store
    has_any = bool(await store.outbox.browsers(player))
    wishes = await wishes_of(store, player) or Wishes(language=call.language)
    await keep_wishes(store, player, msgspec.structs.replace(wishes, push=has_any))
    call.services.postman.forget()


async def take_vacation(call: Call) -> NoticesSight:
    """Take a vacation from games over days, or end it."""
    player = await call.require()
    services, days = call.services, call.body.days
    services.limits.notices.take(player.id)
    wishes = await wishes_of(services.store, player.id) or Wishes(language=call.language)
    now = services.hub.clock()
    taken = _taken(call, wishes)
    if days > VACATION_DAYS - taken:
        raise ServerError("no_vacation_left", {"days": int(VACATION_DAYS - taken)})
    changed = msgspec.structs.replace(
        wishes, vacation=now + days * DAY if days else 0.0, vacation_year=_year(now),
        vacation_days=taken + days,
    )  # fmt: skip
    await keep_wishes(services.store, player.id, changed)
    return await get_notices(call)


def _vacation(call: Call, wishes: Wishes) -> float:
    return wishes.vacation if wishes.vacation > call.services.hub.clock() else 0.0


def _taken(call: Call, wishes: Wishes) -> float:
    """Days of vacation taken in this year."""
    return wishes.vacation_days if wishes.vacation_year == _year(call.services.hub.clock()) else 0.0


def _year(now: float) -> int:
    return int(now // (365.25 * DAY))
