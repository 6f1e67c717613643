"""No request keeps the event loop from others for long, however long a table or a record is.

What is measured is the CPU time of the loop's thread, beside fixed work in the same process: a slow or busy
machine makes both take longer.
"""

from __future__ import annotations

import asyncio
import gc
import time
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

import msgspec
import pytest

import stellwerk
from stellwerk.core.record import Record, make_record
from stellwerk.server.guard.watch import Watch
from stellwerk.server.live import hub, slices
from stellwerk.store import history as pages
from stellwerk.store import index_of, open_store
from stellwerk.tables import commands
from stellwerk.tables import play as at_table
from stellwerk.tables.config import OwnSeat, TableConfig
from stellwerk.tables.events import Chatted, Event
from stellwerk.workers import process_pool
from tests.contract.worlds import random_game
from tests.server.harness import Person, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from stellwerk.store import Store
    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
PAIRS = 1_500
LINES = 20_000
TRIES = 5
GAME = "interurban"
ME = "me"
LONG = "long"


def allowed() -> float:
    """The longest block: CPU seconds of work that takes 20 ms on the machine of docs/bench.md."""
    best = []
    for _ in range(5):
        began = time.thread_time()
        sum(number * number % 7 for number in range(260_000))
        best.append(time.thread_time() - began)
    return sorted(best)[2]


@contextmanager
def unswept() -> Iterator[None]:
    """Without collections of garbage, which a server seldom has; does nothing within another one."""
    if not gc.isenabled():
        yield
        return
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@asynccontextmanager
async def watched(server: Server) -> AsyncIterator[Watch]:
    """Watches the loop of a server, closely; all of its blocks are known after that."""
    watch = Watch(every=0.0005)

    async def start() -> None:
        watch.start()

    async def answer() -> None:
        """After whoever knocked while the loop was busy."""

    with unswept():
        await server.inside(start())
        try:
            yield watch
            await server.inside(answer())
        finally:
            watch.stop()


async def filled(folder: Path, *, pairs: int = 0, lines: int = 0) -> str:
    """A store with one table, where somebody acted and took it back, and talked."""
    store = await open_store(folder)
    await add_long_table(store, ME, pairs=pairs, lines=lines)
    await store.close()
    return LONG


async def add_long_table(store: Store, owner: str, *, pairs: int = 0, lines: int = 0) -> None:
    """Such a table in a store, with its owner at both seats."""
    plan = TableConfig(GAME, (OwnSeat("a"), OwnSeat("b")), start=0)
    draft = commands.open_table(LONG, plan, owner, "Me", "LONG", "seed", 0)
    events, table = draft.events, draft.table
    text = table.game.to_text(table.game.legal(table.state)[0])
    for _ in range(pairs):
        draft = at_table.act(table, owner, text, table.seq, None, 0)
        events += draft.events
        draft = at_table.undo(draft.table, owner, None, 0)
        events, table = events + draft.events, draft.table
    events += [Event(LONG, table.seq + 1 + line, 0.0, Chatted(0, f"{line}")) for line in range(lines)]
    await store.append(LONG, 0, events, index_of(table))


async def test_taking_back_for_hours_costs_nobody_else_anything(tmp_path: Path) -> None:
    table = await filled(tmp_path, pairs=PAIRS)
    with serving(tmp_path) as server:
        async with Person(server) as watcher:
            await watcher.connect()
            async with watched(server) as watch:
                await watcher.follow(table, since=0)  # loads the table, too
            assert watch.longest < allowed()
        kinds = [told.kind for told in watcher.news[table]]
        assert kinds == ["opened", "began", "acted"]  # what was taken back is not told: only the deal stands
        assert watcher.sights[table].seq == 2 * PAIRS + 3


async def test_thousands_of_chat_lines_cost_nobody_else_anything(tmp_path: Path) -> None:
    table = await filled(tmp_path, lines=LINES)
    with serving(tmp_path) as server:
        async with Person(server) as watcher:
            await watcher.connect()
            async with watched(server) as watch:
                await watcher.follow(table, since=0)
            assert watch.longest < allowed()
        said = [told.text for told in watcher.news[table] if told.kind == "chatted"]
        assert said == [f"{line}" for line in range(LINES - 100, LINES)]
        assert [message.text for message in watcher.sights[table].chat] == said


async def test_without_slices_it_would(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The measurement notices a block, or the next one where nobody could knock meanwhile."""
    table = await filled(tmp_path, pairs=PAIRS)
    monkeypatch.setattr(slices, "SLICE", 1e9)
    monkeypatch.setattr(pages, "PAGE", 10**9)
    with serving(tmp_path) as server:
        async with Person(server) as watcher:
            await watcher.connect()
            blocks = []
            for _ in range(TRIES):
                async with watched(server) as watch:
                    await watcher.follow(table, since=0)
                blocks.append(watch.longest)
                if watch.longest > allowed():
                    return
    raise AssertionError(f"no block was noticed: {blocks}")


async def test_a_table_that_was_loaded_once_is_frozen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await filled(tmp_path, pairs=100)
    with serving(tmp_path) as server:
        loaded = (await server.inside(server.services.hub.live(table))).table
        for _ in range(1000):
            if await server.inside(server.services.store.snapshot(table)) is not None:
                break
            await asyncio.sleep(0.01)
    read: list[int] = []

    def reading(store: Store, table_id: str, after: int) -> AsyncIterator[list[Event]]:
        read.append(after)
        return pages.pages(store, table_id, after)

    monkeypatch.setattr(hub, "pages", reading)
    with serving(tmp_path) as server:
        again = (await server.inside(server.services.hub.live(table))).table
    assert again == loaded
    assert read == [loaded.seq]


async def test_what_was_known_and_taken_back_is_told(tmp_path: Path) -> None:
    """Somebody who knew an action that was taken back since is told so, however long ago that was."""
    table = await filled(tmp_path, pairs=100)
    with serving(tmp_path) as server:
        async with Person(server) as watcher:
            await watcher.connect()
            for since, told in ((4, ["undone"]), (5, []), (3, [])):
                watcher.news.clear()
                await watcher.follow(table, since=since)  # 4: an action; 5: taken back
                assert [news.kind for news in watcher.news[table]] == told
    with serving(tmp_path) as server:
        async with Person(server) as watcher:
            games = await watcher.get(f"/api/tables/{table}/games")
            assert games == []


async def test_records_replays_and_pictures_cost_nobody_else_anything(tmp_path: Path) -> None:
    """In a real process: a thread would share the interpreter."""
    table = await filled(tmp_path, pairs=PAIRS)
    record = a_long_record()
    with serving(tmp_path, make_chores=lambda: process_pool(1)) as server:
        async with Person(server, "Ada") as ada, watched(server) as watch:
            assert await ada.get(f"/api/tables/{table}/games") == []
            replay = await ada.post("/api/replay?seat=0", msgspec.to_builtins(record))
            assert len(replay["steps"]) == len(record.actions)
            assert (await ada.http.get(f"/api/tables/{table}/picture")).status_code == 200
            assert (await ada.http.get(f"/api/tables/{table}/pictures/1")).status_code == 200
        assert watch.longest < allowed()


def a_long_record() -> Record:
    """A game whose replay takes a second."""
    game = stellwerk.load("transamerica")
    setup = game.setup(2)
    played = [moment.action for moment in random_game(game, setup, "long")]
    return make_record(game, setup, ("Ada", "Bo"), played)
