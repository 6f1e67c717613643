"""Both backends for every test that asks for `place` or `store`."""

from __future__ import annotations

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


@pytest.fixture
def postgres_place(postgres: PostgresServer) -> Iterator[str]:
    """The address of a new database."""
    name = f"stellwerk_{next(_NUMBERS)}"
    execute(postgres.get_uri(), f"CREATE DATABASE {name}")
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
