"""Quick pairing: two who want the same meet, whatever happens to lines and processes in the meantime."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest

from stellwerk.server.guard.limits import Rate
from stellwerk.server.meeting.pairing import BOT_AFTER, NEAR, fits
from stellwerk.store.pairing import KEPT, Waiting
from tests.server.harness import NO_LIMIT, Person, Refusal, checked, serving
from tests.server.people.test_belongings import registered
from tests.server.processes import Guest, Server
from tests.store.server import running_server

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Server as Inside

GAME = "transamerica"


async def seek(person: Person, pace: str = "quick", **more: object) -> Any:
    return checked(await person.http.put("/api/me/pairing", json={"game": GAME, "pace": pace, **more}))


async def stop(person: Person) -> None:
    checked(await person.http.delete("/api/me/pairing"))


@pytest.mark.anyio
async def test_two_strangers_meet_at_a_table(server: Inside) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo, Person(server, "Cy") as cy:
        assert (await seek(ada))["code"] is None
        assert (await seek(cy, "days"))["code"] is None  # wants something else
        found = await seek(bo)
        assert found["code"] is not None
        assert (await seek(ada))["code"] == found["code"]
        table = await bo.get(f"/api/codes/{found['code']}")
        assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bo"]
        assert (table["status"], table["clock"]["seconds"]) == ("playing", 600)
        assert (await seek(ada))["code"] == found["code"]  # the answer may be lost on its way
        await stop(ada)
        again = await seek(ada)
        assert (again["code"], again["others"]) == (None, 0)
        assert await ada.get("/api/tables") == []


@pytest.mark.anyio
async def test_a_bot_is_offered_after_a_while_and_a_short_loss_of_the_line_costs_no_time(
    tmp_path: Path,
) -> None:
    times = [1_000.0]
    with serving(tmp_path, clock=lambda: times[0]) as server:
        async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
            assert not (await seek(ada))["offers_bot"]
            times[0] += BOT_AFTER
            found = await seek(ada)
            assert (found["since"], found["offers_bot"]) == (1_000.0, True)
            times[0] += KEPT - 1
            assert (await seek(ada))["since"] == 1_000.0
            times[0] += 11  # as if the page were closed: nobody is paired with somebody who has gone
            assert (await seek(bo))["code"] is None
            times[0] += KEPT + 1
            assert (await seek(ada))["since"] == times[0]


@pytest.mark.anyio
async def test_those_who_wait_longest_come_first(server: Inside) -> None:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(server, name)) for name in ("Ada", "Bo", "Cy", "Di")]
        ada, bo, cy, di = people
        shelf = server.services.store.pairing
        now = server.services.hub.clock()
        ids = [(await one.get("/api/me/export"))["id"] for one in (ada, bo)]
        for number, player in enumerate(ids):  # both wait, and nobody has asked yet
            await server.inside(
                shelf.wait(Waiting(player, GAME, "quick", None, False, False, now - 5 + number, now))
            )
        found = await seek(cy)
        assert (await seek(ada))["code"] == found["code"]
        second = await seek(di)
        assert (await seek(bo))["code"] == second["code"] != found["code"]


@pytest.mark.anyio
async def test_a_game_is_rated_if_everybody_wants_it_and_has_an_account(server: Inside) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo, Person(server, "Cy") as guest:
        for one, login in ((ada, "ada"), (bo, "bo")):
            await registered(one, login)
        for other, is_rated in ((bo, True), (guest, False)):
            await seek(ada, rated=True)
            found = await seek(other, rated=True)
            table = await ada.get(f"/api/codes/{found['code']}")
            assert table["config"]["rated"] is is_rated
            await stop(ada)


@pytest.mark.anyio
async def test_searches_are_limited_by_person_and_address(tmp_path: Path) -> None:
    with serving(tmp_path, rates=NO_LIMIT._replace(pairings=Rate(3, 0.001))) as server:
        async with Person(server, "Ada") as ada:
            for _ in range(5):
                await seek(ada)  # asking again is no new search
            for _ in range(2):
                await stop(ada)
                await seek(ada)
            await stop(ada)
            with pytest.raises(Refusal) as refusal:
                await seek(ada)
            assert refusal.value.error.code == "too_often"


@pytest.mark.anyio
async def test_a_promised_table_that_never_came_is_forgotten(tmp_path: Path) -> None:
    """The process that promised it died before it was opened."""
    times = [1_000.0]
    with serving(tmp_path, clock=lambda: times[0]) as server:
        async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
            await seek(ada)
            player = (await ada.get("/api/me/export"))["id"]
            assert await server.inside(server.services.store.pairing.claim([player], "nowhere", times[0]))
            assert (await seek(ada))["code"] is None
            times[0] += 11
            assert (await seek(ada))["code"] is None
            assert (await seek(bo))["code"] is not None


def test_whoever_is_particular_gets_less_so() -> None:
    def one(rating: float | None, *, is_near: bool) -> Waiting:
        return Waiting("x", GAME, "quick", rating, is_near, False, 1_000.0, 1_000.0)

    far = one(1_500 + NEAR + 50, is_near=False)
    assert fits(one(1_500, is_near=False), far, 1_000.0)
    assert fits(one(None, is_near=True), far, 1_000.0)
    assert not fits(one(1_500, is_near=True), far, 1_000.0)
    assert not fits(far, one(1_500, is_near=True), 1_004.0)
    assert fits(one(1_500, is_near=True), far, 1_006.0)


def test_two_processes_pair_everybody_once(tmp_path: Path) -> None:
    """Eight people ask two processes on one PostgreSQL until everybody has a table."""

    async def play(servers: tuple[Server, Server]) -> None:
        guests = [await Guest(f"Guest {n}", n).enter(servers[n % 2]) for n in range(8)]

        async def until_paired(number: int) -> str:
            body = {"game": "trambahn", "pace": "quick"}
            for turn in range(60):
                server = servers[(number + turn) % 2]  # a line that is lost may lead elsewhere
                status, answer = await guests[number].ask(server, "PUT", "/api/me/pairing", body)
                if status == 200 and answer["code"]:
                    return str(answer["code"])
                await asyncio.sleep(0.05)
            raise AssertionError(number)

        codes = await asyncio.gather(*map(until_paired, range(8)))
        assert sorted(map(codes.count, set(codes))) == [2, 2, 2, 2]
        for number, code in enumerate(codes):
            status, mine = await guests[number].ask(servers[0], "GET", "/api/me/tables")
            assert (status, [one["code"] for one in list[Any](mine)]) == (200, [code])

    with running_server() as postgres:
        options = (tmp_path, f"--database={postgres.get_uri()}")
        with Server(*options) as first, Server(*options) as second:
            asyncio.run(play((first, second)))
