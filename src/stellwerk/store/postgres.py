"""A store in PostgreSQL, for any number of server processes.

An append is one statement, so one round trip and one transaction: it moves the table on if it still stands at
the expected seq, and only then adds the events and notifies the other processes. A lost connection is a
`StoreError` for whoever was waiting; the next call connects anew.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Final

import asyncpg

from stellwerk.store.errors import Conflict, StoreError
from stellwerk.store.listener import CHANNEL, LOST, Listener
from stellwerk.store.schema import missing_migrations
from stellwerk.store.sql import Rows, SqlStore, Value, broken, event_rows, table_row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.store.interface import TableIndex
    from stellwerk.tables.events import Event

CONNECTIONS: Final = 8
"""At most, for each server process; and one more to listen."""
PATIENCE: Final = 30.0
"""Seconds to wait for a connection or an answer."""
_MIGRATION_LOCK: Final = 0x5374656C6C
"""Any number that all processes agree on."""

_OPEN_TABLE: Final = """
    INSERT INTO tables (id, seq, code, listed, bot_due, deadline, time, summary)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE $9 = 0
    ON CONFLICT DO NOTHING RETURNING id
"""
_MOVE_TABLE: Final = """
    UPDATE tables SET seq = $2, code = $3, listed = $4, bot_due = $5, deadline = $6, time = $7, summary = $8
    WHERE id = $1 AND seq = $9 RETURNING id
"""
_APPEND: Final = """
    WITH moved AS ({move}),
    added AS (
        INSERT INTO events (table_id, seq, kind, seat, payload, time)
        SELECT moved.id, event.* FROM moved, unnest(
            $10::integer[], $11::text[], $12::integer[], $13::text[], $14::double precision[]
        ) AS event
    ),
    came AS (
        INSERT INTO people_at_tables (table_id, player)
        SELECT moved.id, player FROM moved, unnest($15::text[]) AS player ON CONFLICT DO NOTHING
    ),
    went AS (
        DELETE FROM people_at_tables USING moved WHERE table_id = moved.id AND player <> ALL ($15::text[])
    )
    SELECT pg_notify('{channel}', $16) FROM moved
"""
_APPEND_FIRST: Final = _APPEND.format(move=_OPEN_TABLE, channel=CHANNEL)
_APPEND_NEXT: Final = _APPEND.format(move=_MOVE_TABLE, channel=CHANNEL)


class PostgresStore(SqlStore):
    """The store in a PostgreSQL database. Make it by `open`."""

    def __init__(self, pool: asyncpg.Pool, url: str) -> None:
        super().__init__()
        self._pool = pool
        self._listener = Listener(url, self._tell)
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        """Connect, migrate and listen; raises `StoreError`."""
        try:
            with _translating():
                pool = await asyncpg.create_pool(
                    url,
                    min_size=0,
                    max_size=CONNECTIONS,
                    reset=_leave,
                    timeout=PATIENCE,
                    command_timeout=PATIENCE,
                )
                store = cls(pool, url)
                await store._prepare()
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

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
        self._closed = True
        await self._listener.close()
        with _translating():
            await self._pool.close()

    async def append(
        self, table_id: str, expected_seq: int, events: Sequence[Event], index: TableIndex
    ) -> None:
        """Add events, or raise `Conflict`."""
        rows = event_rows(table_id, expected_seq, events)
        table = table_row(index, rows[-1].seq)
        _, *columns = zip(*rows, strict=True)
        sql = _APPEND_NEXT if expected_seq else _APPEND_FIRST
        try:
            moved = await self._fetch(
                sql, *table, expected_seq, *columns, index.people, f"{table.seq} {table_id}"
            )
        except asyncpg.UniqueViolationError as error:
            raise Conflict(table_id, expected_seq) from error
        if not moved:
            raise Conflict(table_id, expected_seq)
        self._tell(table_id, table.seq)

    async def _read(self, sql: str, values: tuple[Value, ...]) -> Rows:
        return await self._fetch(_numbered(sql), *values)

    async def _write(self, sql: str, values: tuple[Value, ...]) -> Rows:
        try:
            return await self._read(sql, values)
        except asyncpg.IntegrityConstraintViolationError as error:
            raise broken(unique=isinstance(error, asyncpg.UniqueViolationError)) from error

    async def _fetch(self, sql: str, *values: object) -> Rows:
        if self._closed:
            raise StoreError("store_closed")
        with _translating():
            return [tuple(row) for row in await self._pool.fetch(sql, *values)]


@cache
def _numbered(sql: str) -> str:
    """The same with $1, $2, … for its values."""
    numbers = iter(range(1, sql.count("?") + 1))
    return re.sub(r"\?", lambda _: f"${next(numbers)}", sql)


async def _leave(_: object) -> None:
    """Nothing here changes a session, so none has to be reset: that would be a second round trip."""


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
    """Raise `StoreError` for what happens to servers and connections; bugs stay what they are."""
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
