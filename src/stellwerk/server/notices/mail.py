"""E-mail: letters by SMTP, the confirmation of an address, and a forgotten password.

Nobody gets mail who did not ask for it: an address counts once a link that was sent there has been followed.
Links are signed and limited in time, so nothing about them is stored.
"""

from __future__ import annotations

import hmac
import re
import smtplib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from contextlib import contextmanager
from email.message import EmailMessage
from email.utils import formatdate
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Final, Literal
from urllib.parse import unquote, urlsplit

import msgspec

from stellwerk.server.bodies import Me, Text
from stellwerk.server.notices.wishes import NoticesSight, Wishes, get_notices, keep_wishes, wishes_of
from stellwerk.server.people import resets
from stellwerk.server.people.accounts import me
from stellwerk.server.people.identity import clean_login
from stellwerk.server.refusals import ServerError, texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.server.notices.letters import Letter
    from stellwerk.server.services import Call

TIMEOUT: Final = 20.0
HOURS: Final = 48
"""How long a link to confirm an address can be used."""
ADDRESS: Final = re.compile(r"[^\s@<>\"(),:;\[\]\\]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){0,8}")
MAIL_PORT: Final = 25
TLS_PORT: Final = 465


class EmailBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The address that letters should go to; empty for none."""

    address: Annotated[str, msgspec.Meta(max_length=200)]


class MailBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the link in a letter ends with."""

    token: Annotated[str, msgspec.Meta(max_length=1_000)]


class MailDone(msgspec.Struct, frozen=True):
    """What following the link has done."""

    done: Literal["confirmed", "stopped"]


class ForgotBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The login whose password is forgotten."""

    login: Text


class _Token(msgspec.Struct, frozen=True, array_like=True):
    what: Literal["confirm", "stop"]
    player: str
    address: str
    until: float


class Mailer:
    """Sends mail through one SMTP server: `smtp://name:password@host:port`, or `smtps://…`."""

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        self._is_tls = parts.scheme == "smtps"
        self._host = parts.hostname or "localhost"
        self._port = parts.port or (TLS_PORT if self._is_tls else MAIL_PORT)
        self._login = (unquote(parts.username or ""), unquote(parts.password or ""))
        self.sender = sender

    def send(self, to: str, subject: str, text: str, mail_id: str, stop: str = "") -> None:
        """Send one mail; raises `OSError` if it was not taken. Blocks: meant for a thread."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.sender, to, subject
        mail["Date"] = formatdate(localtime=False)
        mail["Message-ID"] = f"<{mail_id}@{self.sender.rpartition('@')[2].strip('<> ') or 'stellwerk'}>"
        mail["Auto-Submitted"] = "auto-generated"
        if stop:
            mail["List-Unsubscribe"] = f"<{stop}>"
        mail.set_content(text)
        with self._at_the_counter() as server:
            server.send_message(mail)

    def try_out(self) -> None:
        """Everything but sending a mail; raises `OSError` as `send` does. Blocks: meant for a thread."""
        with self._at_the_counter() as server:
            server.noop()

    @contextmanager
    def _at_the_counter(self) -> Iterator[smtplib.SMTP]:
        """The mail server, ready to take a mail."""
        kind = smtplib.SMTP_SSL if self._is_tls else smtplib.SMTP
        with kind(self._host, self._port, timeout=TIMEOUT) as server:
            server.ehlo()
            if not self._is_tls and server.has_extn("starttls"):
                server.starttls()
                server.ehlo()
            if self._login[0]:
                server.login(*self._login)
            yield server


def text_of(letter: Letter, stop: str) -> str:
    """A letter as plain text."""
    words = texts(None, letter.language).section("notices")
    lines = [f"{item.text}\n{item.url}" for item in letter.items]
    return "\n\n".join([*lines, f"-- \n{words['mail_end']}\n{stop}"]) + "\n"


def sign(secret: bytes, token: _Token) -> str:
    """What a link ends with."""
    said = urlsafe_b64encode(msgspec.json.encode(token)).decode().rstrip("=")
    return f"{said}.{_signature(secret, said)}"


def stop_link(secret: bytes, base_url: str, player: str, address: str) -> str:
    """The link in every letter by which mail is stopped; it does not expire."""
    return f"{base_url}/mail/{sign(secret, _Token('stop', player, address, 1e12))}"


def _signature(secret: bytes, said: str) -> str:
    return hmac.new(secret, f"mail {said}".encode(), sha256).hexdigest()[:40]


def _read(secret: bytes, text: str, now: float) -> _Token:
    said, _, signature = text.partition(".")
    if hmac.compare_digest(signature.encode(), _signature(secret, said).encode()):
        try:
            token = msgspec.json.decode(urlsafe_b64decode(said + "=" * (-len(said) % 4)), type=_Token)
        except (NotBase64, ValueError, msgspec.DecodeError):
            token = None
        if token is not None and now <= token.until:
            return token
    raise ServerError("bad_mail_link")


async def set_email(call: Call) -> NoticesSight:
    """Send a link to an address, by which it is confirmed; or forget the present one."""
    player = await call.require()
    services, address = call.services, call.body.address.strip()
    services.limits.letters.take(player.id)
    services.limits.letters.take(call.client)
    if not address:
        wishes = await wishes_of(services.store, player.id) or Wishes()
        changed = msgspec.structs.replace(wishes, email="", mail="never")
        await keep_wishes(services.store, player.id, changed)
        return await get_notices(call)
    if services.channels.mailer is None:
        raise ServerError("no_mail_here")
    if not ADDRESS.fullmatch(address):
        raise ServerError("bad_email")
    until = services.hub.clock() + HOURS * 3600
    token = sign(services.settings.secret, _Token("confirm", player.id, address, until))
    words = texts(None, call.language)
    section = words.section("notices")
    link = f"{services.settings.base_url}/mail/{token}"
    text = words.format(section["confirm_text"], name=player.name, link=link)
    await services.channels.mail(address, section["confirm_title"], text, _id_of(token))
    return await get_notices(call)


async def follow_link(call: Call) -> MailDone:
    """Do what the link in a letter was sent for: confirm an address, or stop mail to it."""
    services = call.services
    services.limits.letters.take(call.client)
    token = _read(services.settings.secret, call.body.token, services.hub.clock())
    wishes = await wishes_of(services.store, token.player) or Wishes(language=call.language)
    if token.what == "confirm":
        changed = msgspec.structs.replace(wishes, email=token.address, mail="turn", language=call.language)
    elif wishes.email == token.address:
        changed = msgspec.structs.replace(wishes, mail="never")
    else:
        changed = wishes
    await keep_wishes(services.store, token.player, changed)
    services.postman.forget()
    return MailDone("confirmed" if token.what == "confirm" else "stopped")


async def forgot_password(call: Call) -> Me:
    """Send a one-time link to the confirmed address of an account. Nobody learns whether there is one."""
    services = call.services
    services.limits.letters.take(call.client)
    login = clean_login(call.body.login)
    services.limits.letters.take(f"login {login}")
    if services.channels.mailer is None:
        raise ServerError("no_mail_here")
    account = await services.identity.account(login)
    wishes = None if account is None else await wishes_of(services.store, account.player)
    if account is not None and wishes is not None and wishes.email:
        path = resets.make(services.settings.secret, account, services.hub.clock())
        words = texts(None, wishes.language)
        section = words.section("notices")
        link = f"{services.settings.base_url}{path}"
        text = words.format(section["reset_text"], login=account.login, link=link, hours=resets.HOURS)
        services.channels.mail_soon(wishes.email, section["reset_title"], text, _id_of(path))
    return await me(call)


def _id_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()[:32]
