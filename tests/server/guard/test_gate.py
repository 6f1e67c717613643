"""What a connection may do before anybody looks at its requests: heads, pipelines, half-open connections."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import pytest

from stellwerk.server.guard import gate
from stellwerk.server.guard.gate import Gate, HttpGate
from stellwerk.server.guard.limits import CAPS, MAX_BODY, RATES
from tests.server.harness import WAIT, Server, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was refused has no long time to read why."""
    monkeypatch.setattr(gate, "LINGER_SECONDS", 0.2)


class Wire:
    """A bare TCP connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self) -> tuple[int, dict[str, Any]]:
        """The status and body of one answer."""
        async with asyncio.timeout(WAIT):
            head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
            size = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0])
            body: dict[str, Any] = json.loads(await self.reader.readexactly(size))
            return int(head.split()[1]), body

    async def end(self) -> bytes:
        """What comes until the server closes the connection."""
        async with asyncio.timeout(WAIT):
            return await self.reader.read()


@asynccontextmanager
async def wire(server: Server) -> AsyncIterator[Wire]:
    host, _, port = server.host.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield Wire(reader, writer)
    finally:
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()


def request(path: str, *headers: str, method: str = "GET", body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *headers]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join((*lines, "", "")).encode() + body


# Heads


@pytest.mark.parametrize("start", ["GET /health HTTP/1.1\r\nHost: localhost\r\nX: ", "GET /", "G" * 9])
async def test_an_endless_head_is_refused(server: Server, start: str) -> None:
    async with wire(server) as one:
        await one.send(start.encode() + b"x" * (CAPS.head_bytes + 5_000))
        status, error = await one.answer()
        assert (status, error["code"]) in ((431, "head_too_large"), (400, "bad_head"))
        assert error["message"]
        assert await one.end() == b""


async def test_a_head_of_many_headers_is_refused(server: Server) -> None:
    async with wire(server) as one:
        headers = [f"X-{number}: {'y' * 90}" for number in range(CAPS.head_bytes // 50)]
        await one.send(request("/health", *headers))
        status, error = await one.answer()
        assert (status, error["code"], error["params"]) == (431, "head_too_large", {"limit": CAPS.head_bytes})


async def test_a_head_may_come_in_pieces_but_not_for_ever(tmp_path: Path) -> None:
    with serving(tmp_path, caps=CAPS._replace(head_seconds=0.5)) as server:
        async with wire(server) as slow, wire(server) as slower, wire(server) as silent:
            for _ in range(2):  # the second one on the same connection
                for byte in request("/health"):
                    await slow.send(bytes([byte]))
                assert (await slow.answer())[0] == 200
            await slower.send(request("/health")[:-2])
            status, error = await slower.answer()
            assert (status, error["code"]) == (408, "too_slow")
            assert await slower.end() == b""
            assert await silent.end() == b""


async def test_half_open_requests_make_room_for_whole_ones(tmp_path: Path) -> None:
    with serving(tmp_path, caps=CAPS._replace(pending_heads=5)) as server:
        async with AsyncExitStack() as stack:
            open_ones = [await stack.enter_async_context(wire(server)) for _ in range(20)]
            for one in open_ones:
                await one.send(request("/health")[:-2])
            async with wire(server) as whole:
                await whole.send(request("/health"))
                assert (await whole.answer())[0] == 200
            for one in open_ones[:10]:
                status, error = await one.answer()
                assert (status, error["code"]) == (503, "too_many_connections")
            await open_ones[-1].send(b"\r\n")
            assert (await open_ones[-1].answer())[0] == 200


async def test_a_process_has_a_number_of_connections(tmp_path: Path) -> None:
    with serving(tmp_path, caps=CAPS._replace(connections=2)) as server:
        async with wire(server) as first, wire(server), wire(server) as third:
            assert (await third.answer())[1]["code"] == "too_many_connections"
            await first.send(request("/health"))
            assert (await first.answer())[0] == 200
            await third.end()
            first.writer.close()
            await first.writer.wait_closed()
        async with wire(server) as later:
            await later.send(request("/health"))
            assert (await later.answer())[0] == 200


def test_an_address_has_a_number_of_connections_unless_it_is_a_proxy() -> None:
    shared = Gate(CAPS._replace(address_connections=2), RATES, "127.0.0.1,10.0.0.0/8")
    assert [shared.enter(f"2001:db8::{number}") for number in range(3)] == [True, True, False]
    assert shared.enter("2001:db8:0:1::1")
    shared.leave("2001:db8::9")
    shared.leave("2001:db8::9")
    assert shared.enter("2001:db8::5")
    assert all(shared.enter(proxy) for proxy in ("127.0.0.1", "10.1.2.3") for _ in range(9))


# Requests


async def test_requests_are_answered_one_at_a_time(server: Server) -> None:
    """Who sends others before the first is answered gets the first answer, and asks again."""
    async with wire(server) as one:
        await one.send(request("/api/games") * 500)
        status, _ = await one.answer()
        assert status == 200
        assert await one.end() == b""
        page = server.services.metrics.page().decode()
        assert 'stellwerk_requests_total{status="200"} 1.0' in page


async def test_what_follows_a_refused_body_is_not_read(server: Server) -> None:
    async with wire(server) as one:
        head = request("/api/me", "Origin: http://localhost", "Content-Length: 1000000000", method="PUT")
        await one.send(head + b" " * (MAX_BODY + 1))
        assert (await one.answer())[1]["code"] == "too_large"
        assert await one.end() == b""


async def test_a_refused_request_does_not_end_the_connection(server: Server) -> None:
    async with wire(server) as one:
        for _ in range(3):
            await one.send(
                request("/api/me", "Origin: https://evil.example", "Content-Length: 9", method="PUT")
            )
            assert (await one.answer())[1]["code"] == "wrong_origin"
            await one.send(b'{"a":"b"}')


async def test_a_body_has_a_time(tmp_path: Path) -> None:
    with serving(tmp_path, caps=CAPS._replace(body_seconds=0.3)) as server:
        async with wire(server) as one:
            await one.send(request("/api/me", "Origin: http://localhost", "Content-Length: 9", method="PUT"))
            assert (await one.answer())[1]["code"] == "too_slow"
            assert await one.end() == b""


async def test_an_answer_must_be_read(tmp_path: Path) -> None:
    with serving(tmp_path, caps=CAPS._replace(write_seconds=0.1)) as server:
        async with wire(server) as reading, wire(server) as silent:
            for one in (reading, silent):
                await one.send(request("/health"))
                await one.answer()

            async def fill(protocol: HttpGate, *, is_read: bool) -> None:
                protocol.pause_writing()  # as asyncio does when nobody reads
                if is_read:
                    protocol.resume_writing()

            for protocol in tuple(server.connections):
                is_read = protocol.client == reading.writer.get_extra_info("sockname")
                await server.inside(fill(protocol, is_read=is_read))
            assert await silent.end() == b""
            await reading.send(request("/health"))
            assert (await reading.answer())[0] == 200


async def test_an_upgrade_to_something_else_is_an_ordinary_request(server: Server) -> None:
    async with wire(server) as one:
        await one.send(request("/health", "Connection: Upgrade", "Upgrade: h2c"))
        assert (await one.answer())[0] == 200
        assert await one.end() == b""
