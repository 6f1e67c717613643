"""Who is asking: guests and accounts by a signed cookie, bots by a bearer token.

A visitor who does something becomes a guest with a random session token, kept in a signed HttpOnly cookie. An
account adds a login to a player, for several devices. The store keeps hashes of tokens, never tokens.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from argon2.low_level import ARGON2_VERSION

from stellwerk.server.refusals import ServerError
from stellwerk.store.interface import Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import HTTPConnection
    from starlette.responses import Response

    from stellwerk.store.interface import Session, SessionKind, Store

COOKIE: Final = "stellwerk"
YEAR: Final = 365 * 86_400
MAX_NAME: Final = 40
MIN_PASSWORD: Final = 8
MAX_PASSWORD: Final = 200


class Identity:
    """Finds and creates players; `secret` signs the cookies."""

    def __init__(self, store: Store, secret: bytes, clock: Callable[[], float]) -> None:
        self._store = store
        self._secret = secret
        self._clock = clock
        self._hasher = PasswordHasher()
        self._nobody = hash_of_nothing(self._hasher)

    async def player(self, connection: HTTPConnection) -> Player | None:
        """Who is asking; None for a visitor."""
        session = await self.session(connection)
        return None if session is None else await self._store.player(session.player)

    async def session(self, connection: HTTPConnection) -> Session | None:
        """The session that a cookie or a bearer token proves."""
        token = bearer_of(connection) or self._unsigned(connection.cookies.get(COOKIE, ""))
        return None if token is None else await self._store.session(digest(token))

    async def require(self, connection: HTTPConnection) -> Player:
        """Who is asking; raises `ServerError` for a visitor."""
        player = await self.player(connection)
        if player is None:
            raise ServerError("sign_in")
        return player

    def check_origin(self, connection: HTTPConnection) -> None:
        """Raise `ServerError` for a change that comes neither from our own pages nor with a bearer token."""
        if bearer_of(connection) is not None:
            return
        if connection.headers.get("sec-fetch-site") in ("same-origin", "none"):
            return
        scheme, _, site = connection.headers.get("origin", "").partition("://")
        if scheme not in ("http", "https") or not site or site != connection.headers.get("host"):
            raise ServerError("wrong_origin")

    async def new_guest(self, name: str) -> tuple[Player, str]:
        """Create a player with a session; returns the token for the cookie."""
        player = Player(secrets.token_urlsafe(12), clean_name(name))
        await self._store.add_player(player.id, player.name)
        return player, await self.new_session(player, "browser", "")

    async def new_session(self, player: Player, kind: SessionKind, name: str) -> str:
        """Create another session of a player, for a device or a bot."""
        token = secrets.token_urlsafe(32)
        await self._store.add_session(digest(token), player.id, kind, name, self._clock())
        return token

    async def hash_password(self, password: str) -> str:
        """The hash of a password; raises `ServerError` if it is too short or too long."""
        if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
            raise ServerError("bad_password", {"min": MIN_PASSWORD, "max": MAX_PASSWORD})
        return await asyncio.to_thread(self._hasher.hash, password)

    async def log_in(self, login: str, password: str) -> tuple[Player, str]:
        """Create a session for an account; takes equally long for an unknown login."""
        account = await self._store.account(clean_login(login))
        hashed = self._nobody if account is None else account.password_hash
        try:
            await asyncio.to_thread(self._hasher.verify, hashed, password[:MAX_PASSWORD])
        except VerificationError:
            account = None
        player = None if account is None else await self._store.player(account.player)
        if player is None:
            raise ServerError("wrong_login")
        return player, await self.new_session(player, "browser", "")

    def set_cookie(self, response: Response, token: str, *, secure: bool) -> None:
        """Set the session cookie."""
        response.set_cookie(
            COOKIE, self._signed(token), max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/"
        )

    def _signed(self, token: str) -> str:
        return f"{token}.{hmac.new(self._secret, token.encode(), sha256).hexdigest()}"

    def _unsigned(self, cookie: str) -> str | None:
        token, _, _ = cookie.partition(".")
        return token if token and hmac.compare_digest(cookie.encode(), self._signed(token).encode()) else None


def hash_of_nothing(hasher: PasswordHasher) -> str:
    """A hash that takes as long to verify as any other and that no password has; made at once."""
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    drawn = (secrets.token_bytes(hasher.salt_len), secrets.token_bytes(hasher.hash_len))
    salt, hashed = (b64encode(part).decode().rstrip("=") for part in drawn)
    return f"$argon2id$v={ARGON2_VERSION}${costs}${salt}${hashed}"


def bearer_of(connection: HTTPConnection) -> str | None:
    """The bearer token of a request, if it has one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def digest(token: str) -> str:
    """The hash of a token."""
    return sha256(token.encode()).hexdigest()


def clean_login(login: str) -> str:
    """A login in its stored form; raises `ServerError`."""
    return clean_name(login).casefold()


def clean_name(name: str) -> str:
    """A display name without odd characters; raises `ServerError`."""
    cleaned = " ".join(name.split())
    if not cleaned or len(cleaned) > MAX_NAME or not cleaned.isprintable():
        raise ServerError("bad_name", {"limit": MAX_NAME})
    return cleaned
