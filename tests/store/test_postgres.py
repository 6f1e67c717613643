"""What only PostgreSQL has: several processes at once, and connections that break."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import asyncpg
import pytest

from stellwerk.store import Conflict, Store, StoreError, open_store
from stellwerk.store.postgres import PostgresStore
from tests.store import appender
from tests.store.sample import chat, eventually, fill, index

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.store.server import PostgresServer

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def opened_store(place: str) -> AsyncIterator[Store]:
    store = await open_store(place)
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def stores(postgres_place: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two stores on one database, as two server processes have them."""
    async with AsyncExitStack() as stack:
        one, two = [await stack.enter_async_context(opened_store(postgres_place)) for _ in range(2)]
        yield one, two


@pytest.fixture
async def admin(postgres: PostgresServer) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(postgres.get_uri())
    yield connection
    await connection.close()


def listen(store: Store) -> list[tuple[str, int]]:
    """What the store tells from now on."""
    heard: list[tuple[str, int]] = []
    store.subscribe(lambda table, seq: heard.append((table, seq)))
    return heard


def name_of(place: str) -> str:
    """The name of the database."""
    return urlsplit(place).path.removeprefix("/")


async def test_appends_of_another_process_are_heard(postgres_place: str) -> None:
    async with opened_store(postgres_place) as store:
        heard = listen(store)
        child = appender.start(postgres_place, tables=2, appends=20)
        await eventually(lambda: {("t0", 20), ("t1", 20)} <= set(heard))
        output, _ = await asyncio.to_thread(child.communicate)
        assert child.returncode == 0
        assert len(set(heard)) == len(output.splitlines()) == 40
        assert [event.seq for event in await store.load("t0")] == list(range(1, 21))


async def test_of_two_processes_exactly_one_wins(stores: tuple[Store, Store]) -> None:
    await fill(stores[0])
    attempts = [
        stores[number % 2].append("t1", 1, [chat(2, str(number))], index(people=(f"p{number}",)))
        for number in range(50)
    ]
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    (winner,) = [number for number, outcome in enumerate(outcomes) if outcome is None]
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 49
    for store in stores:
        _, event = await store.load("t1")
        assert event.what == chat(2, str(winner)).what
        assert len(await store.tables_of(f"p{winner}", 9)) == 1


async def test_two_processes_on_the_same_tables_do_not_block_each_other(stores: tuple[Store, Store]) -> None:
    tables = [f"t{number}" for number in range(40)]
    await asyncio.gather(*(fill(stores[0], table) for table in tables))
    for seq in range(1, 6):
        attempts = [
            store.append(table, seq, [chat(seq + 1, table=table)], index(table))
            for store, order in zip(stores, (tables, tables[::-1]), strict=True)
            for table in order
        ]
        outcomes = await asyncio.gather(*attempts, return_exceptions=True)
        assert outcomes.count(None) == len(tables)
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == len(tables)
    for table in tables:
        assert len(await stores[1].load(table)) == 6


async def test_appends_that_wait_share_a_statement(postgres_place: str) -> None:
    async with opened_store(postgres_place) as store:
        assert isinstance(store, PostgresStore)
        await asyncio.gather(*(fill(store, f"t{number}") for number in range(50)))
        assert store.batches.statements == 1


async def test_what_the_database_refuses_does_not_hurt_the_others(stores: tuple[Store, Store]) -> None:
    people = (("ada",), ("nobody\0",), ("bo",))  # such an id cannot exist
    attempts = [fill(stores[0], f"t{number}", people=ids) for number, ids in enumerate(people)]
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    assert outcomes[0] is outcomes[2] is None
    assert isinstance(outcomes[1], asyncpg.PostgresError)
    assert [len(await stores[1].load(f"t{number}")) for number in range(3)] == [1, 0, 1]


async def test_whoever_stops_waiting_does_not_stop_the_append(stores: tuple[Store, Store]) -> None:
    heard = listen(stores[0])
    task = asyncio.create_task(fill(stores[0]))
    await asyncio.sleep(0)
    task.cancel()
    await eventually(lambda: ("t1", 1) in heard)
    assert len(await stores[1].load("t1")) == 1


async def test_closing_finishes_what_waits(postgres_place: str) -> None:
    store = await open_store(postgres_place)
    append = asyncio.create_task(fill(store))
    await asyncio.sleep(0)
    await asyncio.gather(append, store.close())
    async with opened_store(postgres_place) as again:
        assert len(await again.load("t1")) == 1


async def test_two_processes_open_the_same_new_table(stores: tuple[Store, Store]) -> None:
    outcomes = await asyncio.gather(*(fill(store) for store in stores), return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "NoneType"]
    assert len(await stores[0].load("t1")) == 1


async def test_two_processes_may_start_at_once(postgres_place: str) -> None:
    stores = await asyncio.gather(*(open_store(postgres_place) for _ in range(4)))
    await fill(stores[0])
    assert len(await stores[3].load("t1")) == 1
    for store in stores:
        await store.close()


async def test_a_lost_connection_is_told_and_the_next_call_works(
    stores: tuple[Store, Store], postgres_place: str, admin: asyncpg.Connection
) -> None:
    store, other = stores
    await fill(store)
    blocker = await asyncpg.connect(postgres_place)
    async with blocker.transaction():
        await blocker.execute("SELECT * FROM tables FOR UPDATE")
        append = asyncio.create_task(store.append("t1", 1, [chat(2)], index()))
        kill = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = $1 AND wait_event_type = 'Lock'"
        )
        async with asyncio.timeout(20):
            while not await admin.fetch(kill, name_of(postgres_place)):
                await asyncio.sleep(0.01)
        with pytest.raises(StoreError) as told:
            await append
    await blocker.close()
    assert told.value.code == "connection_lost"
    assert len(await other.load("t1")) == 1
    await store.append("t1", 1, [chat(2)], index())
    assert len(await other.load("t1")) == 2


async def test_what_was_missed_is_told_after_connecting_again(
    stores: tuple[Store, Store], postgres_place: str, admin: asyncpg.Connection
) -> None:
    deaf, other = stores
    heard = listen(deaf)
    await fill(other, "before")
    await eventually(lambda: ("before", 1) in heard)
    name = name_of(postgres_place)
    await admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    await admin.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND query LIKE 'LISTEN%'",
        name,
    )
    await fill(other, "missed")
    await asyncio.sleep(0.2)
    assert ("missed", 1) not in heard
    await admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    await eventually(lambda: ("missed", 1) in heard)
    await fill(other, "after")
    await eventually(lambda: ("after", 1) in heard)


async def test_no_server_is_told_at_the_start() -> None:
    with pytest.raises(StoreError) as told:
        await open_store("postgresql://somebody@127.0.0.1:1/nothing")
    assert told.value.code == "database_unreachable"


async def test_no_database_is_told_at_the_start(postgres: PostgresServer) -> None:
    with pytest.raises(StoreError) as told:
        await open_store(postgres.get_uri(database="nothing"))
    assert told.value.code == "database_refused"
    assert "nothing" in str(told.value.params["problem"])


async def test_a_database_that_only_reads_is_told(postgres_place: str, admin: asyncpg.Connection) -> None:
    async with opened_store(postgres_place) as store:
        await fill(store)
    name = name_of(postgres_place)
    await admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with pytest.raises(StoreError, match="not_writable"):
        async with opened_store(postgres_place) as store:
            await fill(store, "t2")
