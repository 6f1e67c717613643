"""What keeps strangers out: foreign pages, rates, headers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
import websockets
from websockets.exceptions import InvalidStatus

from stellwerk.server.api import ENDPOINTS
from stellwerk.server.guard.headers import POLICY
from stellwerk.server.guard.limits import RATES, Limiter, Rate, Rates
from stellwerk.server.live import hub
from stellwerk.server.refusals import ServerError
from tests.server.harness import OPEN, OWN, Person, serving
from tests.server.people.test_identity import refused

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio


# Foreign pages


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"}, {"origin": "null"}, {"origin": "http://127.0.0.1"},
        {"origin": "http://127.0.0.1:1"}, {},
        {"origin": "https://evil.example", "sec-fetch-site": "cross-site"},
        {"origin": "https://evil.example", "sec-fetch-site": "same-site"},
    ],
)  # fmt: skip
async def test_foreign_pages_change_nothing(server: Server, headers: dict[str, str]) -> None:
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("trambahn", OWN, OPEN)
        async with httpx.AsyncClient(base_url=server.url, trust_env=False, cookies=ada.http.cookies) as page:
            writing = [e for e in ENDPOINTS if e.method != "GET"]
            for endpoint in writing:
                path = endpoint.route.replace("{table}", table).replace("{session}", "x")
                answer = await page.request(endpoint.method, path, json={"do": "leave"}, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
            assert len(writing) >= 8
        with pytest.raises(InvalidStatus) as refusal:
            await websockets.connect(
                f"ws://{server.host}/ws", additional_headers={**headers, "cookie": ada.cookie}
            )
        denied = refusal.value.response
        assert denied.status_code == 403
        assert b'"wrong_origin"' in (denied.body or b"")
        assert denied.headers["content-security-policy"] == POLICY
        assert (await ada.get(f"/api/tables/{table}"))["status"] == "open"


# Limits


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    limiter = Limiter(Rate(3, 0.5), lambda: now[0])
    for _ in range(3):
        limiter.take("a")
    with pytest.raises(ServerError) as refusal:
        limiter.take("a")
    assert refusal.value.params == {"seconds": 2}
    limiter.take("b")
    now[0] = 2.0
    limiter.take("a")
    with pytest.raises(ServerError):
        limiter.take("a")
    now[0] = 1000.0
    for _ in range(3):
        limiter.take("a")
    with pytest.raises(ServerError):
        limiter.take("a")


def test_old_buckets_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.server.guard.limits.CLIENTS_KEPT", 10)
    limiter = Limiter(Rate(1, 1), lambda: 0.0)
    for number in range(100):
        limiter.take(str(number))
    assert len(limiter._buckets) == 10


async def test_rates_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "RECENT", 1)  # whoever wants more than the last step has the table read again
    now = [0.0]
    slow = {
        "requests": Rate(30, 1),
        "logins": Rate(2, 0.1),
        "new_players": Rate(2, 0.1),
        "new_tables": Rate(2, 0.1),
    }
    rates = Rates(**slow, frames=Rate(5, 1), histories=Rate(3, 0.1))
    with serving(tmp_path, ticks=lambda: now[0], rates=rates) as server:
        async with Person(server, "Ada", "de") as ada, Person(server, "Bo") as bo, Person(server) as visitor:
            answer = await visitor.http.put("/api/me", json={"name": "Eve"})
            assert (answer.status_code, answer.json()["code"]) == (429, "too_often")
            for _ in range(2):
                await ada.open_table("trambahn", OWN, OPEN)
            assert await refused(ada.open_table("trambahn", OWN, OPEN)) == "too_often"
            now[0] += 10
            table = await ada.open_table("trambahn", OWN, OPEN)
            wrong = {"login": "ada", "password": "wrong password"}
            codes = [await refused(bo.post("/api/me/login", wrong)) for _ in range(3)]
            assert codes == ["wrong_login", "wrong_login", "too_often"]
            await ada.connect()
            await ada.follow(table)
            for _ in range(20):
                await ada.send({"type": "ping"})
            await ada.until(lambda: ada.pongs + len(ada.refusals) == 20)
            assert ada.pongs == 4
            assert {error.code for error in ada.refusals} == {"too_often"}
            assert "Versuche" in ada.refusals[0].message
            assert await refused(ada.get(f"/api/tables/{table}/games/1/record")) == "no_such_record"
            for _ in range(2):
                assert await ada.get(f"/api/tables/{table}/games") == []
            assert await refused(ada.get(f"/api/tables/{table}/games")) == "too_often"
            now[0] += 2
            await ada.do(table, "say", text="Anybody there?")
            await bo.connect()
            await bo.send({"type": "subscribe", "table": table})
            await bo.until(lambda: bool(bo.refusals))
            assert bo.refusals[0].code == "too_often"
            await bo.follow(table, since=10**6)
            answers = [await visitor.http.get("/api/games") for _ in range(40)]
            assert {answer.status_code for answer in answers} == {200, 429}
            assert (await visitor.http.get("/health")).status_code == 200
            now[0] += 60
            await visitor.get("/api/games")


def test_default_rates_let_people_play() -> None:
    """A person who acts every second, with a page that asks for all it needs, is never refused."""
    now = [0.0]
    frames, asking = Limiter(RATES.frames, lambda: now[0]), Limiter(RATES.requests, lambda: now[0])
    for _ in range(30):
        asking.take("a")
    for _ in range(600):
        now[0] += 1
        for _ in range(3):
            frames.take("")
            asking.take("a")


# Headers


async def test_every_answer_has_the_headers(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        paths = ["/health", "/metrics", "/openapi.json", "/nothing", "/feeds/x.atom", "/api/me", "/api/games",
                 "/api/tables/nothing", "/api/me/sessions"]  # fmt: skip
        answers = [await ada.http.get(path) for path in paths]
        answers.append(await ada.http.post("/api/tables", content=b"{"))
        answers.append(await ada.http.put("/api/tables"))
        answers.append(await ada.http.options("/api/tables"))
        answers.append(await ada.http.head("/api/me"))
        for answer in answers:
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert "*" not in policy
            assert "frame-ancestors 'none'" in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "same-origin"
            assert answer.headers["cross-origin-opener-policy"] == "same-origin"
            assert answer.headers["cache-control"] == "no-store"
            assert "access-control-allow-origin" not in answer.headers


async def test_metrics_can_be_kept_private(tmp_path: Path) -> None:
    with serving(tmp_path, metrics_open=False) as server:
        assert httpx.get(f"{server.url}/metrics", trust_env=False).status_code == 404


async def test_metrics_count(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("trambahn", OWN, OPEN)
        await ada.connect()
        await ada.follow(table)
        await ada.do(table, "say", text="Hello")
        page = (await ada.http.get("/metrics")).text
        assert 'stellwerk_requests_total{status="200"} 2.0' in page
        assert 'stellwerk_commands_total{do="say"} 1.0' in page
        assert "stellwerk_tables 1.0" in page
        assert "stellwerk_listeners 1.0" in page
