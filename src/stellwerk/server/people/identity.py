"""Who is asking: guests and accounts by a signed cookie, bots by a bearer token.

A visitor who does something becomes a guest with a random session token, kept in a signed HttpOnly cookie. An
account adds a login to a player, for several devices. The store keeps hashes of tokens, never tokens. A
session that is not used for a while ends.
"""

from __future__ import annotations

import hmac
import secrets
import unicodedata
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.server.people.passwords import Passwords
from stellwerk.server.refusals import ServerError
from stellwerk.store.interface import BLOCKED, Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import HTTPConnection
    from starlette.responses import Response

    from stellwerk.server.guard.limits import Limiter
    from stellwerk.store.interface import Account, Session, SessionKind, Store

COOKIE: Final = "stellwerk"
DEVICE: Final = "stellwerk-device"
"""The cookie of a device on which somebody has signed in."""
SECURE: Final = "__Host-"
"""Begins the names of cookies over TLS: no other host, not even a subdomain, can set them."""
DAY: Final = 86_400
YEAR: Final = 365 * DAY
MAX_NAME: Final = 40
_RENEWED: Final = "stellwerk.renewed"


class _Found(NamedTuple):
    """The token of a request."""

    token: str
    is_old: bool
    """True if the cookie is one of version 0.1.0 and is to be replaced."""


class Identity:
    """Finds and creates players; `secret` signs the cookies, `attempts` limits logins to one account."""

    def __init__(
        self,
        store: Store,
        secret: bytes,
        clock: Callable[[], float],
        attempts: Limiter,
        session_days: float,
    ) -> None:
        self._store = store
        self._secret = secret
        self._clock = clock
        self._attempts = attempts
        self._idle = session_days * DAY
        self.passwords = Passwords()

    async def player(self, connection: HTTPConnection) -> Player | None:
        """Who is asking; None for a visitor."""
        session = await self.session(connection)
        return None if session is None else await self._store.player(session.player)

    async def session(self, connection: HTTPConnection) -> Session | None:
        """The session that a cookie or a bearer token proves, unless it was idle for too long."""
        bearer = bearer_of(connection)
        found = self._cookie(connection) if bearer is None else _Found(bearer, is_old=False)
        session = None if found is None else await self._store.session(digest(found.token))
        if found is None or session is None:
            return None
        now = self._clock()
        if session.seen and now - session.seen > self._idle:
            await self._store.revoke(session.token_hash)
            return None
        is_stale = now - session.seen > DAY
        if is_stale:
            await self._store.touch(session.token_hash, now)
        if bearer is None and (is_stale or found.is_old):
            connection.scope[_RENEWED] = found.token
        return session

    async def end_idle_sessions(self) -> None:
        """Forget sessions that have ended because nobody used them."""
        now = self._clock()
        await self._store.end_sessions(now - self._idle, now - YEAR)

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

    async def log_in(self, connection: HTTPConnection, login: str, password: str) -> tuple[Player, str]:
        """Create a session for an account; takes equally long for an unknown login.

        Attempts are counted by account, wherever they come from, but those from a device where its owner has
        signed in before are counted by themselves: strangers cannot lock the owner out.
        """
        self.attempt(connection, login)
        account = await self.account(login)
        hashed = None if account is None else account.password_hash.removeprefix(BLOCKED)
        is_right = await self.passwords.matches(password, hashed)
        if is_right and account is not None and account.is_blocked:
            raise ServerError("blocked")
        player = await self._store.player(account.player) if account is not None and is_right else None
        if player is None:
            raise ServerError("wrong_login")
        return player, await self.new_session(player, "browser", "")

    def attempt(self, connection: HTTPConnection, login: str) -> None:
        """Count an attempt to prove a password; raises `ServerError` after too many."""
        wanted = clean_login(login)
        self._attempts.take(self._known_device(connection, wanted) or f"account {digest(wanted)}")

    async def account(self, login: str) -> Account | None:
        """The account with this login; version 0.1.0 stored logins without normalizing them."""
        found = await self._store.account(clean_name(login).casefold())
        return found or await self._store.account(clean_login(login))

    # Cookies

    def set_cookie(self, connection: HTTPConnection, response: Response, token: str | None) -> None:
        """Set the session cookie: of a new session, or one that is to be renewed."""
        token = token or connection.scope.get(_RENEWED)
        if token is not None:
            self._set(connection, response, COOKIE, token)

    def remember_device(self, connection: HTTPConnection, response: Response, login: str) -> None:
        """Set the cookie by which the device is known when the same account signs in again."""
        self._set(connection, response, DEVICE, secrets.token_urlsafe(12), login)

    def _set(
        self, connection: HTTPConnection, response: Response, name: str, token: str, use: str = ""
    ) -> None:
        is_secure = connection.url.scheme == "https"
        if is_secure:
            response.delete_cookie(name, path="/", httponly=True, samesite="lax")
            name = SECURE + name
        value = f"{token}.{self._signature(name, token, use)}"
        response.set_cookie(
            name, value, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure, path="/"
        )

    def _cookie(self, connection: HTTPConnection) -> _Found | None:
        """The token in the session cookie, if its signature is right.

        Over TLS only the name that other hosts cannot set is accepted, except for cookies of version 0.1.0,
        whose signature did not cover their name.
        """
        is_secure = connection.url.scheme in ("https", "wss")
        token = self._proven(connection, (SECURE if is_secure else "") + COOKIE)
        if token is not None:
            return _Found(token, is_old=False)
        token, _, signature = connection.cookies.get(COOKIE, "").partition(".")
        former = hmac.new(self._secret, token.encode(), sha256).hexdigest()
        if token and hmac.compare_digest(signature.encode(), former.encode()):
            return _Found(token, is_old=True)
        return None

    def _known_device(self, connection: HTTPConnection, login: str) -> str | None:
        is_secure = connection.url.scheme == "https"
        token = self._proven(connection, (SECURE if is_secure else "") + DEVICE, login)
        return None if token is None else f"device {token}"

    def _proven(self, connection: HTTPConnection, name: str, use: str = "") -> str | None:
        token, _, signature = connection.cookies.get(name, "").partition(".")
        is_right = hmac.compare_digest(signature.encode(), self._signature(name, token, use).encode())
        return token if token and is_right else None

    def _signature(self, name: str, token: str, use: str) -> str:
        return hmac.new(self._secret, f"{name}={token} {use}".encode(), sha256).hexdigest()


def bearer_of(connection: HTTPConnection) -> str | None:
    """The bearer token of a request, if it has one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def digest(token: str) -> str:
    """The hash of a token."""
    return sha256(token.encode()).hexdigest()


def clean_login(login: str) -> str:
    """A login in its stored form, the same however its characters are written; raises `ServerError`."""
    folded = unicodedata.normalize("NFKC", clean_name(login)).casefold()
    return clean_name(unicodedata.normalize("NFKC", folded))


def clean_name(name: str) -> str:
    """A display name without odd characters; raises `ServerError`."""
    cleaned = " ".join(name.split())
    if not cleaned or len(cleaned) > MAX_NAME or not cleaned.isprintable():
        raise ServerError("bad_name", {"limit": MAX_NAME})
    return cleaned
