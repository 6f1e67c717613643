"""A store in one file, for one server process: write-ahead log, synced to disk at every commit.

`writer` writes in a single thread; reads have connections and threads of their own and never wait for it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.store.errors import Conflict, StoreError
from stellwerk.store.games import additions
from stellwerk.store.pulse import Pulse, beat
from stellwerk.store.rows import EventRow, TableRow, event_rows, table_row
from stellwerk.store.schema import check_version, missing_migrations
from stellwerk.store.sql import Rows, SqlStore, Value, broken
from stellwerk.store.writer import Writer, translating

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from stellwerk.store.games import PlayedGame
    from stellwerk.store.interface import TableIndex
    from stellwerk.tables.events import Event

READERS: Final = 2
TABLES_KNOWN: Final = 10_000
"""Tables whose people are remembered."""
BUSY_SECONDS: Final = 5.0
"""Seconds to wait for another program that has the file locked."""

CHECK_SECONDS: Final = 5.0
"""Seconds at the start in which the file is searched for damage."""
CHECK_STEPS: Final = 100_000
"""Steps of SQLite's machine between looks at the clock."""

_OPEN_TABLE: Final = """
    INSERT INTO tables (id, seq, code, listed, bot_due, deadline, time, summary)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_MOVE_TABLE: Final = """
    UPDATE tables SET seq = ?, code = ?, listed = ?, bot_due = ?, deadline = ?, time = ?, summary = ?
    WHERE id = ? AND seq = ?
"""
_ADD_EVENT: Final = "INSERT INTO events (table_id, seq, kind, seat, payload, time) VALUES (?, ?, ?, ?, ?, ?)"
_ADD_PERSON: Final = "INSERT INTO people_at_tables (table_id, player) VALUES (?, ?)"
_FORGET_PERSON: Final = "DELETE FROM people_at_tables WHERE table_id = ? AND player = ?"


class SqliteStore(SqlStore):
    """A store in a file, made by `open`."""

    is_shared = False
    wall = staticmethod(time.time)

    def __init__(self, connections: _Connections) -> None:
        super().__init__()
        self._connections = connections
        self.writer = Writer(connections.writing, self._tell)
        self._idle: SimpleQueue[sqlite3.Connection] = SimpleQueue()
        for connection in connections.reading:
            self._idle.put(connection)
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="stellwerk-reader")
        self._people: dict[str, Sequence[str]] = {}
        """The people at tables as they are on disk, as far as it is known; nobody else writes there."""
        self._closed = False

    @classmethod
    async def open(cls, path: Path, *, read_only: bool = False) -> SqliteStore:
        """Open or create the file; raises `StoreError`, also if another process writes to it."""
        return cls(await asyncio.to_thread(_prepare_reading if read_only else _prepare, path))

    async def close(self) -> None:
        """Finish pending work and close the file."""
        if self._closed:
            return
        self._closed = True
        await self.writer.close()
        await asyncio.to_thread(self._threads.shutdown)
        for connection in (*self._connections.reading, self._connections.writing, self._connections.lock):
            connection.close()

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
        people = None if self._people.get(table_id) == index.people else index.people

        def work(connection: sqlite3.Connection) -> None:
            _append(connection, expected_seq, rows, table)
            if people is not None:
                _note_people(connection, table_id, people)
            if played is not None:
                for sql, values in additions(played):
                    connection.execute(sql, values)

        await self.writer.do(work, news=(table_id, table.seq))
        if people is not None:
            if len(self._people) >= TABLES_KNOWN:
                self._people.clear()
            self._people[table_id] = people

    async def beat(self, mine: float, gap: float) -> Pulse:
        """Note that this server runs, by the clock of this machine."""
        return await beat(self, self.wall(), mine, gap)

    async def _write(self, sql: str, values: tuple[Value, ...]) -> Rows:
        def work(connection: sqlite3.Connection) -> Rows:
            try:
                return connection.execute(sql, values).fetchall()
            except sqlite3.IntegrityError as error:
                is_unique = error.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
                raise broken(unique=is_unique) from error

        return await self.writer.do(work)

    async def _read(self, sql: str, values: tuple[Value, ...]) -> Rows:
        if self._closed:
            raise StoreError("store_closed")
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._fetch, sql, values)

    def _fetch(self, sql: str, values: tuple[Value, ...]) -> Rows:
        connection = self._idle.get()
        try:
            with translating():
                return connection.execute(sql, values).fetchall()
        finally:
            self._idle.put(connection)


def _append(
    connection: sqlite3.Connection,
    expected_seq: int,
    events: list[EventRow],
    table: TableRow,
) -> None:
    try:
        if expected_seq == 0:
            connection.execute(_OPEN_TABLE, table)
        elif connection.execute(_MOVE_TABLE, (*table[1:], table.id, expected_seq)).rowcount == 0:
            raise Conflict(table.id, expected_seq)
        for event in events:
            connection.execute(_ADD_EVENT, event)
    except sqlite3.IntegrityError as error:
        raise Conflict(table.id, expected_seq) from error


def _note_people(connection: sqlite3.Connection, table_id: str, people: Sequence[str]) -> None:
    """Bring the list of the people at a table up to date."""
    known = "SELECT player FROM people_at_tables WHERE table_id = ?"
    before = {player for (player,) in connection.execute(known, (table_id,))}
    connection.executemany(_ADD_PERSON, [(table_id, player) for player in set(people) - before])
    connection.executemany(_FORGET_PERSON, [(table_id, player) for player in before - set(people)])


# Opening


class _Connections(NamedTuple):
    lock: sqlite3.Connection
    writing: sqlite3.Connection
    reading: list[sqlite3.Connection]


def _prepare(path: Path) -> _Connections:
    """All connections, to a database of the newest version."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError("not_writable", {"problem": str(error)}) from error
    with ExitStack() as opened, translating():
        lock = opened.enter_context(closing(_connect(path.with_suffix(".lock"), timeout=0)))
        _take(lock, path)
        writing = opened.enter_context(closing(_connect(path)))
        _keep_private(path)
        writing.execute("PRAGMA journal_mode = WAL")
        writing.execute("PRAGMA synchronous = FULL")
        writing.execute("PRAGMA fullfsync = ON")  # macOS: through the cache of the drive
        writing.execute("PRAGMA foreign_keys = ON")
        _check_pages(writing)
        _migrate(writing)
        reading = [opened.enter_context(closing(_connect(path))) for _ in range(READERS)]
        for connection in reading:
            connection.execute("PRAGMA query_only = ON")
        opened.pop_all()
    return _Connections(lock, writing, reading)


