"""Limits that no route is without, names of the server, the lobby, codes, chat, and health."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
import websockets
from starlette.routing import WebSocketRoute
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from stellwerk.server.guard.doors import Hosts
from stellwerk.server.guard.limits import CAPS, RATES, Rate, Rates, site_of
from stellwerk.store.errors import StoreError
from tests.server.harness import NO_LIMIT, OPEN, OWN, Person, serving
from tests.server.people.test_identity import refused

if TYPE_CHECKING:
    from tests.server.harness import Server

pytestmark = pytest.mark.anyio


# Every route


async def test_no_route_is_without_a_limit(tmp_path: Path) -> None:
    now = [0.0]
    rates = Rates(*(Rate(1, 0.001),) * len(Rates._fields))
    with serving(tmp_path, ticks=lambda: now[0], rates=rates) as server:
        async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
            count = 0
            for route in server.app.routes:
                path = route.path.replace(":path}", "}").replace("{", "").replace("}", "")  # type: ignore[attr-defined]
                for method in getattr(route, "methods", None) or ["GET"]:
                    now[0] += 10_000
                    answers = [await ask(client, route, method, path) for _ in range(2)]
                    assert 429 not in answers[:1], path
                    assert answers[1] == 429, path
                    count += 1
            assert count > 40


async def ask(client: httpx.AsyncClient, route: object, method: str, path: str) -> int:
    """The status of an answer, also to a handshake."""
    if not isinstance(route, WebSocketRoute):
        return (await client.request(method, path, timeout=30)).status_code
    url = str(client.base_url)
    try:
        socket = await websockets.connect(
            f"{url.replace('http', 'ws')}{path}", origin=Origin(url.rstrip("/"))
        )
    except InvalidStatus as refusal:
        return refusal.response.status_code
    await socket.close()
    return 101


@pytest.mark.parametrize(
    ("address", "site"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("fe80::1%eth0", "fe80::/64"),
     ("::ffff:192.0.2.7", "192.0.2.7"), ("no address", "no address"), ("x" * 500, "x" * 100), ("", "")],
)  # fmt: skip
def test_whom_limits_count(address: str, site: str) -> None:
    assert site_of(address) == site


# Hosts


@pytest.mark.parametrize(
    ("host", "known"),
    [("play.example.org", True), ("PLAY.example.org:8700", True), ("play.example.org.", True),
     ("localhost:1", True), ("127.0.0.1:5", True), ("[::1]:5", True), ("192.168.1.7", True),
     ("other.example", True), ("", False), ("evil.example", False), ("[", False),
     ("play.example.org.evil.example", False), ("play.example.org@evil.example", False)],
)  # fmt: skip
def test_names_of_the_server(host: str, known: bool) -> None:
    assert Hosts(("play.example.org", "other.example")).know(host) is known


def test_any_name() -> None:
    assert Hosts(("*",)).know("evil.example")


async def test_a_page_that_made_its_name_point_here_gets_nothing(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        headers = {"host": "evil.example", "origin": "http://evil.example"}
        for method, path in (("GET", "/api/me"), ("PUT", "/api/me"), ("GET", "/"), ("GET", "/openapi.json")):
            answer = await ada.http.request(method, path, headers=headers, json={"name": "Eve"})
            assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")
        assert (await ada.http.get("/health", headers=headers)).status_code == 200
        assert (await ada.get("/api/me"))["name"] == "Ada"


# The lobby


async def test_one_person_does_not_fill_the_lobby(tmp_path: Path) -> None:
    with serving(tmp_path, caps=CAPS._replace(person_public_tables=3)) as server:
        async with Person(server, "Ada") as ada, Person(server, "Eve") as eve:
            first = await ada.open_table("trambahn", OWN, OPEN, public=True)
            flood = [await eve.open_table("trambahn", OWN, OPEN, public=True) for _ in range(3)]
            assert (
                await refused(eve.open_table("trambahn", OWN, OPEN, public=True)) == "too_many_public_tables"
            )
            await eve.open_table("trambahn", OWN, OPEN)
            listed = [entry["id"] for entry in await ada.get("/api/tables")]
            assert listed == [flood[2], first, flood[1], flood[0]]  # everybody's newest comes first
            await eve.post(f"/api/tables/{flood[0]}/commands", {"do": "leave"})
            await eve.open_table("trambahn", OWN, OPEN, public=True)


async def test_many_guests_of_one_address_do_not_fill_the_lobby(tmp_path: Path) -> None:
    with serving(tmp_path, rates=NO_LIMIT._replace(public_tables=Rate(3, 0.001))) as server:
        for number in range(3):
            async with Person(server, f"Eve {number}") as eve:
                await eve.open_table("trambahn", OWN, OPEN, public=True)
        async with Person(server, "Another Eve") as eve:
            assert await refused(eve.open_table("trambahn", OWN, OPEN, public=True)) == "too_often"


# Codes, chat and proposals


async def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    """Who knows the codes is never refused."""
    with serving(tmp_path, rates=NO_LIMIT._replace(wrong_codes=Rate(3, 0.001))) as server:
        async with Person(server, "Ada") as ada:
            table = await ada.open_table("trambahn", OWN, OPEN)
            code = (await ada.get(f"/api/tables/{table}"))["code"]
            for _ in range(10):
                await ada.get(f"/api/codes/{code}")
            codes = [await refused(ada.get(f"/api/codes/WRONG{number}")) for number in range(4)]
            assert codes == ["no_such_table"] * 3 + ["too_often"]
            assert await refused(ada.get(f"/api/codes/{code}")) == "too_often"  # it tells a guesser nothing


async def test_a_person_talks_and_proposes_at_a_pace(tmp_path: Path) -> None:
    rates = NO_LIMIT._replace(messages=Rate(2, 0.001), proposals=Rate(1, 0.001), commands=Rate(6, 0.001))
    with serving(tmp_path, rates=rates) as server:
        async with Person(server, "Ada") as ada:
            table = await ada.open_table("trambahn", OWN, OPEN)
            path = f"/api/tables/{table}/commands"
            said = [await ada.http.post(path, json={"do": "say", "text": "Hello"}) for _ in range(3)]
            assert [answer.status_code for answer in said] == [200, 200, 429]
            codes = [await refused(ada.post(path, {"do": "propose", "wish": "pause"})) for _ in range(2)]
            assert codes == ["table_is_open", "too_often"]
            assert await refused(ada.post(path, {"do": "resume"})) == "table_is_open"
            assert await refused(ada.post(path, {"do": "resume"})) == "too_often"


# Health


async def test_health_says_when_nothing_can_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    with serving(tmp_path, ticks=lambda: now[0]) as server:
        async with Person(server) as visitor:
            assert (await visitor.get("/health"))["status"] == "ok"
            probes = []

            async def probe(_: float) -> None:
                probes.append(now[0])
                raise StoreError("disk_full", {"problem": "full"})

            monkeypatch.setattr(server.services.store, "probe", probe)
            now[0] += 10
            for _ in range(5):
                answer = await visitor.http.get("/health")
                assert (answer.status_code, answer.json()["code"]) == (503, "disk_full")
            assert probes == [10.0]
            monkeypatch.undo()
            now[0] += 10
            assert (await visitor.get("/health"))["status"] == "ok"


# Documentation


def test_every_limit_is_in_the_handbook() -> None:
    text = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| `(\w+)` \| ([\d./]+) \|", text, re.MULTILINE)
    rates = {name: [round(number, 4) for number in rate] for name, rate in RATES._asdict().items()}
    caps = {name: [number] for name, number in CAPS._asdict().items()}
    assert {name: [float(part) for part in value.split("/")] for name, value in found} == rates | caps
