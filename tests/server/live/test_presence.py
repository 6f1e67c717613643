"""Who has a table open: told when it changes, to those who asked, also across processes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stellwerk.server.live import presence
from stellwerk.store.presence import KEPT
from tests.server.harness import OPEN, OWN, WAIT, Person

if TYPE_CHECKING:
    from tests.server.harness import Server

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.01)


def there(person: Person) -> list[int] | None:
    """The seats that somebody was last told to be there."""
    frames: list[Any] = [msgspec.json.decode(raw) for raw in person.received]
    told = [frame["there"] for frame in frames if frame["type"] == "presence"]
    return told[-1] if told else None


async def looks(person: Person, table: str) -> None:
    await person.connect()
    await person.send({"type": "subscribe", "table": table, "presence": True})
    await person.until(lambda: there(person) is not None)


async def test_who_is_there_and_who_is_not(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo, Person(server) as eve:
        table = await ada.open_table("trambahn", OWN, OPEN)
        await bo.post(f"/api/tables/{table}/commands", {"do": "join"})
        await looks(ada, table)
        assert there(ada) == [0]
        await looks(eve, table)  # a spectator is nobody at the table
        assert there(eve) == [0]
        await looks(bo, table)
        for person in (ada, bo, eve):
            await person.until(lambda person=person: there(person) == [0, 1])  # type: ignore[misc]
        bo.break_off()
        await ada.until(lambda: there(ada) == [0])


async def test_whoever_looked_on_before_is_there_when_they_sit_down(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        table = await ada.open_table("trambahn", OWN, OPEN)
        await looks(ada, table)
        await looks(bo, table)
        assert there(bo) == [0]
        await bo.do(table, "join")
        await ada.until(lambda: there(ada) == [0, 1])


async def test_a_reload_is_not_noticed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.2)
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        table = await ada.open_table("trambahn", OWN, OPEN)
        await bo.post(f"/api/tables/{table}/commands", {"do": "join"})
        await looks(ada, table)
        await looks(bo, table)
        await ada.until(lambda: there(ada) == [0, 1])
        await bo.disconnect()
        await looks(bo, table)
        await asyncio.sleep(0.4)
        told = [msgspec.json.decode(raw) for raw in ada.received]
        assert [0] not in [frame["there"] for frame in told if frame["type"] == "presence"][2:]


async def test_only_those_who_asked_are_told(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        table = await ada.open_table("trambahn", OWN, OPEN)
        await bo.post(f"/api/tables/{table}/commands", {"do": "join"})
        await bo.connect()
        await bo.follow(table)
        await looks(ada, table)
        assert there(ada) == [0, 1]
        assert there(bo) is None


async def test_people_at_another_process(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        table = await ada.open_table("trambahn", OWN, OPEN)
        await bo.post(f"/api/tables/{table}/commands", {"do": "join"})
        await looks(ada, table)
        services = server.services
        other = (await bo.get("/api/me/export"))["id"]
        shelf, now = services.store.presence, services.hub.clock()
        await server.inside(shelf.say("another", now, {table: [other]}))
        await server.inside(services.presence.exchange())
        async with asyncio.timeout(WAIT):
            await ada.until(lambda: there(ada) == [0, 1])
        await server.inside(shelf.say("another", now - KEPT - 1, {table: [other]}))  # it has stopped
        await server.inside(services.presence.exchange())
        await ada.until(lambda: there(ada) == [0])