def _keep_private(path: Path) -> None:
    """Let only its owner read the file: it holds the seeds of running games, and may come from a backup.

    The files that SQLite puts beside it are made with the same rights.
    """
    with suppress(PermissionError):  # it belongs to another user
        path.chmod(path.stat().st_mode & 0o700)


def _prepare_reading(path: Path) -> _Connections:
    """Connections that change nothing: a server may write to the same file meanwhile."""
    if not path.is_file():
        raise StoreError("no_database", {"file": str(path)})
    with ExitStack() as opened, translating():
        lock, writing, *reading = (opened.enter_context(closing(_connect(path))) for _ in range(2 + READERS))
        for connection in (lock, writing, *reading):
            connection.execute("PRAGMA query_only = ON")
        check_version(lock.execute("PRAGMA user_version").fetchone()[0])
        opened.pop_all()
    return _Connections(lock, writing, reading)


@contextmanager
def locked(path: Path) -> Iterator[Path]:
    """Keep servers away from a database, by the file that is given; raises `StoreError` if one uses it."""
    file = path.with_suffix(".lock")
    with translating(), closing(_connect(file, timeout=0)) as lock:
        _take(lock, path)
        yield file


def _connect(path: Path, timeout: float = BUSY_SECONDS) -> sqlite3.Connection:
    """A connection without implicit transactions that may be used from any one thread at a time."""
    return sqlite3.connect(path, timeout=timeout, isolation_level=None, check_same_thread=False)


def _take(lock: sqlite3.Connection, path: Path) -> None:
    """Lock the file beside the database until the connection is closed or the process ends.

    The lock is SQLite's own: it works on every system, and child processes do not inherit it.
    """
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        raise StoreError("store_in_use", {"file": str(path)}) from error


def _check_pages(connection: sqlite3.Connection) -> None:
    """Raise `StoreError` for a damaged file, rather than meet the damage in the middle of a game.

    Looks for a limited time, so that a large file does not delay the start for long.
    """
    ends = time.monotonic() + CHECK_SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > ends, CHECK_STEPS)
    try:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        found = "ok"  # as far as it was read
    finally:
        connection.set_progress_handler(None, 0)
    if found != "ok":
        raise StoreError("damaged", {"problem": " ".join(str(found).split())})


def _migrate(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for number, statements in missing_migrations(version):
        connection.execute("BEGIN IMMEDIATE")
        for statement in statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
