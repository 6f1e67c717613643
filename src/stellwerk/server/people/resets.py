"""One-time links for a new password: signed, limited in time, and used up by the new password itself.

The signature covers the hash of the present password, so nothing has to be kept: once the password changes,
every link that was made before is worthless.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from stellwerk.server.refusals import ServerError

if TYPE_CHECKING:
    from stellwerk.store.interface import Account, Store

HOURS: Final = 24
"""How long a link can be used."""


def make(secret: bytes, account: Account, now: float) -> str:
    """The path of a page where whoever has the link chooses a new password."""
    until = int(now + HOURS * 3600)
    name = urlsafe_b64encode(account.login.encode()).decode().rstrip("=")
    return f"/reset/{name}.{until}.{_signature(secret, account, until)}"


async def account_of(token: str, secret: bytes, store: Store, now: float) -> Account:
    """The account whose link this is; raises `ServerError` if it is wrong, used or too old."""
    name, _, rest = token.partition(".")
    until, _, signature = rest.partition(".")
    account = await store.account(_login(name))
    if account is None or account.is_blocked or not until.isascii() or not until.isdigit() or len(until) > 12:
        raise ServerError("bad_reset")
    expected = _signature(secret, account, int(until))
    if not hmac.compare_digest(signature.encode(), expected.encode()) or now > int(until):
        raise ServerError("bad_reset")
    return account


def _login(name: str) -> str:
    try:
        return urlsafe_b64decode(name.encode() + b"==").decode()
    except (NotBase64, ValueError):
        return ""


def _signature(secret: bytes, account: Account, until: int) -> str:
    said = f"reset {account.login} {until} {account.password_hash}"
    return hmac.new(secret, said.encode(), sha256).hexdigest()[:40]
