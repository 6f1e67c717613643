"""A store in PostgreSQL, for any number of server processes.

Appends go through `batch`, everything else through a pool of connections, and `listener` reports the
appends of other processes. A lost connection is a `StoreError` for pending calls; the next call reconnects.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Final

import asyncpg

from stellwerk.store.batch import Append, Batches
from stellwerk.store.errors import Conflict, StoreError
from stellwerk.store.listener import LOST, Listener
from stellwerk.store.pulse import Pulse, beat
from stellwerk.store.rows import event_rows, table_row
from stellwerk.store.schema import check_version, missing_migrations
from stellwerk.store.sql import Rows, SqlStore, Value, broken

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.store.games import PlayedGame
    from stellwerk.store.interface import TableIndex
    from stellwerk.tables.events import Event

CONNECTIONS: Final = 8
"""Connections per server process at most, besides the listener's."""
PATIENCE: Final = 30.0
"""Seconds to wait for a connection or an answer."""
_MIGRATION_LOCK: Final = 0x5374656C6C
"""The key of the lock under which processes migrate: any number, the same in all of them."""


class PostgresStore(SqlStore):
    """A store in a PostgreSQL database, made by `open`."""

    is_shared = True

    def __init__(self, pool: asyncpg.Pool, url: str) -> None:
        super().__init__()
        self._pool = pool
        self._listener = Listener(url, self._tell)
        self.batches = Batches(self._run, self._tell)
        self._closed = False

    @classmethod
    async def open(cls, url: str, *, read_only: bool = False) -> PostgresStore:
        """Connect, migrate and listen (read-only: only connect); raises `StoreError`."""
        try:
            with _translating():
                pool = await asyncpg.create_pool(
                    url,
                    min_size=0,
                    max_size=CONNECTIONS,
                    reset=_leave,
                    timeout=PATIENCE,
                    command_timeout=PATIENCE,
                    server_settings={"default_transaction_read_only": "on"} if read_only else None,
                )
                store = cls(pool, url)
                await (store._check() if read_only else store._prepare())
                return store
        except StoreError as error:
            if error.code == "connection_lost":  # there was none yet
                raise StoreError("database_unreachable", error.params) from error
            raise

    async def _prepare(self) -> None:
        try:
            async with self._pool.acquire() as connection:
                await _migrate(connection)
            await self._listener.start()
        except BaseException:
            await self._listener.close()
            self._pool.terminate()
            raise

    async def _check(self) -> None:
        """Raise `StoreError` unless the database can be read by this version."""
        try:
            found = await self._run("SELECT max(version) FROM schema_version")
            check_version(found[0][0] or 0)
        except asyncpg.UndefinedTableError as error:
            self._pool.terminate()
            raise StoreError("no_database", {"file": "PostgreSQL"}) from error
        except BaseException:
            self._pool.terminate()
            raise

    async def close(self) -> None:
        """Finish pending work and close the database."""
        self._closed = True
        await self.batches.close()
        await self._listener.close()
        with _translating():
            await self._pool.close()

    async def append(
        self,
        table_id: str,
        expected_seq: int,
        events: Sequence[Event],
        index: TableIndex,
        played: PlayedGame | None = None,
    ) -> None:
        """Add events, or raise `Conflict`."""
        rows = event_rows(table_id, expected_seq, events)
        table = table_row(index, rows[-1].seq)
        if self._closed:
            raise StoreError("store_closed")
        try:
            await self.batches.append(Append(table, expected_seq, rows, index.people, played))
        except asyncpg.UniqueViolationError as error:
            raise Conflict(table_id, expected_seq) from error

    async def beat(self, mine: float, gap: float) -> Pulse:
        """Note that this process runs, by the clock of the database: clocks of machines may differ."""
        now = await self._rows("SELECT CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)")
        return await beat(self, now[0][0], mine, gap)

    async def _read(self, sql: str, values: tuple[Value, ...]) -> Rows:
        if self._closed:
            raise StoreError("store_closed")
        return await self._run(_numbered(sql), *values)

    async def _write(self, sql: str, values: tuple[Value, ...]) -> Rows:
        try:
            return await self._read(sql, values)
        except asyncpg.IntegrityConstraintViolationError as error:
            raise broken(unique=isinstance(error, asyncpg.UniqueViolationError)) from error

    async def _run(self, sql: str, *values: object) -> Rows:
        with _translating():
            return [tuple(row) for row in await self._pool.fetch(sql, *values)]


@cache
def _numbered(sql: str) -> str:
    """The same with $1, $2, … for its values."""
    numbers = iter(range(1, sql.count("?") + 1))
    return re.sub(r"\?", lambda _: f"${next(numbers)}", sql)


async def _leave(_: object) -> None:
    """Skip resetting a connection on release: nothing here changes session settings, and a reset costs a
    round trip."""


async def _migrate(connection: asyncpg.pool.PoolConnectionProxy) -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATION_LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        version = await connection.fetchval("SELECT max(version) FROM schema_version")
        for number, statements in missing_migrations(version or 0):
            for statement in statements:
                await connection.execute(statement)
            await connection.execute("INSERT INTO schema_version (version) VALUES ($1)", number)


@contextmanager
def _translating() -> Iterator[None]:
    """Turn errors of servers and connections into `StoreError`; bugs stay ordinary exceptions."""
    try:
        yield
    except asyncpg.DiskFullError as error:
        raise StoreError("disk_full", {"problem": str(error)}) from error
    except asyncpg.ReadOnlySQLTransactionError as error:
        raise StoreError("not_writable", {"problem": str(error)}) from error
    except (
        asyncpg.InvalidAuthorizationSpecificationError,
        asyncpg.InvalidCatalogNameError,
        asyncpg.InsufficientPrivilegeError,
        asyncpg.ClientConfigurationError,
    ) as error:
        raise StoreError("database_refused", {"problem": str(error)}) from error
    except LOST as error:
        raise StoreError("connection_lost", {"problem": str(error)}) from error
