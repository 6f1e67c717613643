"""Security headers: nothing from other sites, no framing, no content sniffing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = tuple(
    (name.encode(), value.encode())
    for name, value in (
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    )
)
STRICT: Final = (b"strict-transport-security", b"max-age=31536000")
"""Behind TLS: browsers come back by TLS only."""
PRIVATE: Final = (b"cache-control", b"no-store")
STARTS: Final = ("http.response.start", "websocket.http.response.start")
"""The messages that start an answer: to a request, or to a refused WebSocket."""


class SecurityHeaders:
    """Adds the headers to every answer and forbids caching of personal ones."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] in STARTS:
                extra = HEADERS if scope["path"].startswith("/assets/") else (*HEADERS, PRIVATE)
                if scope["scheme"] in ("https", "wss"):
                    extra = (*extra, STRICT)
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        await self.app(scope, receive, send_with_headers)
