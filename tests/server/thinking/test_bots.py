"""Bots at tables: they see their view only, think elsewhere, and no table waits for ever for one."""

from __future__ import annotations

import asyncio
import os
import pickle
import random
import signal
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import stellwerk
from stellwerk.server.thinking.bots import QUICK, think
from stellwerk.tables.events import Acted
from stellwerk.workers import process_pool
from tests.server.harness import OPEN, OWN, WAIT, Person, Refusal, bot, serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
GAME = stellwerk.load("trambahn")


def add_bot(monkeypatch: pytest.MonkeyPatch, level: str, choose: Callable[..., Any]) -> None:
    """A further level of Trambahn, for bots that think in this process."""

    class Added:
        def choose(self, *arguments: Any) -> Any:
            return choose(*arguments)

        def within(self, _seconds: float) -> Added:
            """It may think for long, as masters do."""
            return self

    monkeypatch.setitem(GAME.bots, level, Added)


async def against(person: Person, level: str) -> str:
    """A table against a bot that begins."""
    table = await person.open_table("trambahn", OWN, bot(level), start=1)
    await person.connect()
    await person.follow(table)
    return table


async def bot_acts(person: Person, table: str) -> None:
    await person.until(lambda: any(news.kind == "acted" and news.seat == 1 for news in person.news[table]))


class Watched(Executor):
    """Keeps what it is asked to do; may do something after each time."""

    def __init__(self, inner: Executor, then: Callable[[Watched], None] = lambda _: None) -> None:
        self.inner = inner
        self.jobs: list[tuple[Any, ...]] = []
        self._then = then

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.jobs.append((fn, *args, *kwargs.values()))
        future = self.inner.submit(fn, *args, **kwargs)
        self._then(self)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.inner.shutdown(wait, cancel_futures=cancel_futures)


async def test_a_bot_gets_its_view_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, ...]] = []

    def choose(*arguments: Any) -> Any:
        seen.append(arguments)
        return arguments[1][-1]

    add_bot(monkeypatch, "spy", choose)
    executor = Watched(ThreadPoolExecutor(1))
    with serving(tmp_path, make_executor=lambda: executor) as server:
        async with Person(server, "Ada") as ada:
            table = await against(ada, "spy")
            await ada.play(table, random.Random(1), actions=40)
            events = await server.inside(server.services.store.load(table))
    seed = events[0].what.seed
    assert len(seen) > 5
    for view, legal, rng in seen:
        assert type(view) is GAME.view_type
        assert view.seat == 1
        assert view.players[0].hand is None
        assert set(map(type, legal)) <= set(GAME.action_type.__args__)
        assert type(rng) is random.Random
    for job in executor.jobs:
        function, game, level, view, legal, number = job
        assert (function, game, level) == (think, "trambahn", "spy")
        assert isinstance(number, int)
        sent = pickle.dumps(job)
        assert seed.encode() not in sent
        assert events[0].what.owner.encode() not in sent
        assert b'"draw":[' not in view
    assert len(executor.jobs) == len(seen)


async def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    games: list[list[str]] = []
    for number, seed in enumerate(("a" * 64, "a" * 64, "b" * 64)):
        with serving(tmp_path / str(number), new_seed=lambda seed=seed: seed) as server:
            async with Person(server, "Ada") as ada:
                table = await against(ada, "easy")
                await ada.play(table, random.Random(1), actions=30)
                events = await server.inside(server.services.store.load(table))
        games.append([event.what.text for event in events if isinstance(event.what, Acted)])
    assert len(games[0]) > 30
    assert games[0] == games[1] != games[2]


async def test_a_killed_worker_is_replaced_and_the_bot_asked_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    killed: list[int] = []

    def kill(executor: Watched) -> None:
        """kill -9, for the first two times, while it has work to do."""
        processes = executor.inner._processes  # type: ignore[attr-defined]
        if len(killed) < 2:
            for pid in list(processes):
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    with serving(tmp_path, make_executor=lambda: Watched(process_pool(1), kill)) as server:
        async with Person(server, "Ada") as ada:
            table = await against(ada, "simple")
            await bot_acts(ada, table)
            await ada.play(table, random.Random(1), actions=3)
            assert len(killed) == 2
            assert not ada.refusals
    failures = [record for record in caplog.records if "asking again" in record.getMessage()]
    assert len(failures) == 2
    caplog.clear()


