"""What a connection may do before anybody looks at its requests: heads, pipelines, half-open connections,
floods of frames."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from stellwerk.server.guard import gate
from stellwerk.server.guard.gate import Gate, HttpGate
from stellwerk.server.guard.limits import CAPS, MAX_BODY, RATES
from stellwerk.server.guard.socket_gate import SocketGate
from stellwerk.server.live import socket
from stellwerk.server.live.socket import Client
from stellwerk.server.refusals import ServerError
from tests.server.harness import OPEN, OWN, WAIT, Person, Refusal, Server, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
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


# WebSockets


def frame(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return bytes(Frame(opcode, data, fin=fin).serialize(mask=True))


PING = b'{"type":"ping"}'
FLOODS = {
    "pings": (frame(Opcode.PING, b"x" * 125) * 8_000, "too many control frames"),
    "pongs": (frame(Opcode.PONG) * 8_000, "too many control frames"),
    "texts": (frame(Opcode.TEXT, b"x") * 20_000, "too many frames"),
    "fragments": (
        frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, b"", fin=False) * 20_000,
        "too many frames",
    ),
    "bytes": (frame(Opcode.TEXT, b" " * 15_000) * 60, "too many bytes"),
}


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_of_frames_is_cut_off(tmp_path: Path, kind: str) -> None:
    """With a reason, and long before it is over; somebody else plays on."""
    flood, reason = FLOODS[kind]
    with serving(tmp_path, rates=RATES) as server:
        async with Person(server, "Ada") as ada, Person(server, "Eve") as eve:
            table = await ada.open_table("trambahn", OWN, OPEN)
            await ada.connect()
            await ada.follow(table)
            await eve.connect()
            assert eve.socket is not None
            eve.socket.transport.write(flood)
            assert await eve.lost() == 1008
            assert eve.socket.close_reason == reason
            assert len(eve.received) < 500
            await ada.do(table, "say", text="Still here")
            async with asyncio.timeout(WAIT):
                while len(server.services.clients) > 1:
                    await asyncio.sleep(0.01)


async def test_a_hasty_client_is_refused_before_it_is_cut_off(tmp_path: Path) -> None:
    with serving(tmp_path, rates=RATES) as server:
        async with Person(server, "Ada") as ada:
            await ada.connect()
            for _ in range(200):
                await ada.send({"type": "ping"})
            await ada.until(lambda: ada.pongs + len(ada.refusals) == 200)
            assert {error.code for error in ada.refusals} == {"too_often"}


async def test_others_have_their_turn_between_two_frames_of_one_client(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred frames in one packet are not answered in one go."""
    turns: list[int] = []
    turn = 0

    async def others() -> None:
        nonlocal turn
        while len(turns) < 100:
            turn += 1
            await asyncio.sleep(0)

    answer = Client._answer

    async def noting(self: Client, raw: bytes) -> None:
        turns.append(turn)
        await answer(self, raw)

    monkeypatch.setattr(Client, "_answer", noting)
    async with Person(server, "Ada") as ada:
        await ada.connect()
        assert ada.socket is not None
        running = asyncio.create_task(server.inside(others()))
        while not turn:
            await asyncio.sleep(0.001)
        ada.socket.transport.write(frame(Opcode.TEXT, PING) * 100)
        await ada.until(lambda: ada.pongs == 100)
        await running
    assert len(set(turns)) == 100


async def test_what_a_client_has_no_room_for_waits_in_order(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("trambahn", OWN, OPEN)
        await ada.connect()
        await ada.follow(table)
        (protocol,) = (one for one in server.connections if isinstance(one, SocketGate))

        async def call(change: Callable[[], None]) -> None:
            change()

        await server.inside(call(protocol.pause_writing))
        said = [f"line {number}" for number in range(5)]
        for number, text in enumerate(said, start=1):
            await ada.send(
                {"type": "do", "id": number, "table": table, "command": {"do": "say", "text": text}}
            )
        async with asyncio.timeout(WAIT):
            while len((await ada.get(f"/api/tables/{table}"))["chat"]) < len(said):
                await asyncio.sleep(0.01)
        assert not ada.sights[table].chat
        ada._answers = {number: asyncio.get_running_loop().create_future() for number in range(1, 6)}
        await server.inside(call(protocol.resume_writing))
        await ada.until(lambda: len(ada.sights[table].chat) == len(said))
        assert [told.text for told in ada.news[table] if told.kind == "chatted"] == said


async def test_a_client_that_lets_too_much_wait_is_cut_off(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "QUEUE", 3)
    async with Person(server, "Ada") as ada:
        await ada.connect()
        (protocol,) = (one for one in server.connections if isinstance(one, SocketGate))
        monkeypatch.setattr(protocol, "write", lambda _: False)
        for _ in range(4):
            await ada.send({"type": "ping"})
        assert await ada.lost() == 1001


async def test_nothing_is_read_while_a_command_is_worked_on(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, done = threading.Event(), threading.Event()

    async def wait(*_: object) -> None:
        begun.set()
        while not done.is_set():
            await asyncio.sleep(0.01)
        raise ServerError("too_busy")

    async with Person(server, "Ada") as ada:
        table = await ada.open_table("trambahn", OWN, OPEN)
        await ada.connect()
        monkeypatch.setattr(server.services, "execute", wait)
        command = asyncio.create_task(ada.do(table, "leave"))
        assert await asyncio.to_thread(begun.wait, WAIT)
        (protocol,) = (one for one in server.connections if isinstance(one, SocketGate))
        for _ in range(50):
            await ada.send({"type": "ping"})
        assert protocol.read_paused
        assert protocol.queue.empty()
        assert ada.pongs == 0
        done.set()
        with pytest.raises(Refusal, match="too_busy"):
            await command
        await ada.until(lambda: ada.pongs == 50)


async def test_a_handshake_with_a_long_header_is_answered(server: Server) -> None:
    async with wire(server) as one:
        headers = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                   "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "X: " + "x" * 10_000)  # fmt: skip
        await one.send(request("/ws", *headers))
        assert b" 431 " in await one.end()


@pytest.mark.parametrize("name", [None, "Ada"])
async def test_an_address_and_a_person_have_a_number_of_sockets(tmp_path: Path, name: str | None) -> None:
    caps = CAPS._replace(visitor_sockets=2, person_sockets=2)
    with serving(tmp_path, caps=caps) as server:
        async with Person(server, name) as one, Person(server, name) as two, AsyncExitStack() as stack:
            two.http.cookies = one.http.cookies
            for person in (one, two):
                await person.connect()
            third = Person(server)
            await stack.enter_async_context(third)
            third.http.cookies = one.http.cookies
            with pytest.raises(InvalidStatus) as refusal:
                await third.connect()
            assert refusal.value.response.status_code == 429
            assert b"too_many_sockets" in (refusal.value.response.body or b"")
            await one.disconnect()
            async with asyncio.timeout(WAIT):
                while len(server.services.clients) > 1:
                    await asyncio.sleep(0.01)
            await third.connect()


async def test_streams_count_as_sockets(tmp_path: Path) -> None:
    with serving(tmp_path, caps=CAPS._replace(person_sockets=1)) as server:
        async with Person(server, "Ada") as ada:
            await ada.connect()
            answer = await ada.http.get("/api/stream/events")
            assert (answer.status_code, answer.json()["code"]) == (429, "too_many_sockets")
