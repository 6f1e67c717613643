"""Copies of SQLite's file: made while a server writes, never half, and put back only where nobody writes."""

from __future__ import annotations

import os
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
SOMEBODY = 12_345
"""The number of a user and of a group."""


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


async def a_copy(place: Path, copy: Path) -> None:
    """A database with one table of three events, and a copy of it."""
    store = await open_store(place)
    await play(store, "t", 3)
    backups.back_up(place, copy, quiet)
    await store.close()


async def test_what_root_puts_back_is_given_to_the_owner_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is the user of the server, which could not open the files of root."""
    place, copy = tmp_path / "data" / "stellwerk.sqlite", tmp_path / "copy.sqlite"
    await a_copy(place, copy)
    given: list[tuple[str, int, int]] = []

    def note(file: Path, user: int, group: int, *, follow_symlinks: bool) -> None:
        assert file.exists()
        assert not follow_symlinks
        given.append((file.name, user, group))

    monkeypatch.setattr("os.chown", note, raising=False)
    monkeypatch.setattr("os.geteuid", lambda: 0, raising=False)
    backups.put_back(copy, place)
    owner = place.parent.stat()
    names = ("stellwerk.lock", ".stellwerk.sqlite.part")  # the second becomes the database
    assert given == [(name, owner.st_uid, owner.st_gid) for name in names]
    monkeypatch.setattr("os.geteuid", lambda: 1000, raising=False)
    backups.put_back(copy, place)
    assert len(given) == len(names)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
async def test_a_server_of_another_user_can_open_what_root_puts_back(tmp_path: Path) -> None:
    place, copy = tmp_path / "data" / "stellwerk.sqlite", tmp_path / "copy.sqlite"
    await a_copy(place, copy)
    for file in (place.parent, *place.parent.iterdir()):
        os.chown(file, SOMEBODY, SOMEBODY)
    place.with_suffix(".lock").unlink()  # put_back makes a new one
    _, former = backups.put_back(copy, place)
    assert former is not None
    for file in place.parent.iterdir():
        assert (file.stat().st_uid, file.stat().st_gid) == (SOMEBODY, SOMEBODY), file
    assert stat.S_IMODE(place.stat().st_mode) == 0o600


async def test_what_an_interrupted_restore_left_is_replaced(tmp_path: Path) -> None:
    place, copy = tmp_path / "data" / "stellwerk.sqlite", tmp_path / "copy.sqlite"
    await a_copy(place, copy)
    left = place.with_name(f".{place.name}.part")
    left.write_bytes(b"x" * 10_000_000)
    left.chmod(0o644)
    backups.put_back(copy, place)
    assert not left.exists()
    assert place.read_bytes() == copy.read_bytes()
    assert stat.S_IMODE(place.stat().st_mode) == 0o600


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
