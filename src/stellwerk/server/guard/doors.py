"""The first look at every request and WebSocket: is it for this server, and not one too many?

It comes before any route, so that no route can be without a limit.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from stellwerk.core.errors import StellwerkError
from stellwerk.server.guard.limits import client_of
from stellwerk.server.refusals import ServerError, language_of, reply_to

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from stellwerk.server.guard.limits import Limiter
    from stellwerk.server.services import Limits, Services, Settings

ANY: Final = "*"
HEALTH: Final = "/health"
ASSETS: Final = "/assets/"


class Doors:
    """Refuses what comes for another host or too often."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self._hosts = Hosts((urlsplit(settings.base_url).hostname or "", *settings.hosts))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        services: Services = scope["app"].state.services
        try:
            self._check_host(connection)
            limiter_of(services.limits, scope["path"]).take(client_of(connection))
        except StellwerkError as error:
            response = reply_to(error, language_of(connection))
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, send).send_denial_response(response)
            else:
                services.metrics.requests.labels(str(response.status_code)).inc()
                await response(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _check_host(self, connection: HTTPConnection) -> None:
        """Raise `ServerError` for a name that is not ours: a foreign page may have made it point here."""
        if connection.url.path != HEALTH and not self._hosts.know(connection.headers.get("host", "")):
            raise ServerError("wrong_host")


class Hosts:
    """The names by which a server may be asked.

    Addresses are always among them: only a name can be made to point elsewhere.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        own = socket.gethostname()
        self._names = {name.casefold().rstrip(".") for name in (*names, "localhost", own, f"{own}.local")}

    def know(self, host: str) -> bool:
        """True for a Host header that names this server, with any port."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        return ANY in self._names or name in self._names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def limiter_of(limits: Limits, path: str) -> Limiter:
    """The limiter that counts requests for a path."""
    if path.startswith(ASSETS):
        return limits.assets
    return limits.health if path == HEALTH else limits.requests
