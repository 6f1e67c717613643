"""Real receivers of notices on this machine: a mail server, a push service with a browser behind it, HTTP."""

from __future__ import annotations

import asyncio
import os
import socket
from base64 import urlsafe_b64encode
from email import message_from_bytes
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

import http_ece
import msgspec
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.harness import WAIT

if TYPE_CHECKING:
    from email.message import EmailMessage


class Request(NamedTuple):
    """A request that was received."""

    path: str
    headers: dict[str, str]
    body: bytes


class Http:
    """An HTTP server that keeps what it is sent. Use as a context manager."""

    def __init__(self) -> None:
        self.received: Queue[Request] = Queue()
        self.status = 201
        keeper = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                keeper.received.put(Request(self.path, dict(self.headers), body))
                self.send_response(keeper.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> Http:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    async def next(self) -> Request:
        """The next request."""
        return await asyncio.to_thread(self.received.get, True, WAIT)

    async def next_json(self) -> Any:
        """The body of the next request."""
        return msgspec.json.decode((await self.next()).body)


class Browser:
    """A browser with a push subscription, which can read what only it can read."""

    def __init__(self, service: Http, name: str = "b") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {
            "endpoint": f"{service.url}/push/{name}",
            "p256dh": urlsafe_b64encode(point).decode().rstrip("="),
            "auth": urlsafe_b64encode(self._auth).decode().rstrip("="),
        }

    def read(self, request: Request) -> Any:
        """A push message, decrypted."""
        assert request.headers["Content-Encoding"] == "aes128gcm"
        return msgspec.json.decode(
            http_ece.decrypt(request.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        )


class Mailbox:
    """A mail server that keeps what it is sent. Use as a context manager."""

    def __init__(self) -> None:
        self.received: Queue[EmailMessage] = Queue()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._controller = Controller(self, hostname="127.0.0.1", port=port)
        self.url = f"smtp://127.0.0.1:{port}"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 (aiosmtpd)
        self.received.put(message_from_bytes(envelope.content, policy=default))
        return "250 OK"

    def __enter__(self) -> Mailbox:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    async def next(self) -> EmailMessage:
        """The next mail."""
        return await asyncio.to_thread(self.received.get, True, WAIT)