async def test_the_loop_goes_on_while_a_bot_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Event()

    def choose(_view: Any, legal: Any, _rng: Any) -> Any:
        assert gate.wait(WAIT)
        return legal[0]

    add_bot(monkeypatch, "slow", choose)
    with serving(tmp_path, make_executor=lambda: ThreadPoolExecutor(2)) as server:
        async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
            table = await against(ada, "slow")
            began = time.perf_counter()
            for _ in range(5):
                assert (await ada.get("/health"))["status"] == "ok"
            other = await against(bo, "simple")
            await bo.play(other, random.Random(1), actions=5)
            assert time.perf_counter() - began < WAIT / 2
            assert not any(news.kind == "acted" and news.seat == 1 for news in ada.news[table])
            with pytest.raises(Refusal) as refused:
                await ada.act(table, "E")
            assert refused.value.error.code == "not_your_turn"
            gate.set()
            await bot_acts(ada, table)


async def test_a_bot_whose_table_was_paused_thinks_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, calls = Event(), []

    def choose(view: Any, legal: Any, _rng: Any) -> Any:
        calls.append(view)
        assert gate.wait(WAIT)
        return legal[0]

    add_bot(monkeypatch, "slow", choose)
    async with Person(server, "Ada") as ada:
        table = await against(ada, "slow")
        await ada.do(table, "propose", wish="pause")
        gate.set()
        while server.services.bots._tasks:
            await asyncio.sleep(0.01)
        assert ada.sights[table].status == "paused"
        assert not any(news.kind == "acted" and news.seat == 1 for news in ada.news[table])
        await ada.do(table, "resume")
        await bot_acts(ada, table)
        assert calls[0] == calls[1]


