"""What only SQLite has: one writer with group commit, a lock, and a disk that may be full."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event as Signal
from typing import TYPE_CHECKING

import pytest

from stellwerk.core.texts import load_texts
from stellwerk.store import Conflict, StoreError, open_store, sqlite
from stellwerk.store.sqlite import SqliteStore
from tests.store.appender import ROOT
from tests.store.sample import chat, eventually, fill, index, opened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(sqlite_place: str) -> AsyncIterator[SqliteStore]:
    store = await open_store(sqlite_place)
    assert isinstance(store, SqliteStore)
    yield store
    await store.close()


@asynccontextmanager
async def busy_writer(store: SqliteStore) -> AsyncIterator[None]:
    """Keep the writer in a transaction of its own; whatever is asked for meanwhile waits in the queue."""
    begun, done = Signal(), Signal()

    def work(_: sqlite3.Connection) -> None:
        begun.set()
        done.wait(20)

    task = asyncio.create_task(store.writer.do(work))
    await eventually(begun.is_set)
    yield
    done.set()
    await task


async def settle() -> None:
    """Let tasks that were just made put their work into the queue."""
    for _ in range(3):
        await asyncio.sleep(0)


def stored(place: str) -> int:
    """How many events another program sees in the file."""
    with closing(sqlite3.connect(place)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM events").fetchone()
        assert isinstance(count, int)
        return count


async def test_appends_that_wait_share_a_commit(store: SqliteStore) -> None:
    before = store.writer.commits
    async with busy_writer(store):
        tasks = [asyncio.create_task(fill(store, f"t{number}")) for number in range(50)]
        await settle()
    await asyncio.gather(*tasks)
    assert store.writer.commits == before + 2


async def test_a_conflict_does_not_hurt_the_others(store: SqliteStore) -> None:
    await fill(store, "t0")
    before = store.writer.commits
    async with busy_writer(store):
        attempts = (
            fill(store, "t1"),
            store.append("t0", 1, [chat(2, table="t0")], index("t0")),
            store.append("t0", 1, [chat(2, table="t0"), chat(3, table="t0")], index("t0")),
            fill(store, "t2", code="code-t1"),
            fill(store, "t3"),
        )
        tasks = [asyncio.create_task(attempt) for attempt in attempts]
        await settle()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert store.writer.commits == before + 2
    assert [type(outcome) for outcome in outcomes] == [
        type(None),
        type(None),
        Conflict,
        Conflict,
        type(None),
    ]
    assert [len(await store.load(f"t{number}")) for number in range(4)] == [2, 1, 0, 1]


async def test_work_that_fails_is_undone_alone(store: SqliteStore) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO players (id, name) VALUES ('x', 'x')")
        raise ZeroDivisionError

    async with busy_writer(store):
        tasks = [asyncio.create_task(store.writer.do(fail)), asyncio.create_task(store.add_player("a", "A"))]
        await settle()
    failed, _ = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(failed, ZeroDivisionError)
    assert await store.player("x") is None
    assert await store.player("a") is not None


async def test_nobody_is_answered_before_the_commit(store: SqliteStore, sqlite_place: str) -> None:
    async with busy_writer(store):
        append = asyncio.create_task(fill(store))
        await settle()
        second = busy_writer(store)
        entering = asyncio.create_task(second.__aenter__())
        await settle()
    await entering  # now the append is done, but its transaction still runs
    await asyncio.sleep(0.05)
    assert not append.done()
    assert await asyncio.to_thread(stored, sqlite_place) == 0
    await second.__aexit__(None, None, None)
    await append
    assert await asyncio.to_thread(stored, sqlite_place) == 1


async def test_whoever_stops_waiting_does_not_stop_the_append(store: SqliteStore) -> None:
    heard: list[tuple[str, int]] = []
    store.subscribe(lambda table, seq: heard.append((table, seq)))
    async with busy_writer(store):
        task = asyncio.create_task(fill(store))
        await settle()
        task.cancel()
    await eventually(lambda: heard == [("t1", 1)])
    assert len(await store.load("t1")) == 1


async def test_commits_are_synced_to_disk(store: SqliteStore) -> None:
    async def ask(pragma: str) -> object:
        return await store.writer.do(lambda connection: connection.execute(f"PRAGMA {pragma}").fetchone()[0])

    assert await ask("journal_mode") == "wal"
    assert await ask("synchronous") == 2  # FULL
    assert await ask("foreign_keys") == 1


async def test_closing_finishes_what_waits(sqlite_place: str) -> None:
    store = await open_store(sqlite_place)
    assert isinstance(store, SqliteStore)
    async with busy_writer(store):
        append = asyncio.create_task(fill(store))
        await settle()
        closing_down = asyncio.create_task(store.close())
        await settle()
    await asyncio.gather(append, closing_down)
    assert stored(sqlite_place) == 1


# Files


async def test_a_folder_is_made_and_gets_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "some" / "data"
    store = await open_store(folder)
    await store.close()
    assert (folder / "stellwerk.sqlite").exists()


async def test_a_second_store_on_the_same_file_is_refused(store: SqliteStore, sqlite_place: str) -> None:
    with pytest.raises(StoreError) as refused:
        await open_store(sqlite_place)
    assert (refused.value.code, refused.value.params) == ("store_in_use", {"file": sqlite_place})
    await fill(store)
    await store.close()
    again = await open_store(sqlite_place)
    assert len(await again.load("t1")) == 1
    await again.close()


async def test_a_second_process_on_the_same_file_is_refused(store: SqliteStore, sqlite_place: str) -> None:
    await fill(store)
    command = [sys.executable, "-m", "tests.store.appender", sqlite_place, "1", "1"]
    child = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, capture_output=True, text=True)
    assert child.returncode == 1
    assert "StoreError: store_in_use" in child.stderr
    await store.append("t1", 1, [chat(2)], index())


async def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "bad.sqlite"
    file.write_bytes(b"This is no database. " * 100)
    with pytest.raises(StoreError) as refused:
        await open_store(file)
    assert refused.value.code == "damaged"
    with pytest.raises(StoreError, match="damaged"):  # not store_in_use: the lock was let go
        await open_store(file)


async def test_damage_in_the_middle_is_told(sqlite_place: str) -> None:
    store = await open_store(sqlite_place)
    await fill(store)
    await store.append("t1", 1, [chat(seq, "x" * 2_000) for seq in range(2, 200)], index())
    await store.close()
    file = Path(sqlite_place)
    data = bytearray(file.read_bytes())
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 40 * 4096] = b"\xa5" * (40 * 4096)
    file.write_bytes(data)
    with pytest.raises(StoreError) as refused:
        await open_store(sqlite_place)
    assert refused.value.code == "damaged"
    assert "\n" not in str(refused.value.params["problem"])


async def test_a_large_file_is_searched_for_a_while(
    sqlite_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(sqlite_place)
    await fill(store)
    await store.close()
    monkeypatch.setattr(sqlite, "CHECK_SECONDS", -1.0)
    monkeypatch.setattr(sqlite, "CHECK_STEPS", 1)
    store = await open_store(sqlite_place)
    assert len(await store.load("t1")) == 1
    await store.close()


async def test_a_place_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="not_writable"):
        await open_store(tmp_path / "file" / "data")


async def test_a_folder_without_permission_is_refused() -> None:
    program = (
        "import asyncio, os, sys, stellwerk.store.sqlite; from stellwerk.store import open_store\n"
        "if os.geteuid() == 0: os.setuid(65534)\n"
        "asyncio.run(open_store(sys.argv[1]))"
    )
    with TemporaryDirectory() as name:  # not one of pytest's, where other users may not even look
        folder = Path(name)
        store = await open_store(folder)
        await store.close()
        for file in folder.iterdir():
            file.chmod(0o444)
        folder.chmod(0o555)
        command = [sys.executable, "-c", program, name]
        child = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, capture_output=True, text=True)
        folder.chmod(0o755)
    assert "StoreError: not_writable" in child.stderr


async def test_a_program_that_keeps_the_file_busy(store: SqliteStore, sqlite_place: str) -> None:
    await store.writer.do(lambda connection: connection.execute("PRAGMA busy_timeout = 50"))
    with closing(sqlite3.connect(sqlite_place, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="store_busy"):
            await fill(store)
        assert await store.load("t1") == []
    await fill(store)


# Disks


async def test_a_full_disk_refuses_whole_appends_until_there_is_room(store: SqliteStore) -> None:
    async def limit(pages: int) -> None:
        await store.writer.do(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}"))

    await fill(store)
    await limit(60)
    seq = 1
    for size in (5, 1):  # whole appends are refused, until not even one event has room
        code = None
        while code is None and seq < 500:
            try:
                events = [chat(seq + n, "x" * 2_000) for n in range(1, size + 1)]
                await store.append("t1", seq, events, index())
                seq += size
            except StoreError as error:
                code = error.code
        assert code == "disk_full"
    assert 1 < seq < 500
    with pytest.raises(StoreError, match="disk_full"):
        await store.probe(1.0)
    assert [event.seq for event in await store.load("t1")] == list(range(1, seq + 1))
    await limit(10_000)
    await store.probe(2.0)
    await store.append("t1", seq, [chat(seq + 1)], index())
    assert len(await store.load("t1")) == seq + 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
async def test_a_disk_that_fails_in_the_middle_of_writing(sqlite_place: str) -> None:
    command = [sys.executable, "-m", "tests.store.small_disk", sqlite_place]
    child = await asyncio.to_thread(
        subprocess.run, command, cwd=ROOT, capture_output=True, text=True, check=True
    )
    code, acknowledged, later = child.stdout.split()
    assert code == "disk_error"
    store = await open_store(sqlite_place)
    found = [event.seq for event in await store.load("t1")]
    assert found == list(range(1, int(later) + 1))
    assert int(later) == int(acknowledged) + 1 > 2
    await store.close()


async def test_the_first_append_of_many_events_is_whole(store: SqliteStore) -> None:
    await store.writer.do(lambda connection: connection.execute("PRAGMA max_page_count = 40"))
    events = [opened(), *(chat(seq, "x" * 5_000) for seq in range(2, 60))]
    with pytest.raises(StoreError, match="disk_full"):
        await store.append("t1", 0, events, index())
    assert await store.load("t1") == []
    assert await store.find("code-t1") is None
    assert await store.tables_of("ada", 9) == []


async def test_a_restored_file_is_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "stellwerk.sqlite"
    store = await open_store(file)
    await store.close()
    file.chmod(0o644)  # as a copy of a backup may be
    store = await open_store(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    await store.close()


async def test_postgresql_without_its_package_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "stellwerk.store.postgres", None)
    with pytest.raises(StoreError) as refused:
        await open_store("postgresql://localhost/stellwerk")
    assert "its extra “postgres”" in load_texts(None, "en", "stellwerk.store").sentence(refused.value)
