"""Two server processes on one PostgreSQL: one table, whichever process one is connected to."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stellwerk import Record, verify
from stellwerk.core.record import replay
from tests.server.processes import Guest, Server, receive, send
from tests.store.server import running_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from websockets.asyncio.client import ClientConnection

LIMIT = 120
"""Seconds that a test may take, in the worst case."""


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A real PostgreSQL. Without one the tests fail."""
    with running_server() as postgres:
        yield postgres.get_uri()


@pytest.fixture
def servers(tmp_path: Path, database: str) -> Iterator[tuple[Server, Server]]:
    """Two processes that share the secret and the database."""
    options = (tmp_path, f"--database={database}")
    with Server(*options) as first, Server(*options) as second:
        yield first, second


class Eyes:
    """A guest's connection to one of the processes, and the table as seen through it."""

    def __init__(self, guest: Guest, server: Server, socket: ClientConnection) -> None:
        self.guest = guest
        self.server = server
        self.socket = socket
        self.table: dict[str, Any] = {}
        self.told: list[dict[str, Any]] = []

    @classmethod
    async def open(cls, stack: AsyncExitStack, guest: Guest, server: Server, table: str) -> Eyes:
        """Watch a table from now on."""
        eyes = cls(guest, server, await stack.enter_async_context(guest.connect(server)))
        await send(eyes.socket, "subscribe", table=table)
        await eyes.look()
        return eyes

    async def look(self) -> None:
        """Wait for news."""
        frame = await receive(self.socket, "table")
        self.table = frame["table"]
        self.told += frame["news"]

    async def look_until(self, seq: int) -> None:
        """Wait until the table is at an event at least."""
        while self.table["seq"] < seq:
            await self.look()

    async def act(self, text: str, expected: int) -> dict[str, Any]:
        """Act over the WebSocket: the answer. News that come before it are seen."""
        command = {"do": "act", "text": text, "expected": expected}
        await send(self.socket, "do", id=expected, table=self.table["id"], command=command)
        while (frame := await receive(self.socket))["type"] == "table":
            self.table = frame["table"]
            self.told += frame["news"]
        return frame


async def two_players(
    stack: AsyncExitStack, servers: tuple[Server, Server]
) -> tuple[tuple[Eyes, Eyes], tuple[Eyes, Eyes]]:
    """Two guests at a table, each watching it through both processes: for each seat, home and elsewhere."""
    first, second = servers
    anna, ben = await Guest("Anna", 1).enter(first), await Guest("Ben", 2).enter(second)
    opened = await anna.open_table(first, "trambahn", [{"type": "own"}, {"type": "open"}])
    status, answer = await ben.do(second, opened["id"], do="join")
    assert status == 200, answer
    watching = [
        [await Eyes.open(stack, guest, server, opened["id"]) for server in places]
        for guest, places in ((anna, (first, second)), (ben, (second, first)))
    ]
    return (watching[0][0], watching[0][1]), (watching[1][0], watching[1][1])


def check_record(record: dict[str, Any], told: list[dict[str, Any]]) -> None:
    """Every action once, as the law allows it, and chance from the seed."""
    assert [item["seq"] for item in told] == list(range(1, len(told) + 1))
    played = [item for item in told if item["kind"] == "acted"]
    finished = msgspec.convert(record, Record)
    assert len(list(replay(finished))) == len(finished.actions) == len(played)
    verify(finished)


async def record_of(eyes: Eyes) -> dict[str, Any]:
    status, record = await eyes.guest.ask(
        eyes.server, "GET", f"/api/tables/{eyes.table['id']}/games/1/record"
    )
    assert status == 200, record
    return record


def test_players_on_different_processes_see_each_others_moves(servers: tuple[Server, Server]) -> None:
    async def play() -> None:
        rng = random.Random(1)
        async with asyncio.timeout(LIMIT), AsyncExitStack() as stack:
            seats = await two_players(stack, servers)
            everybody = [eyes for seat in seats for eyes in seat]
            seq = max(eyes.table["seq"] for eyes in everybody)
            while True:
                for eyes in everybody:
                    await eyes.look_until(seq)
                assert len({msgspec.json.encode(eyes.table["actor"]) for eyes in everybody}) == 1
                if seats[0][0].table["status"] == "ended":
                    break
                actor, _ = seats[seats[0][0].table["actor"]]
                answer = await actor.act(rng.choice(actor.table["legal"]), seq)
                assert answer["type"] == "done", answer
                seq = answer["seq"]
            assert len({msgspec.json.encode(eyes.table["result"]) for eyes in everybody}) == 1
            for eyes in everybody:
                check_record(await record_of(eyes), eyes.told)

    asyncio.run(play())


