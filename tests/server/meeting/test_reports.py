"""Reports: with log and chat, without secrets; the host sees and settles them, and nobody else."""

from __future__ import annotations

from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import pytest

from stellwerk.server.guard.limits import Rate
from tests.server.harness import NO_LIMIT, OPEN, OWN, Person, serving
from tests.server.meeting.test_company import played
from tests.server.people.test_host import order
from tests.server.people.test_identity import refused

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
REPORTS = "/api/host/reports"


async def test_a_report_brings_log_and_chat_to_the_host(server: Server) -> None:
    async with AsyncExitStack() as stack:
        table, (ada, bo) = await played(stack, server, "Ada", "Bo")
        await bo.do(table, "say", text="Something rude")
        await ada.act(table, ada.sights[table].legal[0])
        done = await ada.post(f"/api/tables/{table}/reports", {"seat": 1, "text": " He is rude. "})
        [found] = await order(server, bo, "GET", REPORTS)
        report = found["report"]
        assert (found["id"], found["settled"], report["text"]) == (done["id"], None, "He is rude.")
        assert (report["reporter"]["name"], report["reported"]["name"]) == ("Ada", "Bo")
        assert [(one["name"], one["text"]) for one in report["chat"]] == [("Bo", "Something rude")]
        assert len(report["log"]) > 2
        assert (await ada.get("/api/me/export"))["reports"] == ["He is rude."]
        settled = await order(server, bo, "POST", f"{REPORTS}/{done['id']}", {"note": "spoke to Bo"})
        assert settled["note"] == "spoke to Bo"
        assert await order(server, bo, "GET", REPORTS) == []
        assert len(await order(server, bo, "GET", f"{REPORTS}?all=1")) == 1
        for path in (REPORTS, f"{REPORTS}/{done['id']}"):
            asked = ada.http.get(path) if path == REPORTS else ada.http.post(path, json={})
            assert (await asked).json()["code"] == "not_the_host"


async def test_a_report_of_a_running_game_holds_no_secrets(server: Server) -> None:
    """Trambahn: cards in hand and those laid face down. The report says what a spectator is told."""
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo, Person(server, "Cy") as watcher:
        table = await ada.open_table("trambahn", OWN, OPEN, start=0)
        for person in (ada, bo, watcher):
            await person.connect()
            await person.follow(table)
        await bo.do(table, "join")
        for _ in range(6):
            actor = (ada, bo)[ada.sights[table].actor or 0]
            seq = await actor.act(table, actor.sights[table].legal[0])
            await both(ada, bo, table, seq)
        await ada.post(f"/api/tables/{table}/reports", {"seat": 1, "text": "x"})
        await watcher.follow(table, 0)
        public = {" ".join(line.text for line in one.lines) or one.kind for one in watcher.news[table]}
        [found] = await order(server, ada, "GET", REPORTS)
        assert {line["text"] for line in found["report"]["log"]} <= public
        raw = msgspec.json.encode(found)
        live = (await server.inside(server.services.hub.live(table))).table
        assert live.seed.encode() not in raw


async def both(ada: Person, bo: Person, table: str, seq: int) -> None:
    """Wait until two people have seen an event."""
    for person in (ada, bo):
        await person.until(partial(is_at, person, table, seq))


def is_at(person: Person, table: str, seq: int) -> bool:
    return person.sights[table].seq >= seq


async def test_who_may_be_reported(server: Server) -> None:
    async with AsyncExitStack() as stack:
        table, (ada, _) = await played(stack, server, "Ada", "Bo")
        stranger = await stack.enter_async_context(Person(server, "Cy"))
        address = f"/api/tables/{table}/reports"
        for seat in (0, 2, 900):
            assert await refused(ada.post(address, {"seat": seat, "text": "x"})) == "no_such_person"
        assert await refused(stranger.post(address, {"seat": 0, "text": "x"})) == "not_seated"
        asked = order(server, ada, "POST", f"{REPORTS}/none", {"note": ""})
        with pytest.raises(AssertionError, match="no_such_report"):
            await asked


async def test_reports_are_limited(tmp_path: Path) -> None:
    with serving(tmp_path, rates=NO_LIMIT._replace(reports=Rate(2, 0.001))) as server:
        async with AsyncExitStack() as stack:
            table, (ada, _) = await played(stack, server, "Ada", "Bo")
            address, body = f"/api/tables/{table}/reports", {"seat": 1, "text": "x"}
            for _ in range(2):
                await ada.post(address, body)
            assert await refused(ada.post(address, body)) == "too_often"
