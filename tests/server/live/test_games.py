"""Whole games over WebSockets: guests, bots, and somebody in a train with bad reception."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import msgspec
import pytest

import stellwerk
from stellwerk.core import record as records
from tests.server.harness import OPEN, OWN, Person, Refusal, bot, serving

if TYPE_CHECKING:
    from pathlib import Path

    from stellwerk.tables.news import News
    from tests.server.harness import Server

pytestmark = pytest.mark.anyio


def games_for(seats: int) -> list[str]:
    """The games for this number of players."""
    return [key for key in stellwerk.games() if stellwerk.load(key).info.seats.max >= seats]


async def seat(server: Server, stack: AsyncExitStack, table: str, *names: str) -> list[Person]:
    """Let guests come in by the link, and watch."""
    people = [await stack.enter_async_context(Person(server, name)) for name in names]
    for person in people:
        await person.connect()
        await person.follow(table)
        await person.do(table, "join")
    return people


async def test_two_guests_play_a_whole_game(server: Server) -> None:
    async with AsyncExitStack() as stack:
        ada = await stack.enter_async_context(Person(server, "Ada", "de"))
        table = await ada.open_table("trambahn", OWN, OPEN)
        code = (await ada.get(f"/api/tables/{table}"))["code"]
        await ada.connect()
        assert (await ada.follow(table)).status == "open"
        bo = await stack.enter_async_context(Person(server, "Bo"))
        assert (await bo.get(f"/api/codes/{code.lower()}"))["id"] == table
        await bo.connect()
        await bo.follow(table)
        await bo.do(table, "join")
        rng = random.Random(1)
        ends = await asyncio.gather(ada.play(table, rng), bo.play(table, rng))
        assert {end.status for end in ends} == {"ended"}
        assert ends[0].result == ends[1].result
        record = msgspec.json.decode(
            (await bo.http.get(f"/api/tables/{table}/games/1/record")).content, type=stellwerk.Record
        )
        assert stellwerk.verify(record) > 0
        assert record.players == ("Ada", "Bo")
        numbers = [news.seq for news in ada.news[table]]
        assert numbers == list(range(1, ends[0].seq + 1))
        sentences = [line.text for news in ada.news[table] for line in news.lines]
        assert any("Bo" in sentence for sentence in sentences)
        assert sentences != [line.text for news in bo.news[table] for line in news.lines]  # German, English


async def test_four_bots_and_two_people(server: Server) -> None:
    assert ("transamerica" in stellwerk.games()) == ("transamerica" in games_for(6))
    for key in games_for(6):
        await four_bots_and_two_people(server, key)


async def four_bots_and_two_people(server: Server, key: str) -> None:
    async with AsyncExitStack() as stack:
        ada = await stack.enter_async_context(Person(server, "Ada"))
        table = await ada.open_table(key, OWN, bot("simple"), bot(), OPEN, bot("simple"), bot())
        await ada.connect()
        await ada.follow(table)
        (bo,) = await seat(server, stack, table, "Bo")
        rng = random.Random(2)
        end, _ = await asyncio.gather(ada.play(table, rng), bo.play(table, rng))
        assert end.result is not None
        assert [s.kind for s in end.seats] == ["human", "bot", "bot", "human", "bot", "bot"]
        acted = {news.seat for news in ada.news[table] if news.kind == "acted"} - {None}
        assert acted == set(range(6))


async def test_ten_reconnects_lose_and_double_nothing(server: Server) -> None:
    assert ("interurban" in stellwerk.games()) == ("interurban" in games_for(5))
    for key in games_for(5):
        await reconnecting(server, key, 5)


async def test_ten_reconnects_of_two(server: Server) -> None:
    await reconnecting(server, "trambahn", 2)


async def reconnecting(server: Server, key: str, seats: int) -> None:
    """One player loses the connection ten times in a game, with and without goodbye, and resumes by seq."""
    async with AsyncExitStack() as stack:
        ada = await stack.enter_async_context(Person(server, "Ada"))
        table = await ada.open_table(key, OWN, *(OPEN,) * (seats - 1))
        await ada.connect()
        await ada.follow(table)
        others = await seat(server, stack, table, *(f"Guest {number}" for number in range(1, seats)))
        watcher = await stack.enter_async_context(Person(server))
        await watcher.connect()
        await watcher.follow(table)
        rng = random.Random(3)
        playing = [asyncio.create_task(person.play(table, rng)) for person in others]
        for number in range(10):
            await ada.play(table, rng, actions=number % 2)
            if number % 2:
                ada.break_off()
            else:
                await ada.disconnect()
            await asyncio.sleep(0.02 * (number % 3))  # the others go on, if it is their turn
            await ada.connect()
            await ada.follow(table)
        assert ada.sights[table].status == "playing"
        end = await ada.play(table, rng)
        await asyncio.gather(*playing)
        await watcher.until(lambda: watcher.sights[table].status == "ended")
        assert [news.seq for news in ada.news[table]] == list(range(1, end.seq + 1))
        again = await fresh_news(server, ada, table)
        assert ada.news[table] == again


async def fresh_news(server: Server, person: Person, table: str) -> list[News]:
    """All news of a table for somebody, asked for anew."""
    other = Person(server)
    other.http.cookies = person.http.cookies
    async with other:
        await other.connect()
        await other.follow(table, since=0)
        return other.news[table]


async def test_a_game_that_the_server_does_not_have_is_refused(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        with pytest.raises(Refusal) as refused:
            await ada.open_table("chess", OWN, OPEN)
        assert refused.value.error.code == "unknown_game"
        with pytest.raises(Refusal) as refused:
            await ada.open_table("trambahn", *(OWN,) * 7)
        assert refused.value.error.code == "bad_seats"


async def test_a_watcher_sees_the_table_but_cannot_act(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Eve") as eve:
        table = await ada.open_table("trambahn", OWN, bot(), start=0)
        await eve.connect()
        sight = await eve.follow(table)
        assert sight.seat is None
        assert sight.legal == ()
        for what, command in (
            ("act", {"text": "E", "expected": sight.seq}),
            ("undo", {}),
            ("resign", {}),
            ("say", {"text": "Hello"}),
        ):
            with pytest.raises(Refusal) as refused:
                await eve.do(table, what, **command)
            assert refused.value.error.code == "not_seated"


async def test_without_spectators_nobody_watches_once_it_has_begun(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo, Person(server, "Eve") as eve:
        table = await ada.open_table("trambahn", OWN, OPEN, spectators=False, start=0)
        for person in (ada, bo, eve):
            await person.connect()
            await person.follow(table)
        await bo.do(table, "join")
        await ada.until(lambda: ada.sights[table].status == "playing")
        await ada.play(table, random.Random(1), actions=3)
        await bo.until(lambda: bo.sights[table].seq == ada.sights[table].seq)
        assert eve.sights[table].status == "open"
        with pytest.raises(Refusal):
            await eve.get(f"/api/tables/{table}")
        with pytest.raises(Refusal):
            await eve.get(f"/api/tables/{table}/games")
        await eve.send({"type": "subscribe", "table": table})
        await eve.until(lambda: bool(eve.refusals))
        assert eve.refusals[0].code == "no_spectators"


async def test_clocks_run_out(tmp_path: Path) -> None:
    now = [1_000_000.0]
    with serving(tmp_path, clock=lambda: now[0]) as server:
        async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
            table = await ada.open_table("trambahn", OWN, OPEN, clock={"type": "days", "days": 1}, start=0)
            for person in (ada, bo):
                await person.connect()
                await person.follow(table)
            await bo.do(table, "join")
            await ada.until(lambda: bool(ada.sights[table].legal))
            now[0] += 86_401
            with pytest.raises(Refusal) as refused:
                await ada.act(table, ada.sights[table].legal[0])
            assert refused.value.error.code in ("time_is_up", "table_is_ended", "stale")
            await bo.until(lambda: bo.sights[table].status == "ended")
            result = bo.sights[table].result
            assert result is not None
            assert (result.reason, result.winners) == ("timed_out", (1,))


async def test_a_match_and_a_rematch(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("trambahn", OWN, bot(), games=2, start=0)
        await ada.connect()
        await ada.follow(table)
        first = await ada.play(table, random.Random(1))
        await ada.do(table, "next_game")
        assert ada.sights[table].start_seat == 1
        assert ada.sights[table].commitment != first.commitment
        assert ada.sights[table].seed is None
        await ada.play(table, random.Random(2))
        with pytest.raises(Refusal) as refused:
            await ada.do(table, "next_game")
        assert refused.value.error.code == "match_over"
        await ada.do(table, "propose", wish="rematch")
        await ada.play(table, random.Random(3))
        for number in (1, 2, 3):
            raw = (await ada.http.get(f"/api/tables/{table}/games/{number}/record")).content
            assert stellwerk.verify(records.decode(raw)) > 0
        with pytest.raises(Refusal) as refused:
            await ada.get(f"/api/tables/{table}/games/4/record")
        assert refused.value.error.code == "no_such_record"
