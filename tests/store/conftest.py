"""Both backends for every test that asks for `place` or `store`."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING

import pytest

from stellwerk.store import Store, open_store
from tests.store.sample import execute
from tests.store.server import running_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from tests.store.server import PostgresServer

_NUMBERS = count()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A real PostgreSQL. Without one the tests fail."""
    with running_server() as server:
        yield server


class Prepared:
    """A database with all tables, to be used again: a new one costs ten times as much."""

    def __init__(self, place: str) -> None:
        self.place = place
        asyncio.run(self._make())
        named = execute(place, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        self._tables = sorted({name for (name,) in named} - {"schema_version"})

    async def _make(self) -> None:
        await (await open_store(self.place)).close()

    def clear(self) -> None:
        """Leave nothing to whoever comes next; as all rows go, no reference to them is checked."""
        rows = (f"DELETE FROM {name}" for name in self._tables)  # noqa: S608 (names of our own tables)
        execute(self.place, "SET session_replication_role = replica", *rows)


@pytest.fixture(scope="session")
def prepared(postgres: PostgresServer) -> Prepared:
    """The one for all tests of a process."""
    execute(postgres.get_uri(), "CREATE DATABASE prepared")
    return Prepared(postgres.get_uri(database="prepared"))


@pytest.fixture
def postgres_place(postgres: PostgresServer, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty database, or of one with empty tables for those who ask for a `store`."""
    if "store" in request.fixturenames:
        database: Prepared = request.getfixturevalue("prepared")
        yield database.place
        database.clear()
        return
    name = f"stellwerk_{next(_NUMBERS)}"
    execute(postgres.get_uri(), f"CREATE DATABASE {name} STRATEGY FILE_COPY")
    yield postgres.get_uri(database=name)
    execute(postgres.get_uri(), f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def sqlite_place(tmp_path: Path) -> str:
    """The path of a new file."""
    return str(tmp_path / "data" / "stellwerk.sqlite")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> str:
    """Where a new store can be opened, for each backend."""
    found = request.getfixturevalue(f"{request.param}_place")
    assert isinstance(found, str)
    return found


@pytest.fixture
async def store(place: str) -> AsyncIterator[Store]:
    """A new store, for each backend."""
    store = await open_store(place)
    yield store
    await store.close()
