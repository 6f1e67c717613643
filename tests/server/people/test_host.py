"""What the host may do with people and tables, and that nobody else may."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stellwerk.server.people import host
from tests.server.harness import OPEN, OWN, Person
from tests.server.people.test_belongings import registered, signed_in
from tests.server.people.test_identity import SIGN_IN, refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
PEOPLE = "/api/host/people"


async def order(
    server: Server, person: Person, method: str, target: str, wish: dict[str, str] | None = None
) -> Any:
    """Ask in the name of the host."""
    body = b"" if wish is None else msgspec.json.encode(wish)
    token = host.sign(server.app.state.settings.secret, method, target, body, server.services.hub.clock())
    answer = await person.http.request(
        method, target, content=body, headers={"authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_accounts_are_listed_and_found(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo, Person(server, "Guest") as nobody:
        await registered(ada, "ada")
        await registered(bo, "bo_100%")
        await ada.open_table("trambahn", OWN, OPEN)
        found = await order(server, nobody, "GET", PEOPLE)
        assert {one["login"]: one["tables"] for one in found} == {"ada": 1, "bo_100%": 0}
        assert all(abs(one["seen"] - time.time()) < 3600 for one in found)
        assert not any("hash" in key for one in found for key in one)
        for wanted, logins in (("AD", ["ada"]), ("0%25", ["bo_100%"]), ("%25d", []), ("_", ["bo_100%"])):
            found = await order(server, nobody, "GET", f"{PEOPLE}?search={wanted}")
            assert [one["login"] for one in found] == logins


async def test_a_blocked_account_is_signed_out_and_stays_out(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server) as later:
        await registered(ada, "ada")
        await ada.connect()
        (found,) = await order(server, later, "POST", f"{PEOPLE}/ada", {"do": "block"})
        assert found["is_blocked"]
        await ada.lost()
        assert (await ada.get("/api/me"))["login"] is None
        assert await refused(signed_in(later, SIGN_IN)) == "blocked"
        wrong = later.post("/api/me/login", {"login": "ada", "password": "not this one"})
        assert await refused(wrong) == "wrong_login"
        await order(server, later, "POST", f"{PEOPLE}/ada", {"do": "block"})  # twice is once
        (found,) = await order(server, later, "POST", f"{PEOPLE}/ada", {"do": "unblock"})
        assert not found["is_blocked"]
        assert (await signed_in(later, SIGN_IN))["login"] == "ada"


async def test_a_new_name_is_seen_at_the_tables(server: Server) -> None:
    async with Person(server, "Rude name") as ada, Person(server, "Bo") as bo:
        await registered(ada, "ada")
        await registered(bo, "bo")
        table = await ada.open_table("trambahn", OWN, OPEN)
        (found,) = await order(server, bo, "POST", f"{PEOPLE}/ada", {"do": "rename", "name": "Ada"})
        assert found["name"] == "Ada"
        assert (await ada.get(f"/api/tables/{table}"))["seats"][0]["name"] == "Ada"


async def test_a_deleted_account_is_gone(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        await registered(ada, "ada")
        table = await ada.open_table("trambahn", OWN, OPEN)
        await bo.post(f"/api/tables/{table}/commands", {"do": "join"})
        assert await order(server, bo, "POST", f"{PEOPLE}/ada", {"do": "delete"}) == []
        assert await refused(signed_in(bo, SIGN_IN)) == "wrong_login"
        assert (await bo.get(f"/api/tables/{table}"))["status"] == "ended"


async def test_tables_are_listed_and_ended(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        waiting = await ada.open_table("trambahn", OWN, OPEN)
        playing = await ada.open_table("trambahn", OWN, OPEN)
        await bo.post(f"/api/tables/{playing}/commands", {"do": "join"})
        found = {one["id"]: one for one in await order(server, bo, "GET", "/api/host/tables")}
        assert [found[table]["status"] for table in (waiting, playing)] == ["open", "playing"]
        for table, status in ((waiting, "closed"), (playing, "ended"), (playing, "ended")):
            code = found[table]["code"].lower()
            assert (await order(server, bo, "POST", f"/api/host/tables/{code}/end"))["status"] == status
        result = (await ada.get(f"/api/tables/{playing}"))["result"]
        assert result["winners"] == []


@pytest.mark.parametrize(
    "change",
    [
        lambda method, target, body, now: (method, target, body, now - 2 * host.SECONDS),
        lambda method, target, body, now: (method, target, body, now + 2 * host.SECONDS),
        lambda method, target, body, now: (method, f"{target}x", body, now),
        lambda _method, target, body, now: ("PUT", target, body, now),
        lambda method, target, body, now: (method, target, body + b" ", now),
    ],
    ids=["old", "too early", "another account", "another method", "another wish"],
)
async def test_what_was_signed_for_something_else_is_refused(
    server: Server, change: Callable[..., tuple[str, str, bytes, float]]
) -> None:
    async with Person(server, "Eve") as eve:
        await registered(eve, "eve")
        body, target = b'{"do":"block"}', f"{PEOPLE}/eve"
        signed = change("POST", target, body, server.services.hub.clock())
        token = host.sign(server.app.state.settings.secret, *signed)
        for bearer in (token, token.replace("host.", "guest.", 1), "host", "host.1", "host.²³.x", "host.1.ü"):
            headers = {b"authorization": f"Bearer {bearer}".encode()}
            answer = await eve.http.post(target, content=body, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_the_host")
        assert (await eve.get("/api/me"))["login"] == "eve"


async def test_nobody_else_is_the_host(server: Server) -> None:
    async with Person(server, "Eve") as eve:
        await registered(eve, "eve")
        assert await refused(eve.get(PEOPLE)) == "not_the_host"
        assert await refused(eve.get("/api/host/tables")) == "not_the_host"
        assert await refused(eve.post(f"{PEOPLE}/eve", {"do": "delete"})) == "not_the_host"
        assert await refused(eve.post("/api/host/tables/ABCDEF/end", None)) == "not_the_host"
