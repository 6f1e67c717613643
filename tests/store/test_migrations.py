"""Databases of older and newer versions, for both backends."""

from __future__ import annotations

import asyncio

import pytest

from stellwerk.store import StoreError, open_store, schema
from stellwerk.store.schema import MIGRATIONS, VERSION
from tests.store.sample import chat, execute, fill, index

pytestmark = pytest.mark.anyio

VERSION_OF = {
    "sqlite": "SELECT user_version FROM pragma_user_version",
    "postgresql": "SELECT max(version) FROM schema_version",
}
SET_VERSION = {
    "sqlite": "PRAGMA user_version = {}",
    "postgresql": "INSERT INTO schema_version (version) VALUES ({})",
}

_ADD_SESSION = "INSERT INTO sessions (token_hash, player, kind, name, time) VALUES {}"


def backend(place: str) -> str:
    return "postgresql" if place.startswith("postgresql") else "sqlite"


async def version_of(place: str) -> int:
    ((version,),) = await asyncio.to_thread(execute, place, VERSION_OF[backend(place)])
    assert isinstance(version, int)
    return version


async def test_a_new_database_has_the_newest_version(place: str) -> None:
    store = await open_store(place)
    await store.close()
    assert await version_of(place) == VERSION == len(MIGRATIONS)


@pytest.mark.parametrize("older", range(1, VERSION))
async def test_an_older_database_keeps_everything(
    place: str, older: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as past:
        past.setattr(schema, "MIGRATIONS", MIGRATIONS[:older])
        past.setattr(schema, "VERSION", older)
        store = await open_store(place)
        await fill(store)
        await store.append("t1", 1, [chat(2)], index())
        events = await store.load("t1")
        await store.close()
    assert await version_of(place) == older

    store = await open_store(place)
    assert await store.load("t1") == events
    assert [entry.id for entry in await store.tables_of("ada", 9)] == ["t1"]
    await store.append("t1", 2, [chat(3)], index())
    await store.add_player("ada", "Ada")
    await store.add_session("hash", "ada", "browser", "Firefox", 1.0)
    assert len(await store.sessions_of("ada")) == 1
    await store.close()
    assert await version_of(place) == VERSION


async def test_tokens_of_people_end(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From version 3 on only bots have them."""
    with monkeypatch.context() as past:
        past.setattr(schema, "MIGRATIONS", MIGRATIONS[:2])
        past.setattr(schema, "VERSION", 2)
        store = await open_store(place)
        await store.add_player("ada", "Ada")
        await store.close()
        for kind in ("browser", "bot"):
            values = f"('{kind}', 'ada', '{kind}', '', 1.0)"
            await asyncio.to_thread(execute, place, _ADD_SESSION.format(values), "SELECT 1")
    store = await open_store(place)
    assert [session.kind for session in await store.sessions_of("ada")] == ["browser"]
    await store.close()


async def test_a_migration_that_fails_changes_nothing(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await open_store(place)
    await fill(store)
    await store.close()
    with monkeypatch.context() as future:
        broken = ("CREATE TABLE half (id TEXT)", "CREATE TABLE tables (id TEXT)")
        future.setattr(schema, "MIGRATIONS", (*MIGRATIONS, broken))
        future.setattr(schema, "VERSION", VERSION + 1)
        with pytest.raises(Exception, match="already exists"):
            await open_store(place)
    assert await version_of(place) == VERSION
    store = await open_store(place)
    assert len(await store.load("t1")) == 1
    await store.close()
    with pytest.raises(Exception, match="half"):
        await asyncio.to_thread(execute, place, "SELECT * FROM half")


async def test_a_newer_database_is_refused(place: str) -> None:
    store = await open_store(place)
    await store.close()
    await asyncio.to_thread(execute, place, SET_VERSION[backend(place)].format(VERSION + 1), "SELECT 1")
    with pytest.raises(StoreError) as refused:
        await open_store(place)
    assert refused.value.code == "newer_database"
    assert refused.value.params == {"version": VERSION + 1, "known": VERSION}
    assert await version_of(place) == VERSION + 1
