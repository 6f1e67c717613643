"""Stores that only read: beside one that writes, changing nothing, and making nothing."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from stellwerk.core.game import Result
from stellwerk.store import StoreError, open_store
from stellwerk.tables.events import Ended, Event
from tests.store.sample import execute, fill, index

if TYPE_CHECKING:
    from pathlib import Path

    from stellwerk.store import Store

pytestmark = pytest.mark.anyio
ENDED = Event("t1", 2, 1.0, Ended(Result((1, 0), (1, 2), (0,), "TB-5.1", None)))


async def test_it_sees_what_another_has_written(store: Store, place: str) -> None:
    await fill(store, "t1")
    await fill(store, "t2")
    reader = await open_store(place, read_only=True)
    try:
        assert await reader.tables_with_results() == []
        await store.append("t1", 1, [ENDED], index("t1"))
        assert await reader.tables_with_results() == ["t1"]
        assert await reader.load("t1", 1) == [ENDED]
        with pytest.raises(Exception, match=r"(?i)read-?only"):
            await reader.rename("ada", "Eve")
    finally:
        await reader.close()


async def test_an_old_or_missing_database_is_left_alone(place: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no_database"):
        await open_store(place, read_only=True)
    assert not list(tmp_path.iterdir())
    await (await open_store(place)).close()
    sqlite, postgres = "PRAGMA user_version = 1", "DELETE FROM schema_version WHERE version > 1"
    await asyncio.to_thread(execute, place, postgres if place.startswith("postgresql") else sqlite)
    with pytest.raises(StoreError, match="older_database"):
        await open_store(place, read_only=True)
