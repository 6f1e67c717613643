"""Who may do what: guests, accounts, sessions, bot tokens; foreign pages; limits; headers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import websockets
from websockets.exceptions import InvalidStatus

from stellwerk.server.api import ENDPOINTS
from stellwerk.server.headers import POLICY
from stellwerk.server.identity import COOKIE, digest
from stellwerk.server.limits import RATES, Limiter, Rate, Rates
from stellwerk.server.refusals import ServerError
from tests.server.harness import OPEN, OWN, WAIT, Person, Refusal, bot, serving

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
SIGN_IN = "correct horse"


async def refused(work: Any) -> str:
    """The code of a refusal."""
    with pytest.raises(Refusal) as found:
        await work
    return found.value.error.code


# Guests


async def test_a_guest_needs_a_name_and_gets_a_cookie(server: Server) -> None:
    async with Person(server) as visitor:
        assert await visitor.get("/api/me") == {"name": None, "login": None, "feed": None}
        assert await refused(visitor.open_table("trambahn", OWN, OPEN)) == "sign_in"
        answer = await visitor.http.put("/api/me", json={"name": "  Ada   L. "})
        cookie = answer.headers["set-cookie"]
        assert answer.json()["name"] == "Ada L."
        assert cookie.startswith(f"{COOKIE}=")
        attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert {"httponly", "samesite=lax", "path=/"} <= attributes
        assert "secure" not in attributes
        assert (await visitor.get("/api/me"))["name"] == "Ada L."
        again = await visitor.http.put("/api/me", json={"name": "Augusta"})
        assert "set-cookie" not in again.headers
        assert (await visitor.get("/api/me"))["name"] == "Augusta"


async def test_behind_tls_the_cookie_is_for_tls_only(server: Server) -> None:
    async with Person(server) as visitor:
        headers = {"x-forwarded-proto": "https"}
        answer = await visitor.http.put("/api/me", json={"name": "Ada"}, headers=headers)
        assert "; secure" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\x00b", "a\nb\x1b[2J", "\u202eevil"])
async def test_names_can_be_shown(server: Server, name: str) -> None:
    async with Person(server) as visitor:
        answer = await visitor.http.put("/api/me", json={"name": name})
        assert answer.status_code == 400
        assert answer.json()["code"] == "bad_name"
        assert "set-cookie" not in answer.headers


async def test_a_forged_cookie_is_a_visitor(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        token, _, signature = ada.http.cookies[COOKIE].partition(".")
        other = "0" * len(signature)
        for forged in (token, f"{token}.", f"{token}.{other}", f"x{token}.{signature}", f".{signature}", "", "."):
            async with Person(server) as eve:
                eve.http.cookies.set(COOKIE, forged)
                assert (await eve.get("/api/me"))["name"] is None
                assert await refused(eve.get("/api/me/tables")) == "sign_in"
                await eve.connect()
                table = await ada.open_table("trambahn", OWN, OPEN)
                assert await refused(eve.do(table, "join")) == "sign_in"


async def test_a_cookie_of_another_server_is_a_visitor(server: Server, tmp_path: Path) -> None:
    with serving(tmp_path / "other", secret=b"another secret, just as long ...") as elsewhere:
        async with Person(server, "Ada") as ada, Person(elsewhere) as there:
            there.http.cookies.set(COOKIE, ada.http.cookies[COOKIE])
            assert (await there.get("/api/me"))["name"] is None


async def test_the_store_keeps_no_tokens_and_no_passwords(server: Server, tmp_path: Path) -> None:
    async with Person(server, "Ada") as ada:
        await ada.post("/api/me/account", {"login": "ada", "password": SIGN_IN})
        bearer = (await ada.post("/api/me/tokens", {"name": "Robbie"}))["token"]
        token = ada.http.cookies[COOKIE].partition(".")[0]
    server.stop()
    data = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert digest(token).encode() in data
    assert b"$argon2id$" in data
    for secret in (token, bearer, SIGN_IN):
        assert secret.encode() not in data


# Accounts


async def test_an_account_brings_a_person_back(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server) as elsewhere, Person(server, "Eve") as eve:
        table = await ada.open_table("trambahn", OWN, OPEN)
        me = await ada.post("/api/me/account", {"login": "Ada  Lovelace", "password": SIGN_IN})
        assert me["login"] == "ada lovelace"
        assert (await elsewhere.post("/api/me/login", {"login": "ada lovelace", "password": SIGN_IN}))["name"] == "Ada"
        assert [entry["id"] for entry in await elsewhere.get("/api/me/tables")] == [table]
        again = {"login": "ADA lovelace", "password": "something else"}
        assert await refused(eve.post("/api/me/account", again)) == "login_taken"
        answer = await eve.http.post("/api/me/login", json=again)
        assert (answer.status_code, answer.json()["code"]) == (401, "wrong_login")
        nobody = await eve.http.post("/api/me/login", json={"login": "nobody", "password": SIGN_IN})
        assert nobody.content == answer.content  # nobody learns which logins there are
        assert (await eve.get("/api/me"))["name"] == "Eve"


@pytest.mark.parametrize("password", ["", "1234567", "x" * 201])
async def test_passwords_have_a_length(server: Server, password: str) -> None:
    async with Person(server) as visitor:
        answer = await visitor.http.post("/api/me/account", json={"login": "ada", "password": password})
        assert answer.status_code == 400
        assert "set-cookie" not in answer.headers


# Sessions


async def test_sessions_are_listed_and_revoked(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server) as phone:
        await ada.post("/api/me/account", {"login": "ada", "password": SIGN_IN})
        await phone.post("/api/me/login", {"login": "ada", "password": SIGN_IN})
        table = await ada.open_table("trambahn", OWN, bot(), start=0)
        await phone.connect()
        sight = await phone.follow(table)
        assert sight.legal
        entries = await ada.get("/api/me/sessions")
        assert sorted(entry["is_this"] for entry in entries) == [False, True]
        other = next(entry["id"] for entry in entries if not entry["is_this"])
        left = (await ada.http.delete(f"/api/me/sessions/{other}")).json()
        assert [entry["is_this"] for entry in left] == [True]
        assert await phone.lost() == 1008
        assert await refused(phone.get("/api/me/tables")) == "sign_in"
        await phone.connect()
        await phone.follow(table)
        assert await refused(phone.act(table, sight.legal[0])) == "sign_in"
        assert (await ada.get(f"/api/tables/{table}"))["seq"] == sight.seq
        answer = await ada.http.delete(f"/api/me/sessions/{other}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_session")


async def test_a_revoked_socket_cannot_act_even_before_it_is_closed(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("trambahn", OWN, bot(), start=0)
        await ada.connect()
        legal = (await ada.follow(table)).legal
        (client,) = server.services.clients

        async def dismiss() -> str | None:
            client.dismiss()
            return client.player

        assert await server.inside(dismiss()) is None
        with pytest.raises((Refusal, asyncio.CancelledError, websockets.ConnectionClosed)):
            await ada.act(table, legal[0])
        assert (await ada.get(f"/api/tables/{table}"))["actions"] == ada.sights[table].actions


async def test_a_session_that_another_process_ended(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        await ada.connect()
        await ada.send({"type": "ping"})
        await ada.until(lambda: ada.pongs == 1)
        token = ada.http.cookies[COOKIE].partition(".")[0]
        await server.inside(server.services.store.revoke(digest(token)))
        await server.inside(server.services.check_sessions())
        assert await ada.lost() == 1008


async def test_logging_out_ends_the_session(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        await ada.connect()
        await ada.post("/api/me/logout")
        assert await ada.lost() == 1008
        assert (await ada.get("/api/me"))["name"] is None


# Bots of users


async def test_a_bot_token_plays_in_its_owner_s_name(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        token = (await ada.post("/api/me/tokens", {"name": "Robbie"}))["token"]
        table = await ada.open_table("trambahn", OWN, bot(), start=0)
        bearer = {"authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(base_url=server.url, headers=bearer, trust_env=False) as robbie:
            sight = (await robbie.get(f"/api/tables/{table}")).json()
            assert sight["seat"] == 0
            command = {"do": "act", "text": sight["legal"][0], "expected": sight["seq"]}
            answer = await robbie.post(f"/api/tables/{table}/commands", json=command)  # no Origin: no page has this
            assert answer.status_code == 200
        async with websockets.connect(f"ws://{server.host}/ws", additional_headers=bearer) as socket:
            await socket.send(f'{{"type":"subscribe","table":"{table}"}}')
            assert '"is_you":true' in str(await asyncio.wait_for(socket.recv(), WAIT))
        names = {entry["name"]: entry for entry in await ada.get("/api/me/sessions")}
        assert names["Robbie"]["kind"] == "bot"
        await ada.http.delete(f"/api/me/sessions/{names['Robbie']['id']}")
        answer = httpx.get(f"{server.url}/api/me/tables", headers=bearer, trust_env=False)
        assert answer.status_code == 401


async def test_a_wrong_token_does_not_fall_back_to_the_cookie(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        answer = await ada.http.get("/api/me/tables", headers={"authorization": "Bearer wrong"})
        assert answer.status_code == 401


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
        answer = refusal.value.response
        assert answer.status_code == 403
        assert b'"wrong_origin"' in answer.body
        assert answer.headers["content-security-policy"] == POLICY
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
    monkeypatch.setattr("stellwerk.server.limits.CLIENTS_KEPT", 10)
    limiter = Limiter(Rate(1, 1), lambda: 0.0)
    for number in range(100):
        limiter.take(str(number))
    assert len(limiter._buckets) == 10


async def test_rates_are_limited(tmp_path: Path) -> None:
    now = [0.0]
    slow = {"requests": Rate(30, 1), "logins": Rate(2, 0.1), "new_players": Rate(2, 0.1), "new_tables": Rate(2, 0.1)}
    with serving(tmp_path, ticks=lambda: now[0], rates=Rates(**slow, frames=Rate(5, 1))) as server:
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
