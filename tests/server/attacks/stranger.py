"""A stranger with an address of their own, and the list of attacks.

Speaks HTTP and WebSockets by hand where a polite library would refuse to send what an attacker sends.
"""

from __future__ import annotations

import asyncio
import base64
import os
import time
from collections.abc import Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx

from tests.server.processes import NO_TLS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.server.processes import Server

PATIENCE = 30.0
"""Seconds after which a stranger gives up waiting for an answer."""
MOMENT = 0.5
"""Seconds in which it shows whether somebody was cut off."""
GONE = (OSError, EOFError, TimeoutError, httpx.HTTPError)
"""What an attacker notices who is cut off."""


class Found(NamedTuple):
    """What became of an attack."""

    said: str
    """In a few words, for a table."""
    stopped: bool
    """True if the attacker was cut off or refused, or if what they wanted to break stayed whole."""


@dataclass(frozen=True)
class Target:
    """A server under attack."""

    server: Server
    folder: Path
    """Its data."""
    seconds: float = 5.0
    part: float = 1.0
    """Which part of an attack's full size; small in ordinary tests."""
    number: int = 1
    """Chooses the attacker's addresses, so that attacks on one server do not share limits."""

    @property
    def address(self) -> str:
        """Where it is."""
        return self.server.address

    @property
    def place(self) -> tuple[str, int]:
        """Its host and port."""
        host, _, port = self.address.removeprefix("http://").rpartition(":")
        return host, int(port)

    def some(self, count: int) -> int:
        """A part of the full count."""
        return max(2, round(count * self.part))

    def source(self, which: int = 1) -> str:
        """An address of the attacker."""
        return f"127.{1 + self.number}.{which >> 8 & 255}.{which & 255}"


Run = Callable[[Target], Coroutine[Any, Any, Found]]
Prepare = Callable[[Path], Coroutine[Any, Any, None]]


class Attack(NamedTuple):
    """One attack."""

    name: str
    says: str
    run: Run
    prepare: Prepare | None = None
    """Fills the data folder before the server starts."""
    restarts: bool = False
    """True if it restarts the server, so that nobody can be measured meanwhile."""


ATTACKS: dict[str, Attack] = {}


def attack(
    name: str, says: str, prepare: Prepare | None = None, *, restarts: bool = False
) -> Callable[[Run], Run]:
    """Put a function on the list."""

    def listed(run: Run) -> Run:
        ATTACKS[name] = Attack(name, says, run, prepare, restarts)
        return run

    return listed


class Stranger:
    """Somebody with a cookie jar and an address; use as an async context manager."""

    def __init__(self, target: Target, which: int = 1, forwarded: str | None = None) -> None:
        """`forwarded` is an address that the proxy of the server's own machine vouches for."""
        self.target = target
        self._from = None if forwarded else target.source(which)
        headers = {"origin": target.address} | ({"x-forwarded-for": forwarded} if forwarded else {})
        self.http = httpx.AsyncClient(
            base_url=target.address,
            headers=headers,
            timeout=PATIENCE,
            transport=httpx.AsyncHTTPTransport(local_address=self._from, verify=NO_TLS),
        )

    async def __aenter__(self) -> Stranger:
        await self.http.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def enter(self, name: str = "Mallory") -> Stranger:
        """Become a guest."""
        (await self.http.put("/api/me", json={"name": name})).raise_for_status()
        return self

    async def open_table(self, game: str, *seats: dict[str, str], **config: Any) -> httpx.Response:
        """Try to open a table."""
        return await self.http.post("/api/tables", json={"game": game, "seats": seats, **config})

    @asynccontextmanager
    async def socket(self) -> AsyncIterator[Wire]:
        """A WebSocket in this stranger's name."""
        cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        async with wire(self.target, self._from) as opened:
            await opened.upgrade(cookie)
            yield opened


class Wire:
    """A TCP connection, and whether it was cut off."""

    def __init__(self, target: Target, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._target = target
        self.reader, self.writer = reader, writer
        self.received = 0
        self._hearing: asyncio.Task[None] | None = None

    async def upgrade(self, cookie: str = "") -> None:
        """Make it a WebSocket; raises `EOFError` if that is refused."""
        lines = [
            "GET /ws HTTP/1.1", f"Host: {self._target.address.removeprefix('http://')}",
            f"Origin: {self._target.address}", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            *([f"Cookie: {cookie}"] if cookie else []), "", "",
        ]  # fmt: skip
        self.writer.write("\r\n".join(lines).encode())
        async with asyncio.timeout(PATIENCE):
            head = await self.reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            raise EOFError(head.split(b"\r\n", 1)[0].decode())
        self.hear()

    def hear(self) -> None:
        """From now on read and forget: an attacker who does not read is another attack."""
        self._hearing = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        try:
            while data := await self.reader.read(1 << 16):
                self.received += len(data)
        except GONE:
            pass

    @property
    def is_cut_off(self) -> bool:
        """True once the server has closed the connection."""
        return self._hearing is not None and self._hearing.done()

    async def is_cut_off_soon(self) -> bool:
        """True if the server closes the connection within a moment."""
        assert self._hearing is not None
        await asyncio.wait((self._hearing,), timeout=MOMENT)
        return self.is_cut_off

    async def write(self, data: bytes) -> None:
        """Send bytes, as fast as the server takes them; raises what is in `GONE`."""
        if self.is_cut_off:
            raise EOFError
        self.writer.write(data)
        async with asyncio.timeout(PATIENCE):
            await self.writer.drain()

    async def say(self, text: bytes) -> None:
        """Send a text frame."""
        await self.write(frame(1, text))

    def close(self) -> None:
        """Break it off."""
        if self._hearing is not None:
            self._hearing.cancel()
        self.writer.transport.abort()


@asynccontextmanager
async def wire(target: Target, source: str | None) -> AsyncIterator[Wire]:
    """A connection from an address."""
    local = (source, 0) if source else None
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection(*target.place, local_addr=local)
    opened = Wire(target, reader, writer)
    try:
        yield opened
    finally:
        opened.close()


def frame(opcode: int, payload: bytes) -> bytes:
    """A WebSocket frame whose mask is zero."""
    size = len(payload)
    length = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2, "big")
    return bytes([128 | opcode]) + length + b"\0\0\0\0" + payload


class Pace:
    """Repeats something at a rate, for a time; behind its time it does not catch up."""

    def __init__(self, seconds: float, per_second: float) -> None:
        self._end = time.monotonic() + seconds
        self._gap = 1 / per_second

    def __aiter__(self) -> Pace:
        return self

    async def __anext__(self) -> int:
        await asyncio.sleep(self._gap)
        if time.monotonic() >= self._end:
            raise StopAsyncIteration
        return 0