async def test_a_bot_that_fails_does_something_legal(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Any:
        raise ZeroDivisionError

    def cheat(*_: Any) -> Any:
        return GAME.parse("P B7") if "P B7" not in map(GAME.to_text, _[1]) else GAME.parse("P B8")

    add_bot(monkeypatch, "failing", fail)
    add_bot(monkeypatch, "cheating", cheat)
    for level in ("failing", "cheating"):
        async with Person(server, "Ada") as ada:
            table = await against(ada, level)
            await bot_acts(ada, table)
            await ada.play(table, random.Random(1), actions=2)
    assert caplog.records
    caplog.clear()


async def test_bots_resume_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, thinking = Event(), Event()

    def choose(_view: Any, legal: Any, _rng: Any) -> Any:
        thinking.set()
        gate.wait(WAIT)
        return legal[0]

    add_bot(monkeypatch, "slow", choose)
    with serving(tmp_path) as server:
        async with Person(server, "Ada") as ada:
            table = await against(ada, "slow")
            seq = ada.sights[table].seq
            cookies = ada.http.cookies
            assert await asyncio.to_thread(thinking.wait, WAIT)
    gate.set()
    with serving(tmp_path) as server:
        ada = Person(server)
        ada.http.cookies = cookies
        async with ada:
            await ada.connect()
            await ada.follow(table, since=seq)
            if not ada.news.get(table):
                await ada.until(lambda: bool(ada.news[table]))
            first = ada.news[table][0]
            assert (first.seq, first.kind, first.seat) == (seq + 1, "acted", 1)


async def test_a_table_that_cannot_be_loaded_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A table of a game that this server does not have any more, with a clock and a bot that is due."""
    gate = Event()
    add_bot(monkeypatch, "slow", lambda _view, legal, _rng: (gate.wait(WAIT), legal[0])[1])
    with serving(tmp_path) as server:
        async with Person(server, "Ada") as ada:
            for _ in range(2):
                await ada.open_table(
                    "trambahn", OWN, bot("slow"), start=1, clock={"type": "live", "seconds": 30}
                )
            tables = sorted(entry["id"] for entry in await ada.get("/api/me/tables"))

            async def spoil() -> None:
                await server.services.store.writer.do(  # type: ignore[attr-defined]
                    lambda connection: connection.execute(
                        "UPDATE events SET payload = replace(payload, ?, ?) WHERE table_id = ?",
                        ("trambahn", "chess", tables[0]),
                    )
                )

            await server.inside(spoil())
            cookies = ada.http.cookies
    gate.set()
    with serving(tmp_path) as server:
        ada = Person(server)
        ada.http.cookies = cookies
        async with ada:
            await ada.connect()
            await ada.follow(tables[1])
            await bot_acts(ada, tables[1])
            answer = await ada.http.get(f"/api/tables/{tables[0]}")
            assert answer.status_code == 404
    assert caplog.records
    caplog.clear()


def test_workers_end_with_their_pool() -> None:
    pool = process_pool(1)
    state = stellwerk.new_game("trambahn", seed="x", start_seat=0)
    view = msgspec.json.encode(GAME.view(state, 0))
    texts = tuple(map(GAME.to_text, GAME.legal(state)))
    (chosen,), _ = pool.submit(think, "trambahn", "simple", view, texts, 1).result(WAIT)
    assert chosen in texts
    pool.shutdown()


def test_workers_leave_the_processor_to_the_server() -> None:
    with process_pool(1, behind=True) as pool:
        assert pool.submit(os.nice, 0).result(WAIT) > os.nice(0)


async def test_a_bot_that_costs_nothing_does_not_wait_behind_masters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All workers are busy, and one person has much more to think about."""
    gate = Event()
    add_bot(monkeypatch, "slow", lambda _view, legal, _rng: (gate.wait(WAIT), legal[0])[1])
    with serving(tmp_path) as server:
        async with Person(server, "Mallory") as mallory, Person(server, "Ada") as ada:
            for _ in range(5):
                await mallory.open_table("trambahn", OWN, bot("slow"), start=1)
            table = await against(ada, "simple")
            await bot_acts(ada, table)
            assert server.services.bots.waiting == 4
            gate.set()


async def test_a_bot_shows_whether_it_costs_nothing(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(_view: Any, legal: Any, _rng: Any) -> Any:
        began = time.thread_time()
        while time.thread_time() - began < 2 * QUICK:
            pass
        return legal[0]

    add_bot(monkeypatch, "costly", choose)
    add_bot(monkeypatch, "cheap", lambda _view, legal, _rng: legal[0])
    for level in ("cheap", "costly"):
        async with Person(server, "Ada") as ada:
            table = await against(ada, level)
            await ada.play(table, random.Random(1), actions=4)
    bots = server.services.bots
    assert bots._is_quick("trambahn", "simple", 2)
    assert bots._is_quick("trambahn", "cheap", 2)
    assert not bots._is_quick("trambahn", "costly", 2)
    assert not bots._is_quick("trambahn", "master", 2)


async def test_a_table_of_bots_alone_rests_until_somebody_looks(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("trambahn", bot("random"), bot("random"))
        bots = server.services.bots
        while table not in bots._resting:
            await asyncio.sleep(0.01)
        opened = (await ada.get(f"/api/tables/{table}"))["seq"]
        bots.resume()  # nor does the check for forgotten bots wake it
        assert bots._resuming is not None
        while not bots._resuming.done():
            await asyncio.sleep(0.01)
        assert (await ada.get(f"/api/tables/{table}"))["seq"] == opened
        await ada.connect()
        await ada.follow(table)
        await ada.until(lambda: ada.sights[table].seq > opened + 1)


async def test_somebody_comes_back_and_finds_that_the_bot_has_moved(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await ada.open_table(
            "trambahn", OWN, bot("simple"), start=1, clock={"type": "days", "days": 1}
        )
        while (await ada.get(f"/api/tables/{table}"))["actor"] == 1:
            await asyncio.sleep(0.01)


async def test_a_person_has_bots_at_a_number_of_tables(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stellwerk.server.thinking.bots.QUOTA", 2)
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        for _ in range(2):
            await ada.open_table("trambahn", OWN, bot("simple"), start=0)
        with pytest.raises(Refusal) as refused:
            await ada.open_table("trambahn", OWN, bot("simple"))
        assert refused.value.error.code == "too_many_bots"
        table = await ada.open_table("trambahn", OWN, OPEN)
        with pytest.raises(Refusal) as refused:
            await ada.post(f"/api/tables/{table}/commands", {"do": "seat_bot", "seat": 1, "level": "simple"})
        assert refused.value.error.code == "too_many_bots"
        await bo.open_table("trambahn", OWN, bot("simple"))
