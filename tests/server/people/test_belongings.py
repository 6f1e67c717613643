"""What is yours: a new password, by the present one or by a link; everything that is stored; leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stellwerk.server.people import resets
from stellwerk.server.people.names import GONE
from tests.server.harness import OPEN, OWN, Person, checked, serving
from tests.server.people.test_identity import SIGN_IN, refused

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
WANTED = "battery staple"


async def registered(person: Person, login: str = "ada") -> None:
    await person.post("/api/me/account", {"login": login, "password": SIGN_IN})


async def signed_in(person: Person, password: str, login: str = "ada") -> Any:
    return await person.post("/api/me/login", {"login": login, "password": password})


async def put(person: Person, path: str, body: object) -> Any:
    return checked(await person.http.put(path, json=body))


async def delete(person: Person, path: str, body: object) -> Any:
    return checked(await person.http.request("DELETE", path, json=body))


async def link_for(server: Server, login: str, now: float | None = None) -> str:
    """The token of a one-time link, as the host makes it."""
    services = server.services
    account = await server.inside(services.store.account(login))
    assert account is not None
    path = resets.make(services.settings.secret, account, services.hub.clock() if now is None else now)
    return path.removeprefix("/reset/")


async def test_a_new_password_signs_all_other_devices_out(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server) as phone:
        await registered(ada)
        await signed_in(phone, SIGN_IN)
        wrong = {"present": "not this one", "wanted": WANTED}
        assert await refused(put(ada, "/api/me/password", wrong)) == "wrong_password"
        changed = await put(ada, "/api/me/password", {"present": SIGN_IN, "wanted": WANTED})
        assert (changed["name"], changed["login"]) == ("Ada", "ada")
        assert (await ada.get("/api/me"))["login"] == "ada"
        assert (await phone.get("/api/me"))["login"] is None
        assert await refused(signed_in(phone, SIGN_IN)) == "wrong_login"
        assert (await signed_in(phone, WANTED))["login"] == "ada"


async def test_a_guest_has_no_password_to_change(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        body = {"present": SIGN_IN, "wanted": WANTED}
        assert await refused(put(ada, "/api/me/password", body)) == "account_needed"


async def test_a_bad_password_changes_nothing(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server) as phone:
        await registered(ada)
        body = {"present": SIGN_IN, "wanted": "password"}
        assert await refused(put(ada, "/api/me/password", body)) == "common_password"
        assert (await signed_in(phone, SIGN_IN))["login"] == "ada"


async def test_a_link_works_once(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server) as forgetful:
        await registered(ada)
        token = await link_for(server, "ada")
        reset = await forgetful.post("/api/me/reset", {"token": token, "wanted": WANTED})
        assert (reset["name"], reset["login"]) == ("Ada", "ada")
        assert (await forgetful.get("/api/me"))["login"] == "ada"
        assert (await ada.get("/api/me"))["login"] is None  # signed out everywhere
        again = forgetful.post("/api/me/reset", {"token": token, "wanted": "yet another one"})
        assert await refused(again) == "bad_reset"
        assert (await signed_in(ada, WANTED))["login"] == "ada"


async def test_a_link_that_is_old_or_forged_is_refused(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        await registered(ada)
        await registered(bo, "bo")
        now = server.services.hub.clock()
        old = await link_for(server, "ada", now - resets.HOURS * 3600 - 1)
        good = await link_for(server, "ada")
        name, until, signature = good.split(".")
        bo_name = (await link_for(server, "bo")).split(".")[0]
        forged = [
            old, "", "x", f"{name}.{int(until) + 1}.{signature}", f"{bo_name}.{until}.{signature}",
            f"{name}.{until}.{'0' * len(signature)}", f"{name}.²³.{signature}", f"%%.{until}.{signature}",
        ]  # fmt: skip
        for token in forged:
            assert await refused(bo.post("/api/me/reset", {"token": token, "wanted": WANTED})) == "bad_reset"
        assert (await signed_in(bo, SIGN_IN))["login"] == "ada"


async def test_everything_that_is_stored_can_be_had(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        await registered(ada)
        table = await ada.open_table("trambahn", OWN, OPEN)
        await bo.post(f"/api/tables/{table}/commands", {"do": "join"})
        await ada.post(f"/api/tables/{table}/commands", {"do": "say", "text": "good luck"})
        await bo.post(f"/api/tables/{table}/commands", {"do": "say", "text": "for Ada's eyes only"})
        mine = await ada.get("/api/me/export")
        assert (mine["me"]["name"], mine["me"]["login"]) == ("Ada", "ada")
        assert [entry["is_this"] for entry in mine["sessions"]] == [True]
        assert mine["notices"] == {}
        await put(ada, "/api/me/vacation", {"days": 3})
        assert (await ada.get("/api/me/export"))["notices"]["vacation_days"] == 3
        (entry,) = mine["tables"]
        assert (entry["game"], entry["seats"], entry["said"]) == ("trambahn", ["Ada", "Bo"], ["good luck"])
        raw = (await ada.http.get("/api/me/export")).text
        assert "argon2" not in raw
        live = server.services.hub.peek(table)
        assert live is not None
        assert live.seed not in raw


async def test_leaving_gives_up_seats_and_deletes_the_account(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo, Person(server) as later:
        await registered(ada)
        playing = await ada.open_table("trambahn", OWN, OPEN)
        await bo.post(f"/api/tables/{playing}/commands", {"do": "join"})
        waiting = await ada.open_table("trambahn", OWN, OPEN)
        hot_seat = await ada.open_table("interurban", {"type": "own", "name": "Cy"}, OWN, OWN)
        assert await refused(delete(ada, "/api/me", {"password": "wrong one"})) == "wrong_password"
        assert (await delete(ada, "/api/me", {"password": SIGN_IN}))["name"] is None
        assert (await ada.get("/api/me"))["name"] is None
        assert await refused(signed_in(later, SIGN_IN)) == "wrong_login"
        assert (await bo.get(f"/api/tables/{playing}"))["status"] == "ended"
        for table in (waiting, hot_seat):
            found = server.services.hub.peek(table)
            assert found is not None
            assert found.status in ("closed", "ended")
        await registered(later, "ada")  # the login is free again, and has none of the old games
        assert await later.get("/api/me/tables") == []


async def test_a_guest_can_leave_too(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with Person(server, "Ada") as ada:
            player = (await ada.get("/api/me/export"))["id"]
            await delete(ada, "/api/me", {})
            assert (await server.inside(server.services.store.player(player))).name == GONE
