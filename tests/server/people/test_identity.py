"""Who may do what: guests, accounts, sessions, bot tokens."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import websockets
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY

from stellwerk.server.people import passwords
from stellwerk.server.people.identity import COOKIE, digest
from stellwerk.server.people.passwords import hash_of_nothing
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
        assert await visitor.get("/api/me") == {"name": None, "login": None, "feed": None, "is_bot": False}
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
        for forged in (
            token,
            f"{token}.",
            f"{token}.{other}",
            f"x{token}.{signature}",
            f".{signature}",
            "",
            ".",
        ):
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
        await ada.post("/api/me/bot")
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
        assert (await elsewhere.post("/api/me/login", {"login": "ada lovelace", "password": SIGN_IN}))[
            "name"
        ] == "Ada"
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


async def test_only_the_account_of_a_bot_has_tokens(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        for path, body in (("/api/me/bot", None), ("/api/me/tokens", {"name": "Robbie"})):
            assert await refused(ada.post(path, body)) == "account_needed"
        me = await ada.post("/api/me/account", {"login": "ada", "password": SIGN_IN})
        assert not me["is_bot"]
        assert await refused(ada.post("/api/me/tokens", {"name": "Robbie"})) == "bots_only"
        for _ in range(2):
            assert (await ada.post("/api/me/bot"))["is_bot"]
        assert (await ada.get("/api/me"))["is_bot"]
        await ada.post("/api/me/tokens", {"name": "Robbie"})
        await ada.open_table("trambahn", OWN, bot())
        assert (await ada.post("/api/me/bot"))["is_bot"]


async def test_nobody_who_sat_at_a_table_becomes_a_bot(server: Server) -> None:
    """Being asked to one is not sitting there."""
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        for person in (ada, bo):
            await person.post("/api/me/account", {"login": person.name, "password": SIGN_IN})
        table = await ada.open_table("trambahn", OWN, OPEN)
        await ada.post(f"/api/tables/{table}/challenges", {"login": "bo"})
        assert await refused(ada.post("/api/me/bot")) == "already_a_person"
        assert (await bo.post("/api/me/bot"))["is_bot"]


async def test_a_bot_is_shown_as_one_however_it_sits_down(server: Server) -> None:
    """It opens a table, joins by request and by WebSocket, accepts: all see a bot, nobody its login."""
    async with Person(server, "Robbie") as robbie, Person(server, "Ada") as ada:
        await robbie.connect()  # as a guest: what counts is what it is when it sits down
        await robbie.post("/api/me/account", {"login": "the-login", "password": SIGN_IN})
        await robbie.post("/api/me/bot")
        own = await robbie.open_table("transamerica", OWN, OPEN, OPEN)
        await ada.connect()
        tables = [await ada.open_table("trambahn", OWN, OPEN) for _ in range(3)]
        await robbie.post(f"/api/tables/{tables[0]}/commands", {"do": "join"})
        await ada.follow(tables[1])
        await robbie.do(tables[1], "join")
        await ada.post(f"/api/tables/{tables[2]}/challenges", {"login": "the-login"})
        await robbie.post(f"/api/challenges/{tables[2]}/accept")
        for table in (own, *tables):
            answer = await ada.http.get(f"/api/tables/{table}")
            kinds = [seat["kind"] for seat in answer.json()["seats"]]
            assert kinds == (["bot", "open", "open"] if table == own else ["human", "bot"])
            assert {seat["level"] for seat in answer.json()["seats"]} == {None}
            assert "the-login" not in answer.text
        assert {entry["id"]: entry["bots"] for entry in await robbie.get("/api/me/tables")} == {
            own: [0], **{table: [1] for table in tables},
        }  # fmt: skip
        assert "joined" in [news.kind for news in ada.news[tables[1]]]
        assert b"the-login" not in b"".join(ada.received)


async def test_a_bot_token_plays_in_its_owner_s_name(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        await ada.post("/api/me/account", {"login": "ada", "password": SIGN_IN})
        await ada.post("/api/me/bot")
        token = (await ada.post("/api/me/tokens", {"name": "Robbie"}))["token"]
        table = await ada.open_table("trambahn", OWN, bot(), start=0)
        bearer = {"authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(base_url=server.url, headers=bearer, trust_env=False) as robbie:
            sight = (await robbie.get(f"/api/tables/{table}")).json()
            assert sight["seat"] == 0
            command = {"do": "act", "text": sight["legal"][0], "expected": sight["seq"]}
            answer = await robbie.post(
                f"/api/tables/{table}/commands", json=command
            )  # no Origin: no page has this
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


async def test_passwords_cost_as_much_as_is_recommended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "PasswordHasher", PasswordHasher)  # other tests have a quick one
    slow = passwords.Passwords()
    hashed = await slow.hash("a long way from home", "ada")
    assert extract_parameters(hashed) == RFC_9106_LOW_MEMORY
    assert await slow.matches("a long way from home", hashed)
    assert not await slow.matches("a long way from there", hashed)
    slow.close()


def test_an_unknown_login_costs_as_much_as_a_wrong_password() -> None:
    hasher = PasswordHasher()
    nothing = hash_of_nothing(hasher)
    assert extract_parameters(nothing) == extract_parameters(hasher.hash("tram"))
    with pytest.raises(VerifyMismatchError):  # computed to the end, not refused as no hash
        hasher.verify(nothing, "tram")
    assert nothing != hash_of_nothing(hasher)