def test_of_concurrent_moves_exactly_one_wins(servers: tuple[Server, Server]) -> None:
    async def race() -> None:
        rng = random.Random(2)
        won = [0, 0]
        async with asyncio.timeout(LIMIT), AsyncExitStack() as stack:
            seats = await two_players(stack, servers)
            seq = max(eyes.table["seq"] for seat in seats for eyes in seat)
            for number in range(40):
                for seat in seats:
                    for eyes in seat:
                        await eyes.look_until(seq)
                home, elsewhere = seats[seats[0][0].table["actor"]]
                legal = home.table["legal"]
                texts = rng.choice(legal), rng.choice(legal)
                if number % 2:
                    answers = await over_rest(home, elsewhere, texts, seq)
                else:
                    answers = [*await asyncio.gather(home.act(texts[0], seq), elsewhere.act(texts[1], seq))]
                winners = [place for place, answer in enumerate(answers) if answer["type"] == "done"]
                assert len(winners) == 1, answers
                won[winners[0]] += 1
                refusal = answers[1 - winners[0]]["error"]
                assert refusal["code"] == "stale"
                assert str(seq) in refusal["message"]
                await home.look_until(seq + 1)
                assert [item["text"] for item in home.told if item["seq"] == seq + 1] == [texts[winners[0]]]
                seq = answers[winners[0]]["seq"]
        assert sum(won) == 40

    asyncio.run(race())


async def over_rest(home: Eyes, elsewhere: Eyes, texts: tuple[str, str], seq: int) -> list[dict[str, Any]]:
    """Both actions at once over REST, as if the answers were frames; a conflict is a 409."""
    found = []
    for status, answer in await asyncio.gather(
        *(
            eyes.guest.do(eyes.server, eyes.table["id"], do="act", text=text, expected=seq)
            for eyes, text in zip((home, elsewhere), texts, strict=True)
        )
    ):
        assert status in (200, 409), answer
        found.append(
            {"type": "done", "seq": answer["seq"]} if status == 200 else {"type": "refused", "error": answer}
        )
    return found


def test_bots_are_played_once(servers: tuple[Server, Server]) -> None:
    async def play() -> None:
        rng = random.Random(3)
        seats = [{"type": "own"}, {"type": "bot", "level": "simple"}]
        async with asyncio.timeout(LIMIT), AsyncExitStack() as stack:
            guest = await Guest("Anna", 1).enter(servers[0])
            opened = await guest.open_table(servers[0], "trambahn", seats)
            both = [await Eyes.open(stack, guest, server, opened["id"]) for server in servers]
            while both[0].table["status"] != "ended":
                while not both[0].table["legal"] and both[0].table["status"] != "ended":
                    await both[0].look()
                await both[1].look_until(both[0].table["seq"])
                if legal := both[0].table["legal"]:  # now through one process, now through the other
                    answer = await rng.choice(both).act(rng.choice(legal), both[0].table["seq"])
                    assert answer["type"] == "done", answer
                    for eyes in both:
                        await eyes.look_until(answer["seq"])
            await both[1].look_until(both[0].table["seq"])  # the bot's last move may have reached one alone
            for eyes in both:
                check_record(await record_of(eyes), eyes.told)

    asyncio.run(play())


def test_a_bot_whose_process_was_killed_is_asked_by_the_other(servers: tuple[Server, Server]) -> None:
    async def play() -> None:
        first, second = servers
        seats = [{"type": "bot", "level": "simple"}, {"type": "own"}]
        async with asyncio.timeout(LIMIT), AsyncExitStack() as stack:
            guest = await Guest("Anna", 1).enter(first)
            tables = [await guest.open_table(first, "trambahn", seats, start=0) for _ in range(6)]
            assert all(table["actor"] == 0 for table in tables)
            first.kill()  # before its bots, whose processes take a while to start, have thought
            for opened in tables:
                eyes = await Eyes.open(stack, guest, second, opened["id"])
                while eyes.table["actor"] != 1:
                    await eyes.look()
                assert eyes.table["legal"]

    asyncio.run(play())
