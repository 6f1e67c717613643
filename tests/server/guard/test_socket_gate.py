"""What a WebSocket may send: floods of frames, bursts from many at once, clients that do not read."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from stellwerk.server.guard import socket_gate
from stellwerk.server.guard.limits import CAPS, RATES
from stellwerk.server.guard.socket_gate import SocketGate
from stellwerk.server.live import socket
from stellwerk.server.live.socket import Client
from stellwerk.server.refusals import ServerError
from tests.server.guard.test_blocks import allowed, watched
from tests.server.guard.test_gate import request, wire
from tests.server.harness import OPEN, OWN, WAIT, Person, Refusal, Server, serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was cut off has no long time to read why."""
    monkeypatch.setattr(socket_gate, "LINGER_SECONDS", 0.2)


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


async def test_bursts_of_many_clients_keep_nobody_waiting(tmp_path: Path) -> None:
    """Each in one packet with hundreds of frames, all at the same time."""
    bursts, clients = frame(Opcode.TEXT, PING) * 200, 60
    with serving(tmp_path, caps=CAPS._replace(visitor_sockets=clients)) as server:
        async with AsyncExitStack() as stack:
            everybody = [await stack.enter_async_context(Person(server)) for _ in range(clients)]
            for one in everybody:
                await one.connect()
            async with watched(server) as watch:
                asleep = asyncio.create_task(server.inside(nap()))  # so that all packets wait together
                await asyncio.sleep(0.05)
                for one in everybody:
                    assert one.socket is not None
                    one.socket.transport.write(bursts)
                await asleep
                for one in everybody:
                    await one.until(lambda one=one: one.pongs > 0)  # type: ignore[misc]
            assert watch.longest < allowed()


async def nap() -> None:
    """Keep the loop without using the processor."""
    time.sleep(0.3)


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
        async with asyncio.timeout(WAIT):  # reading stops as soon as something more has come
            while not protocol.read_paused:
                await asyncio.sleep(0.01)
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
