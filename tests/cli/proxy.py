"""A reverse proxy in a thread, as careful or careless as a test wants it."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable


class Proxy:
    """Passes each connection on to a server, with the headers of its first request changed."""

    def __init__(self, change: Callable[[list[bytes]], list[bytes]]) -> None:
        self._change = change
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.behind = ("127.0.0.1", 0)
        """The server, as soon as it is known."""

    def __enter__(self) -> Self:
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                visitor, _ = self._listening.accept()
                threading.Thread(target=self._pass_on, args=(visitor,), daemon=True).start()

    def _pass_on(self, visitor: socket.socket) -> None:
        with suppress(OSError), visitor, socket.create_connection(self.behind) as server:
            data = b""
            while b"\r\n\r\n" not in data:
                data += visitor.recv(65_536)
            head, _, body = data.partition(b"\r\n\r\n")
            request, *headers = head.split(b"\r\n")
            server.sendall(b"\r\n".join([request, *self._change(headers)]) + b"\r\n\r\n" + body)
            while answer := server.recv(65_536):
                visitor.sendall(answer)


def without(headers: list[bytes], *names: str) -> list[bytes]:
    """The headers but these."""
    return [one for one in headers if one.partition(b":")[0].decode().lower() not in names]


def careful(headers: list[bytes]) -> list[bytes]:
    """Says where visitors come from."""
    return [*without(headers, "x-forwarded-for"), b"X-Forwarded-For: 198.51.100.4"]


def credulous(headers: list[bytes]) -> list[bytes]:
    """Passes on whatever visitors claim."""
    return headers


def deaf(headers: list[bytes]) -> list[bytes]:
    """Knows no WebSockets."""
    return without(careful(headers), "upgrade", "connection")
