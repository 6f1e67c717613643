"""SIGTERM while people play: they are told, what was acknowledged is stored, and the game goes on later."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest
import websockets
from websockets.typing import Origin

from tests.server.harness import OPEN, OWN, Person, bot
from tests.server.processes import Server as Process

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
SAID_GOODBYE = (1001, 1012)


class Address:
    """What a `Person` needs to know of a server in a process of its own."""

    def __init__(self, process: Process) -> None:
        self.url = process.address
        self.host = process.address.removeprefix("http://")


async def test_sigterm_during_play(tmp_path: Path) -> None:
    with Process(tmp_path) as process:
        ada = Person(Address(process), "Ada")  # type: ignore[arg-type]
        bo = Person(Address(process), "Bo")  # type: ignore[arg-type]
        async with ada, bo:
            table = await ada.open_table("trambahn", OWN, OPEN)
            for person in (ada, bo):
                await person.connect()
                await person.follow(table)
            await bo.do(table, "join")
            acknowledged: list[int] = []

            async def play(person: Person) -> None:
                rng = random.Random(1)
                while True:
                    await person.until(
                        lambda: bool(person.sights[table].legal) or person.close_code is not None
                    )
                    acknowledged.append(await person.act(table, rng.choice(person.sights[table].legal)))

            tasks = [asyncio.create_task(play(person)) for person in (ada, bo)]
            while len(acknowledged) < 10:
                await asyncio.sleep(0.01)
            stopping = asyncio.create_task(asyncio.to_thread(process.stop))
            assert await ada.lost() in SAID_GOODBYE
            assert await bo.lost() in SAID_GOODBYE
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert await stopping == 0
            cookies = ada.http.cookies
    with Process(tmp_path) as process:
        ada_again = Person(Address(process))  # type: ignore[arg-type]
        ada_again.http.cookies = cookies
        async with ada_again as ada:
            await ada.connect()
            sight = await ada.follow(table)
            assert sight.seq >= max(acknowledged)
            assert [news.seq for news in ada.news[table]] == list(range(1, sight.seq + 1))
            assert {news.seq for news in ada.news[table]} >= set(acknowledged)
            await ada.do(table, "say", text="There you are again")
        assert process.stop() == 0


async def test_a_stopping_server_says_goodbye_and_takes_nobody(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("trambahn", OWN, bot("simple"))
        await ada.connect()
        await ada.follow(table)
        await asyncio.to_thread(server.stop)
        assert await ada.lost() in SAID_GOODBYE
        with pytest.raises(OSError):  # noqa: PT011 (the system's own words)
            await websockets.connect(f"ws://{server.host}/ws", origin=Origin(server.url))


async def act_and_leave(server: Server, person: Person, table: str) -> None:
    """Send an action, be cut off while the server is storing it, and say goodbye, which the server reads."""
    sight = person.sights[table]
    (client,) = (client for client in server.services.clients if client.name == person.name)
    acting = asyncio.create_task(person.act(table, sight.legal[0]))
    while await server.inside(appending(server, table)) <= sight.seq and not acting.done():
        await asyncio.sleep(0)
    server.loop.call_soon_threadsafe(client.cut_off)
    await person.lost()
    assert client._line.conn.close_rcvd is not None
    acting.cancel()
    await asyncio.gather(acting, return_exceptions=True)


async def test_whoever_leaves_does_not_stop_what_they_asked_for(server: Server) -> None:
    """The move of a client that is gone right after sending it is stored, and told to the other."""
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        table = await ada.open_table("trambahn", OWN, OPEN, start=0)
        for person in (ada, bo):
            await person.connect()
            await person.follow(table)
        await bo.do(table, "join")
        await ada.until(lambda: bool(ada.sights[table].legal))
        for _ in range(10):
            actor, other = (ada, bo) if ada.sights[table].legal else (bo, ada)
            seq = actor.sights[table].seq
            await act_and_leave(server, actor, table)
            await other.until(lambda other=other, seq=seq: other.sights[table].seq > seq)  # type: ignore[misc]
            await actor.connect()
            await actor.follow(table)
            await actor.until(lambda: ada.sights[table].seq == bo.sights[table].seq)


async def test_a_bot_answers_somebody_who_has_left(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, not when somebody looks after bots that were not asked."""

    def look_after_nobody(idle: float = 0.0) -> None:
        pass

    monkeypatch.setattr(server.services.bots, "resume", look_after_nobody)
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("trambahn", OWN, bot(), start=0)
        await ada.connect()
        await ada.follow(table)
        while not any(news.seat == 1 for news in ada.news[table]):
            if ada.sights[table].legal:
                await act_and_leave(server, ada, table)
                await ada.connect()
                await ada.follow(table)
            else:
                await ada.until(lambda: any(news.seat == 1 for news in ada.news[table]))


async def appending(server: Server, table: str) -> int:
    return (await server.services.hub.live(table)).appending
