"""What people are called: nobody imitates an account, and a new name reaches every table and list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stellwerk.server.people.names import GONE, reserve_old, skeleton
from tests.server.harness import OPEN, OWN, Person, checked
from tests.server.people.test_belongings import delete, registered
from tests.server.people.test_identity import SIGN_IN, refused

if TYPE_CHECKING:
    from tests.server.harness import Server

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("name", "other"),
    [("Ada", "ADA"), ("Ada", "A d a"), ("Ada", "Аdа"), ("Ada", "4da"), ("Ada", "Ádâ"), ("Bill", "BiIl"),
     ("Otto", "0tt0"), ("Ada", "Ａｄａ")],
)  # fmt: skip
def test_names_that_look_alike(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(("name", "other"), [("Ada", "Ida"), ("Ada", "Ada 2"), ("漢字", "漢"), ("!", "?")])
def test_names_that_do_not(name: str, other: str) -> None:
    assert skeleton(name) != skeleton(other)


async def call(person: Person, name: str) -> str:
    called: str = checked(await person.http.put("/api/me", json={"name": name}))["name"]
    return called


async def test_nobody_can_imitate_an_account(server: Server) -> None:
    async with Person(server, "Agnes") as agnes, Person(server, "Bo") as bo, Person(server) as visitor:
        await registered(agnes, "countess")
        for name in ("Countess", "c0untess"):
            assert await refused(call(bo, name)) == "name_of_account"
            assert await refused(call(visitor, name)) == "name_of_account"
        body = {"login": "c0untess", "password": "a long way from home"}
        assert await refused(bo.post("/api/me/account", body)) == "name_of_account"
        hot_seat = {"game": "trambahn", "seats": [OWN, {"type": "own", "name": "CountesS"}]}
        assert await refused(bo.post("/api/tables", hot_seat)) == "name_of_account"
        assert await call(agnes, "Countess") == "Countess"  # her own
        assert await call(bo, "Agnes") == "Agnes"


async def test_everybody_may_be_a_guest_but_no_account(server: Server) -> None:
    async with Person(server, "Guest") as one, Person(server, "Gast") as other:
        body = {"login": "guest", "password": "a long way from home"}
        assert await refused(one.post("/api/me/account", body)) == "name_of_nobody"
        await registered(one, "adele")
        assert await call(other, "Guest") == "Guest"


async def test_accounts_of_older_versions_own_their_names(server: Server) -> None:
    services = server.services
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        player = (await ada.get("/api/me/export"))["id"]
        await server.inside(services.store.add_account(player, "countess", "no hash"))
        assert await server.inside(services.store.names.holder(skeleton("countess"))) is None
        await server.inside(reserve_old(services))
        assert await refused(call(bo, "Countess")) == "name_of_account"


async def test_a_new_name_reaches_every_table_and_list(server: Server) -> None:
    async with Person(server, "Guest") as ada, Person(server, "Bo") as bo:
        playing = await bo.open_table("trambahn", OWN, OPEN)
        await ada.post(f"/api/tables/{playing}/commands", {"do": "join"})
        waiting = await ada.open_table("trambahn", OWN, OPEN, public=True)
        await bo.connect()
        await bo.follow(playing)
        await call(ada, "Ada")
        await bo.until(lambda: bo.sights[playing].seats[1].name == "Ada")
        assert {entry["id"]: entry["seats"] for entry in await ada.get("/api/me/tables")} == {
            playing: ["Bo", "Ada"], waiting: ["Ada", ""],
        }  # fmt: skip
        assert [entry["seats"] for entry in await bo.get("/api/tables")] == [["Ada", ""]]
        assert bo.sights[playing].seats[1].login is None
        await registered(ada, "countess")
        await bo.until(lambda: bo.sights[playing].seats[1].login == "countess")


async def test_a_name_is_free_again_when_its_owner_has_left(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        await registered(ada, "countess")
        await delete(ada, "/api/me", {"password": SIGN_IN})
        assert await call(bo, "Countess") == "Countess"


async def test_the_games_of_a_guest_come_along_when_signing_in(server: Server) -> None:
    async with Person(server, "Ada") as desktop, Person(server, "Guest") as phone, Person(server, "Bo") as bo:
        await registered(desktop, "countess")
        playing = await bo.open_table("trambahn", OWN, OPEN)
        await phone.post(f"/api/tables/{playing}/commands", {"do": "join"})
        waiting = await phone.open_table("interurban", OWN, OPEN, OPEN)
        both = await desktop.open_table("interurban", OWN, OPEN, OPEN)
        await phone.post(f"/api/tables/{both}/commands", {"do": "join"})
        await bo.connect()
        await bo.follow(playing)
        guest = (await phone.get("/api/me/export"))["id"]
        await phone.post("/api/me/login", {"login": "countess", "password": SIGN_IN})
        await bo.until(lambda: bo.sights[playing].seats[1].login == "countess")
        assert bo.sights[playing].seats[1].name == "Ada"
        for person in (phone, desktop):
            assert {playing, waiting, both} == {one["id"] for one in await person.get("/api/me/tables")}
            assert (await person.get(f"/api/tables/{waiting}"))["is_owner"]
        seats = (await desktop.get(f"/api/tables/{both}"))["seats"]  # nobody plays against themselves
        assert [seat["is_you"] for seat in seats] == [True, False, False]
        assert (await server.inside(server.services.store.player(guest))).name == "Guest"


async def test_a_guest_without_games_is_forgotten(server: Server) -> None:
    async with Person(server, "Ada") as desktop, Person(server, "Guest") as phone:
        await registered(desktop, "countess")
        guest = (await phone.get("/api/me/export"))["id"]
        await phone.post("/api/me/login", {"login": "countess", "password": SIGN_IN})
        assert (await server.inside(server.services.store.player(guest))).name == GONE
