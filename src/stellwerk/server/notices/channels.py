"""How letters are sent: push messages, e-mail, ntfy, webhooks. A letter that nobody takes is tried again."""

from __future__ import annotations

import asyncio
import hmac
import logging
from base64 import urlsafe_b64encode
from functools import cached_property
from hashlib import sha512
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

from stellwerk.server.notices.mail import Mailer, stop_link, text_of

if TYPE_CHECKING:
    from stellwerk.server.notices.calling import Caller
    from stellwerk.server.notices.letters import Letter
    from stellwerk.server.notices.wishes import Wishes
    from stellwerk.server.services import Settings
    from stellwerk.store.interface import Store
    from stellwerk.store.outbox import PushKeys

TTL: Final = 86_400
"""Seconds for which a push service keeps a message for a browser that is not there."""
GONE: Final = (404, 410)
"""What a push service says about a browser that takes messages no more."""
TAKEN: Final = range(200, 300)
LONGEST_PROBLEM: Final = 200
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points on the curve P-256."""
log = logging.getLogger("stellwerk.notices")


class NotTaken(OSError):
    """A receiver did not take a letter; it may later."""


class Channels:
    """All the ways to tell somebody something."""

    def __init__(self, store: Store, caller: Caller, settings: Settings) -> None:
        self._store = store
        self._caller = caller
        self._secret = settings.secret
        self._base = settings.base_url
        self.mailer = Mailer(settings.smtp, settings.mail_from) if settings.smtp else None
        self._tasks: set[asyncio.Task[None]] = set()

    async def send(self, letter: Letter, player: str, channel: str, wishes: Wishes) -> None:
        """Send a letter; raises `OSError` if it was not taken."""
        match channel:
            case "email":
                await self._mail(letter, player, wishes)
            case "push":
                await self._push(letter, player)
            case "ntfy":
                await self._ntfy(letter, wishes.ntfy)
            case _:
                await self._webhook(letter, wishes.webhook)

    # E-mail

    async def _mail(self, letter: Letter, player: str, wishes: Wishes) -> None:
        stop = stop_link(self._secret, self._base, player, wishes.email)
        await self.mail(wishes.email, letter.title, text_of(letter, stop), letter.id, stop)

    async def mail(self, to: str, subject: str, text: str, mail_id: str, stop: str = "") -> None:
        """Send one mail, in a thread; raises `OSError`."""
        if self.mailer is None:
            raise NotTaken("no mail server")
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._caller.threads, self.mailer.send, to, subject, text, mail_id, stop)

    async def mail_problem(self) -> str | None:
        """Why no mail can be sent: empty if it can, None if no mail server is named."""
        if self.mailer is None:
            return None
        try:
            await asyncio.get_running_loop().run_in_executor(self._caller.threads, self.mailer.try_out)
        except OSError as error:
            return f"{type(error).__name__}: {error}"[:LONGEST_PROBLEM]
        return ""

    def mail_soon(self, to: str, subject: str, text: str, mail_id: str) -> None:
        """Send one mail without waiting for it, so that nobody learns from the time it takes."""

        async def work() -> None:
            try:
                await self.mail(to, subject, text, mail_id)
            except OSError as error:
                log.warning("a letter could not be sent: %s", type(error).__name__)

        task = asyncio.get_running_loop().create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Push

    @cached_property
    def _vapid(self) -> Any:
        """The key that proves to push services who is sending; it follows from the server's secret."""
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 (loaded only if it is needed)
        from py_vapid import Vapid02  # noqa: PLC0415 (the same)

        number = int.from_bytes(hmac.new(self._secret, b"vapid", sha512).digest()) % (ORDER - 1) + 1
        vapid = Vapid02()
        vapid.private_key = ec.derive_private_key(number, ec.SECP256R1())
        return vapid

    @cached_property
    def push_key(self) -> str:
        """The public key that browsers need to take messages from this server."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415 (rarely)

        raw: bytes = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(raw).decode().rstrip("=")

    def can_encrypt(self, browser: PushKeys) -> bool:
        """True if a message can be encrypted for a browser."""
        try:
            _encrypted(browser, b"{}")
        except Exception:  # noqa: BLE001 (whatever is wrong with keys that somebody sent, they are wrong)
            return False
        return True

    async def _push(self, letter: Letter, player: str) -> None:
        said = {"id": letter.id, "title": letter.title, "url": letter.url, "count": len(letter.items)}
        body = msgspec.json.encode(said)
        refused = 0
        for browser in await self._store.outbox.browsers(player):
            status = await self._push_one(browser, body, letter.id)
            if status in GONE:
                await self._store.outbox.drop_browser(browser.endpoint)
            else:
                refused += status not in TAKEN
        if refused:
            raise NotTaken("a push service did not take it")

    async def _push_one(self, browser: PushKeys, body: bytes, letter_id: str) -> int:
        parts = urlsplit(browser.endpoint)
        subject = self._base if self._base.startswith("https:") else "mailto:nobody@localhost.invalid"
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": subject}
        headers = {
            **await asyncio.to_thread(self._vapid.sign, claims),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(TTL),
            "Urgency": "normal",
            "Topic": letter_id[:32],  # a repeat replaces what a browser has not taken yet
        }
        encrypted = await asyncio.to_thread(_encrypted, browser, body)
        return await self._caller.call(browser.endpoint, encrypted, headers)

    # Other addresses

    async def _ntfy(self, letter: Letter, url: str) -> None:
        """Publish as JSON: the topic is the last part of the address."""
        root, _, topic = url.rpartition("/")
        message = "\n".join(item.text for item in letter.items)
        said = {"topic": topic, "title": letter.title, "message": message, "click": letter.url}
        await self._post(f"{root}/", msgspec.json.encode(said), letter.id)

    async def _webhook(self, letter: Letter, url: str) -> None:
        games = [
            {
                "id": item.notice.key,
                "event": item.notice.kind,
                "table": item.table.id,
                "game": item.table.game,
                "url": item.url,
                "deadline": item.table.deadline,
            }
            for item in letter.items
        ]
        said = {"id": letter.id, "title": letter.title, "notices": games}
        await self._post(url, msgspec.json.encode(said), letter.id)

    async def _post(self, url: str, body: bytes, letter_id: str) -> None:
        headers = {"Content-Type": "application/json", "Idempotency-Key": letter_id}
        if await self._caller.call(url, body, headers) not in TAKEN:
            raise NotTaken("it was not taken")


def _encrypted(browser: PushKeys, body: bytes) -> bytes:
    """A message that only one browser can read."""
    from pywebpush import WebPusher  # noqa: PLC0415 (large, and needed rarely)

    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    pusher = WebPusher({"endpoint": browser.endpoint, "keys": keys})
    encoded = pusher.encode(body, content_encoding="aes128gcm")
    return bytes(encoded["body"])
