"""Streams and challenges: bots elsewhere learn what concerns them, play, and learn nothing else."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from stellwerk.server.live import streams
from tests.server.harness import OPEN, OWN, Person, Refusal, bot, checked, serving
from tests.server.programs import PASSWORD, Program, token_of
from tests.store.conftest import postgres, postgres_place  # noqa: F401 (fixtures)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
EVENTS = "/api/stream/events"


async def refusal(work: Any) -> str:
    with pytest.raises(Refusal) as refused:
        await work
    assert refused.value.error.message
    return refused.value.error.code


async def test_a_challenge_is_accepted_and_a_game_played_over_http(server: Server) -> None:
    rng = random.Random(5)
    async with Person(server, "Ada") as ada, Program(server, await token_of(server, "Robot")) as robot:
        table = await ada.open_table("trambahn", OWN, OPEN, start=1)
        await ada.connect()
        await ada.follow(table)
        async with robot.stream(EVENTS) as events:
            await ada.post(f"/api/tables/{table}/challenges", {"login": "ROBOT"})
            challenge = await events.next()
            assert (challenge["type"], challenge["table"], challenge["by"]) == ("challenge", table, "Ada")
            assert challenge["config"]["game"] == challenge["game"] == "trambahn"
            await ada.until(lambda: [one.name for one in ada.sights[table].challenged] == ["Robot"])
            assert not ada.sights[table].is_challenged
            assert (await robot.http.get(f"/api/tables/{table}")).json()["is_challenged"]
            seated = await robot.post(f"/api/challenges/{table}/accept")
            assert [seat["name"] for seat in seated["seats"]] == ["Ada", "Robot"]
            assert (await events.next())["type"] == "challenge_over"
            start = await events.next()
            assert (start["type"], start["seat"], start["number"]) == ("game_start", 1, 1)
            assert start["players"] == ["Ada", "Robot"]
            playing = asyncio.create_task(ada.play(table, rng))
            turns = 0
            while (line := await events.next())["type"] == "turn":
                assert line["seat"] == 1
                assert line["view"]["players"][0]["hand"] is None
                await robot.act(line, rng.choice(line["legal"]))
                turns += 1
            end = await playing
            assert line["type"] == "game_end"
            assert line["result"]["scores"] == list(end.result.scores)  # type: ignore[union-attr]
            assert turns == sum(news.kind == "acted" and news.seat == 1 for news in ada.news[table])
    assert ada.sights[table].challenged == ()


async def test_what_is_pending_comes_first(server: Server) -> None:
    async with Person(server, "Ada") as ada, Program(server, await token_of(server, "Robot")) as robot:
        asked = await ada.open_table("trambahn", OWN, OPEN)
        begun = await ada.open_table("trambahn", OWN, OPEN, start=1)
        waiting = await ada.open_table("trambahn", OWN, OPEN, start=0)
        for table in (asked, begun, waiting):
            await ada.post(f"/api/tables/{table}/challenges", {"login": "robot"})
        for table in (begun, waiting):
            await robot.post(f"/api/challenges/{table}/accept")
        for _ in range(2):  # again and again the same
            async with robot.stream(EVENTS) as events:
                found = [await events.next() for _ in range(4)]
                assert {(line["type"], line["table"]) for line in found} == {
                    ("challenge", asked), ("game_start", begun), ("turn", begun), ("game_start", waiting)
                }  # fmt: skip
        entries = checked_list(await robot.http.get("/api/me/tables"))
        assert {entry["id"]: entry["is_challenge"] for entry in entries} == {
            asked: True, begun: False, waiting: False
        }  # fmt: skip


def checked_list(response: httpx.Response) -> list[dict[str, Any]]:
    response.raise_for_status()
    found: list[dict[str, Any]] = response.json()
    return found


async def test_a_challenge_is_declined_or_taken_by_another(server: Server) -> None:
    async with (
        Person(server, "Ada") as ada,
        Person(server, "Bo") as bo,
        Program(server, await token_of(server, "Robot")) as robot,
    ):
        table = await ada.open_table("trambahn", OWN, OPEN)
        await ada.connect()
        await ada.follow(table)
        async with robot.stream(EVENTS) as events:
            for _ in range(2):  # one may be asked again
                await ada.post(f"/api/tables/{table}/challenges", {"login": "robot"})
                assert (await events.next())["type"] == "challenge"
                await robot.post(f"/api/challenges/{table}/decline")
                assert await events.next() == {"type": "challenge_over", "table": table}
            assert (await robot.http.get("/api/me/tables")).json() == []
            await ada.post(f"/api/tables/{table}/challenges", {"login": "robot"})
            await events.next("challenge")
            await bo.post(f"/api/tables/{table}/commands", {"do": "join"})
            assert await events.next() == {"type": "challenge_over", "table": table}
            assert await refusal(robot.post(f"/api/challenges/{table}/accept")) == "not_challenged"
        declined = [news for news in ada.news[table] if news.kind == "challenge_declined"]
        assert [news.data for news in declined] == [{"name": "Robot"}] * 2  # and no id


async def test_a_challenge_is_withdrawn(server: Server) -> None:
    """Whoever is asked hears of it, and everybody at the table; others of the same name stay asked."""
    async with (
        Person(server, "Ada") as ada,
        Person(server, "Bo") as bo,
        Program(server, await token_of(server, "Robot")) as robot,
        Program(server, await token_of(server, "Other")) as other,
    ):
        for program in (robot, other):
            await program.http.put("/api/me", json={"name": "Twin"})
        table = await ada.open_table("transamerica", OWN, OPEN, OPEN)
        await ada.connect()
        await ada.follow(table)
        path = f"/api/tables/{table}/challenges"
        async with robot.stream(EVENTS) as events:
            for login in ("robot", "other"):
                seen = await ada.post(path, {"login": login})
            assert [one["name"] for one in seen["challenged"]] == ["Twin", "Twin"]
            number = seen["challenged"][0]["number"]
            await events.next("challenge")
            assert await refusal(delete(bo, f"{path}/{number}")) == "owner_only"
            after = await delete(ada, f"{path}/{number}")
            assert after["challenged"] == seen["challenged"][1:]
            assert await events.next() == {"type": "challenge_over", "table": table}
            for wrong in (number, 0, "x", "9" * 5000):
                assert await refusal(delete(ada, f"{path}/{wrong}")) == "no_such_challenge"
            assert await refusal(robot.post(f"/api/challenges/{table}/accept")) == "not_challenged"
            assert (await robot.http.get("/api/me/tables")).json() == []
            await other.post(f"/api/challenges/{table}/accept")
            await ada.post(path, {"login": "robot"})  # one may be asked again
            assert (await events.next())["type"] == "challenge"
        await ada.until(lambda: ada.sights[table].challenged != ())
        withdrawn = [news for news in ada.news[table] if news.kind == "challenge_withdrawn"]
        assert [news.data for news in withdrawn] == [{"name": "Twin"}]  # and no id


async def delete(person: Person, path: str) -> Any:
    return checked(await person.http.delete(path))


async def test_challenges_that_are_refused(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        robot = Program(server, await token_of(server, "Robot"))
        await token_of(server, "Other")
        table = await ada.open_table("trambahn", OWN, OPEN)
        path = f"/api/tables/{table}/challenges"
        assert await refusal(ada.post(path, {"login": "nobody"})) == "no_such_account"
        assert await refusal(bo.post(path, {"login": "robot"})) == "owner_only"
        assert await refusal(ada.post("/api/tables/x/challenges", {"login": "robot"})) == "no_such_table"
        await ada.post(path, {"login": "robot"})
        assert await refusal(ada.post(path, {"login": "robot"})) == "challenge_pending"
        for answer in ("accept", "decline"):
            assert await refusal(bo.post(f"/api/challenges/{table}/{answer}")) == "not_challenged"
        async with robot:
            await robot.post(f"/api/challenges/{table}/accept")
        assert await refusal(ada.post(path, {"login": "other"})) == "table_is_playing"
        await ada.post("/api/me/account", {"login": "ada", "password": "correct horse"})
        empty = await ada.open_table("trambahn", OPEN, OPEN)
        assert (
            await refusal(ada.post(f"/api/tables/{empty}/challenges", {"login": "ada"})) == "challenge_seated"
        )


async def test_a_table_streams_what_the_websocket_says(server: Server) -> None:
    """For a seat and for a stranger: the same frames."""
    async with AsyncExitStack() as stack:
        ada = await stack.enter_async_context(Person(server, "Ada"))
        eve = await stack.enter_async_context(Person(server, "Eve"))
        readers: dict[Person, Any] = {}
        for person in (ada, eve):
            await person.post("/api/me/account", {"login": person.name, "password": PASSWORD})
            await person.post("/api/me/bot")
        table = await ada.open_table("transamerica", OWN, bot(), start=0)
        for person in (ada, eve):
            await person.connect()
            await person.follow(table)
            token = (await person.post("/api/me/tokens", {"name": "bot"}))["token"]
            program = await stack.enter_async_context(Program(server, token))
            program.http.headers["accept-language"] = "en"
            readers[person] = await stack.enter_async_context(program.stream(f"/api/tables/{table}/stream"))
            first = await readers[person].next()
            assert (first["type"], first["news"]) == ("table", [])
        await ada.play(table, random.Random(1), actions=6)
        for person, reader in readers.items():
            seq = 0
            while seq < person.sights[table].seq:
                seq = (await reader.next())["table"]["seq"]
            frames = [raw.decode() for raw in person.received if raw.startswith(b'{"type":"table"')]
            assert len(reader.raw) > 3
            assert set(reader.raw[1:]) <= set(frames)
        assert '"seat":null' in readers[eve].raw[-1]
        program = await stack.enter_async_context(Program(server, token))
        async with program.stream(f"/api/tables/{table}/stream?since=2") as missed:
            assert (await missed.next())["news"][0]["seq"] == 3


async def test_who_may_not_watch_gets_no_stream(server: Server) -> None:
    async with Person(server, "Ada") as ada, Program(server, await token_of(server, "Robot")) as robot:
        table = await ada.open_table("trambahn", OWN, bot(), spectators=False)
        with pytest.raises(Refusal, match="no_spectators"):
            async with robot.stream(f"/api/tables/{table}/stream"):
                pass
        for since in ("-1", "x", "1" * 10):
            with pytest.raises(Refusal):
                async with robot.stream(f"/api/tables/{table}/stream?since={since}"):
                    pass
    async with httpx.AsyncClient(base_url=server.url, trust_env=False) as nobody:
        for path in (EVENTS, f"/api/tables/{table}/stream"):
            assert (await nobody.get(path)).status_code == 401


async def test_a_stream_ends_when_its_table_is_out_of_sight(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.05)
    async with Person(server, "Ada") as ada, Program(server, await token_of(server, "Robot")) as robot:
        table = await ada.open_table("trambahn", OWN, OPEN, spectators=False)
        async with robot.stream(f"/api/tables/{table}/stream") as stream:
            assert (await stream.next())["table"]["status"] == "open"
            await ada.post(f"/api/tables/{table}/commands", {"do": "seat_bot", "seat": 1, "level": "random"})
            await stream.until_over()


async def test_silence_is_kept_alive(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.05)
    async with (
        Person(server, "Ada") as ada,
        Program(server, await token_of(server, "Robot")) as robot,
        robot.stream(EVENTS) as events,
    ):
        asked = asyncio.create_task(events.next())
        while events.empty < 3:
            await asyncio.sleep(0.01)
        table = await ada.open_table("trambahn", OWN, OPEN)
        await ada.post(f"/api/tables/{table}/challenges", {"login": "robot"})
        assert (await asked)["type"] == "challenge"


async def test_a_revoked_token_ends_its_streams(server: Server) -> None:
    async with Person(server, "Robot") as person:
        await person.post("/api/me/account", {"login": "robot", "password": PASSWORD})
        await person.post("/api/me/bot")
        tokens = [(await person.post("/api/me/tokens", {"name": name}))["token"] for name in ("a", "b")]
        table = await person.open_table("trambahn", OWN, OPEN)
        async with Program(server, tokens[0]) as gone, Program(server, tokens[1]) as staying:
            async with (
                gone.stream(EVENTS) as events,
                gone.stream(f"/api/tables/{table}/stream") as frames,
                staying.stream(f"/api/tables/{table}/stream") as others,
            ):
                for reader in (frames, others):
                    await reader.next()
                (session,) = [s for s in await person.get("/api/me/sessions") if s["name"] == "a"]
                await person.http.delete(f"/api/me/sessions/{session['id']}")
                await events.until_over()
                await frames.until_over()
                await person.post(f"/api/tables/{table}/commands", {"do": "say", "text": "Hello"})
                assert (await others.next())["news"][0]["kind"] == "chatted"
            assert len(server.services.streams.all()) <= 1
            assert (await gone.http.get("/api/me/tables")).status_code == 401


async def test_streams_are_limited_and_counted(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MAX_STREAMS", 2)
    async with Program(server, await token_of(server, "Robot")) as robot:
        async with robot.stream(EVENTS), robot.stream(EVENTS):
            response = await robot.http.get(EVENTS)
            assert (response.status_code, response.json()["code"]) == (429, "too_many_streams")
            assert "stellwerk_streams 2.0" in (await robot.http.get("/metrics")).text
        while server.services.streams.all():
            await asyncio.sleep(0.01)
        async with robot.stream(EVENTS):
            pass


async def test_a_stopping_server_ends_streams_at_once(server: Server) -> None:
    async with Program(server, await token_of(server, "Robot")) as robot, robot.stream(EVENTS) as events:
        stopping = asyncio.create_task(asyncio.to_thread(server.stop))
        await events.until_over()  # by an end, not by being broken off when the server's patience ends
        await stopping


async def test_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MAX_WAITING", 3)
    stream = streams.Stream("ada", None, "en")
    for _ in range(3):
        stream.tell(b"{}")
    assert [lines async for lines in limited(stream)] == [b"{}\n{}\n{}\n"]
    for _ in range(4):
        stream.tell(b"{}")
    assert [lines async for lines in stream.lines()] == []


async def limited(stream: streams.Stream) -> Any:
    """What is there now."""
    async for lines in stream.lines():
        yield lines
        return


async def test_another_process_tells_too(tmp_path: Path, postgres_place: str) -> None:  # noqa: F811
    """Challenged and played through one server, told by another."""
    secret = b"a secret that two servers share ..."
    with (
        serving(tmp_path / "a", database=postgres_place, secret=secret) as one,
        serving(tmp_path / "b", database=postgres_place, secret=secret) as other,
    ):
        token = await token_of(one, "Robot")
        async with Person(one, "Ada") as ada, Program(other, token) as robot:
            table = await ada.open_table("trambahn", OWN, OPEN, start=0)
            async with robot.stream(EVENTS) as events:
                await ada.post(f"/api/tables/{table}/challenges", {"login": "robot"})
                assert (await events.next())["type"] == "challenge"
                await robot.post(f"/api/challenges/{table}/accept")
                assert (await events.next("game_start"))["seat"] == 1
                await ada.connect()
                await ada.follow(table)
                await ada.until(lambda: ada.sights[table].status == "playing")
                while ada.sights[table].actor == 0:
                    seq = ada.sights[table].seq
                    await ada.act(table, ada.sights[table].legal[0])
                    await ada.until(lambda seq=seq: ada.sights[table].seq > seq)  # type: ignore[misc]
                turn = await events.next("turn")
                assert turn["legal"]
                await robot.act(turn, turn["legal"][0])
                await ada.until(
                    lambda: any(news.seat == 1 and news.kind == "acted" for news in ada.news[table])
                )
