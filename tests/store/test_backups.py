"""Copies of SQLite's file: made while a server writes, never half, and put back only where nobody writes."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from stellwerk.store import StoreError, backups, open_store
from tests.store.sample import chat, index, opened

if TYPE_CHECKING:
    from pathlib import Path

    from stellwerk.store import Store

pytestmark = pytest.mark.anyio


async def play(store: Store, table: str, events: int) -> None:
    """A table at which this much has happened."""
    what = [opened(table), *(chat(seq, table=table) for seq in range(2, events + 1))]
    await store.append(table, 0, what, index(table))


def quiet(_done: int, _every: int) -> None:
    """Hear of nothing."""


async def test_a_copy_made_while_the_store_is_open(tmp_path: Path) -> None:
    place, copy = tmp_path / "stellwerk.sqlite", tmp_path / "copy.sqlite"
    store = await open_store(place)
    await play(store, "t", 30)
    found = backups.back_up(place, copy, quiet)
    await play(store, "later", 3)
    await store.close()
    assert (found.tables, found.events) == (1, 30)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir() if "part" in file.name] == []
    again = await open_store(copy)
    assert len(await again.load("t")) == 30
    assert await again.load("later") == []
    await again.close()


async def test_what_was_there_is_kept(tmp_path: Path) -> None:
    place, copy = tmp_path / "data" / "stellwerk.sqlite", tmp_path / "copy.sqlite"
    store = await open_store(place)
    await play(store, "t", 3)
    backups.back_up(place, copy, quiet)
    await play(store, "later", 2)
    await store.close()
    found, former = backups.put_back(copy, place)
    assert found.tables == 1
    assert former is not None
    for file, tables in ((place, 1), (former, 2)):
        assert backups.contents(file).tables == tables


async def test_nothing_is_put_in_the_place_of_a_database_in_use(tmp_path: Path) -> None:
    place, copy = tmp_path / "stellwerk.sqlite", tmp_path / "copy.sqlite"
    store = await open_store(place)
    await play(store, "t", 3)
    backups.back_up(place, copy, quiet)
    with pytest.raises(StoreError, match="store_in_use"):
        backups.put_back(copy, place)
    assert len(await store.load("t")) == 3
    await store.close()


async def test_a_damaged_or_torn_copy_is_refused(tmp_path: Path) -> None:
    place, copy = tmp_path / "stellwerk.sqlite", tmp_path / "copy.sqlite"
    store = await open_store(place)
    await play(store, "t", 300)
    backups.back_up(place, copy, quiet)
    await store.close()
    with closing(sqlite3.connect(copy)) as torn, torn:
        torn.execute("DELETE FROM events WHERE seq = 300")
    with pytest.raises(StoreError, match="damaged"):
        backups.put_back(copy, place)
    content = bytearray(place.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 4096] = b"\xff" * 4096
    copy.write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        backups.put_back(copy, place)
    copy.write_text("no database at all")
    with pytest.raises(StoreError, match="damaged"):
        backups.put_back(copy, place)
    assert backups.contents(place).events == 300
