"""The people you played with: invited again, muted, blocked; and what a block keeps apart."""

from __future__ import annotations

from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from stellwerk.server.people.names import GONE
from tests.server.harness import OPEN, OWN, Person, checked
from tests.server.meeting.test_pairing import seek
from tests.server.people.test_belongings import delete, registered, signed_in
from tests.server.people.test_identity import SIGN_IN, refused

if TYPE_CHECKING:
    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
PEOPLE = "/api/me/people"


async def played(stack: AsyncExitStack, server: Server, *names: str) -> tuple[str, list[Person]]:
    """People who sit at a table together."""
    people = [await stack.enter_async_context(Person(server, name)) for name in names]
    table = await people[0].open_table("transamerica", OWN, *[OPEN] * (len(names) - 1), start=0)
    for person in people:
        await person.connect()
        await person.follow(table)
    for person in people[1:]:
        await person.do(table, "join")
    return table, people


async def think(person: Person, attitude: str, name: str) -> Any:
    """Mute or block somebody by name, or neither."""
    [handle] = [one["handle"] for one in await person.get(PEOPLE) if one["name"] == name]
    return checked(await person.http.put(f"{PEOPLE}/{handle}", json={"attitude": attitude}))


async def test_people_you_played_with_are_invited_by_a_tap(server: Server) -> None:
    async with AsyncExitStack() as stack:
        _, (ada, bo) = await played(stack, server, "Ada", "Bo")
        stranger = await stack.enter_async_context(Person(server, "Cy"))
        [found] = await ada.get(PEOPLE)
        assert (found["name"], found["login"], found["game"], found["tables"]) == (
            "Bo",
            None,
            "transamerica",
            1,
        )
        table = await ada.open_table("transamerica", OWN, OPEN)
        await ada.post(f"/api/tables/{table}/challenges", {"handle": found["handle"]})
        entries = await bo.get("/api/me/tables")
        assert [one["is_challenge"] for one in entries if one["id"] == table] == [True]
        other = await stranger.open_table("transamerica", OWN, OPEN)
        asked = stranger.post(f"/api/tables/{other}/challenges", {"handle": found["handle"]})
        assert await refused(asked) == "no_such_person"  # a handle is of use to one person only
        assert await stranger.get(PEOPLE) == []
        assert b"player" not in (await ada.http.get(PEOPLE)).content


@pytest.mark.parametrize("handle", ["x", "%00", "A" * 200, "ä"])
async def test_handles_that_name_nobody(handle: str, server: Server) -> None:
    async with Person(server, "Ada") as ada:
        asked = ada.http.put(f"{PEOPLE}/{handle}", json={"attitude": "block"})
        assert (await asked).json()["code"] == "no_such_person"


async def test_who_is_muted_is_remembered_and_not_told(server: Server) -> None:
    async with AsyncExitStack() as stack:
        table, (ada, bo) = await played(stack, server, "Ada", "Bo")
        [found] = await think(ada, "mute", "Bo")
        assert found["attitude"] == "mute"
        [seat] = await ada.get(f"/api/tables/{table}/people")
        assert (seat["seat"], seat["attitude"], seat["handle"]) == (1, "mute", found["handle"])
        [mine] = await bo.get(f"/api/tables/{table}/people")
        assert (mine["seat"], mine["attitude"]) == (0, "none")
        await bo.do(table, "say", text="Hello")
        await ada.until(lambda: len(ada.sights[table].chat) == 1)
        exported = await ada.get("/api/me/export")
        assert [one["name"] for one in exported["shunned"]] == ["Bo"]
        assert [one["attitude"] for one in await think(ada, "none", "Bo")] == ["none"]


async def test_a_block_keeps_two_people_apart(server: Server) -> None:
    """Whoever of them asks: no seat, no invitation, no pairing, nothing in the list of tables."""
    async with AsyncExitStack() as stack:
        _, (ada, bo) = await played(stack, server, "Ada", "Bo")
        await registered(bo, "bo")
        await think(ada, "block", "Bo")
        for one, two in ((ada, bo), (bo, ada)):
            table = await one.open_table("transamerica", OWN, OPEN, public=True)
            assert table not in [entry["id"] for entry in await two.get("/api/tables")]
            await two.follow(table)
            assert await refused(two.do(table, "join")) == "kept_apart"
            [other] = await one.get(PEOPLE)
            asked = one.post(f"/api/tables/{table}/challenges", {"handle": other["handle"]})
            assert await refused(asked) == "not_invitable"
        assert (await seek(ada))["code"] is (await seek(bo))["code"] is None
        await think(ada, "none", "Bo")
        assert (await seek(bo))["code"] is not None


async def test_a_block_hides_chat_both_ways(server: Server) -> None:
    """From then on, and from nobody else: in the table, in the news, and after a reload."""
    async with AsyncExitStack() as stack:
        table, (ada, bo, cy) = await played(stack, server, "Ada", "Bo", "Cy")
        await bo.do(table, "say", text="before")
        await think(ada, "block", "Bo")
        await bo.do(table, "say", text="of Bo")
        await ada.do(table, "say", text="of Ada")
        await cy.do(table, "say", text="of Cy")
        for person, heard in (
            (ada, ["before", "of Ada", "of Cy"]),
            (bo, ["before", "of Bo", "of Cy"]),
            (cy, ["before", "of Bo", "of Ada", "of Cy"]),
        ):
            await person.until(partial(has_heard, person, table, "of Cy"))
            assert [one.text for one in person.sights[table].chat] == heard
            said = [one.text for one in person.news[table] if one.kind == "chatted" and one.text]
            assert said == heard
            person.news[table] = []
            await person.follow(table, 0)
            assert [one.text for one in person.news[table] if one.kind == "chatted" and one.text] == heard
            assert not any(b"hidden_from" in frame for frame in person.received)


def has_heard(person: Person, table: str, text: str) -> bool:
    return bool(person.sights[table].chat) and person.sights[table].chat[-1].text == text


async def test_a_block_comes_along_with_a_guest_who_signs_in(server: Server) -> None:
    async with AsyncExitStack() as stack:
        _, (ada, bo) = await played(stack, server, "Ada", "Bo")
        phone = await stack.enter_async_context(Person(server, "Ada"))
        await registered(phone, "ada")
        await think(bo, "block", "Ada")
        await signed_in(ada, SIGN_IN)
        assert [one["attitude"] for one in await bo.get(PEOPLE)] == ["block"]
        table = await bo.open_table("transamerica", OWN, OPEN)
        asked = phone.http.post(f"/api/tables/{table}/commands", json={"do": "join"})
        assert (await asked).json()["code"] == "kept_apart"


async def test_nobody_is_listed_who_has_left_for_good(server: Server) -> None:
    async with AsyncExitStack() as stack:
        _, (ada, bo) = await played(stack, server, "Ada", "Bo")
        await delete(bo, "/api/me", {})
        assert all(one["name"] != GONE for one in await ada.get(PEOPLE))
