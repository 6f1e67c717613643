"""Frames that no client of ours would send: refused with a code and a sentence, and nobody else notices."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import pytest
import websockets
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.typing import Origin

from stellwerk.server.guard.limits import MAX_FRAME
from tests.server.harness import OPEN, OWN, WAIT, Person, Refusal, Server, bot, serving
from tests.server.strange import FRAMES, QUICK, check_sentence

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all examples: what one of them broke, the next would find."""
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


class Canary:
    """A table of two people who do not care what others send."""

    def __init__(self, ada: Person, bo: Person, table: str) -> None:
        self.ada, self.bo, self.table = ada, bo, table

    async def check(self) -> None:
        """Both see the same, and the game goes on."""
        sight = self.ada.sights[self.table]
        actor, other = (self.ada, self.bo) if sight.legal else (self.bo, self.ada)
        await actor.until(lambda: bool(actor.sights[self.table].legal))
        done = await actor.act(self.table, actor.sights[self.table].legal[0])
        for person in (actor, other):
            await person.until(lambda person=person: person.sights[self.table].seq == done)  # type: ignore[misc]
        assert self.ada.refusals == self.bo.refusals == []


@asynccontextmanager
async def canary(server: Server) -> AsyncIterator[Canary]:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        table = await ada.open_table("trambahn", OWN, OPEN)
        for person in (ada, bo):
            await person.connect()
            await person.follow(table)
        await bo.do(table, "join")
        await ada.until(lambda: ada.sights[table].status == "playing")
        yield Canary(ada, bo, table)


@pytest.mark.parametrize("name", ["Eve", None])
def test_any_frame_is_answered_and_nobody_else_notices(server: Server, name: str | None) -> None:
    """Frames of a guest and of a visitor: the connection goes on answering, and another table plays."""

    async def attack(frames: list[Any]) -> None:
        async with canary(server) as bystanders, Person(server, name) as eve:
            own = bystanders.table if name is None else await eve.open_table("trambahn", OWN, bot(), start=0)
            names = {"mine": own, "other": bystanders.table}
            await eve.connect()
            for number, frame in enumerate(frames, start=1):
                if isinstance(frame, dict) and isinstance(frame.get("table"), str):
                    frame["table"] = names.get(frame["table"], frame["table"])
                    if frame.get("id") is not None:  # the harness waits for answers to its own ids only
                        eve._answers.setdefault(frame["id"], asyncio.get_running_loop().create_future())
                await eve.send(frame)
                await eve.send({"type": "ping"})
                await eve.until(lambda number=number: eve.pongs >= number)  # type: ignore[misc]
            for error in eve.refusals:
                check_sentence(error)
            for answer in eve._answers.values():
                if answer.done() and isinstance(refusal := answer.exception(), Refusal):
                    check_sentence(refusal.error)
            await bystanders.check()

    @settings(QUICK, max_examples=25)
    @given(st.lists(FRAMES.filter(is_no_ping), min_size=1, max_size=12))
    def attempt(frames: list[Any]) -> None:
        asyncio.run(asyncio.wait_for(attack(frames), WAIT))

    attempt()


def is_no_ping(frame: object) -> bool:
    """A valid ping would be answered, and we count pongs."""
    return not (isinstance(frame, dict) and frame == {"type": "ping"})


@pytest.mark.anyio
async def test_sizes_of_frames(server: Server) -> None:
    async with canary(server) as bystanders, Person(server, "Eve") as eve:
        await eve.connect()
        await eve.send('{"type":"ping"' + " " * MAX_FRAME + "}")
        await eve.until(lambda: bool(eve.refusals))
        assert (eve.refusals[0].code, eve.refusals[0].params) == ("too_large", {"limit": MAX_FRAME})
        with suppress(websockets.ConnectionClosed):
            await eve.send(" " * 5 * MAX_FRAME)
        assert await eve.lost() == 1009
        await bystanders.check()


@pytest.mark.anyio
async def test_too_many_subscriptions(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        await ada.connect()
        for _ in range(50):
            await ada.follow(await ada.open_table("trambahn", OWN, OPEN))
        table = await ada.open_table("trambahn", OWN, OPEN)
        await ada.send({"type": "subscribe", "table": table})
        await ada.until(lambda: bool(ada.refusals))
        assert ada.refusals[0].code == "too_many_tables"
        await ada.follow(next(iter(ada.sights)))
        await ada.send({"type": "unsubscribe", "table": next(iter(ada.sights))})
        await ada.follow(table)


@pytest.mark.anyio
async def test_unknown_tables_leave_nothing_in_memory(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        for number in range(20):
            with pytest.raises(Refusal):
                await ada.get(f"/api/tables/unknown{number}")
        assert not server.services.hub._loading


@pytest.mark.anyio
async def test_who_does_not_read_is_cut_off_and_nobody_waits(server: Server) -> None:
    """A WebSocket that never reads: its queue fills, it is cut off, and the others play on."""
    async with canary(server) as bystanders, Person(server, "Eve") as eve:
        raw = await websockets.connect(
            f"ws://{server.host}/ws",
            origin=Origin(server.url),
            additional_headers={"cookie": eve.cookie},
            max_queue=1,
            close_timeout=0.1,
        )
        await raw.send('{"type":"ping"}')
        await raw.recv()
        assert len(server.services.clients) == 3
        raw.transport.pause_reading()
        async with asyncio.timeout(WAIT):
            while len(server.services.clients) == 3:
                with suppress(websockets.ConnectionClosed, TimeoutError):
                    subscribe = raw.send(f'{{"type":"subscribe","table":"{bystanders.table}"}}')
                    await asyncio.wait_for(subscribe, 0.2)
        assert len(server.services.clients) == 2
        await bystanders.check()
        raw.transport.abort()
        await raw.wait_closed()
