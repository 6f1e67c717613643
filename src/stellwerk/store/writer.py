"""The one thread that writes to SQLite.

All work in its queue goes into one transaction, so that many appends share the cost of one commit. Callers
get their answers after that commit.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from stellwerk.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Work = Callable[[sqlite3.Connection], Any]

T = TypeVar("T")

MAX_BATCH: Final = 256
"""Keeps the first of a batch from waiting too long."""


class _Job(NamedTuple):
    work: Work
    news: tuple[str, int] | None
    """Notifications to send once the work is committed."""
    answer: asyncio.Future[Any]


class Writer:
    """Runs pieces of work on a connection, one after the other. Use it from one event loop only.

    A piece of work may be run twice: if another one in its transaction fails, all are rolled back first.
    """

    def __init__(self, connection: sqlite3.Connection, tell: Callable[[str, int], None]) -> None:
        self.commits = 0
        """Number of transactions so far; under load fewer than pieces of work."""
        self._connection = connection
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._run, name="stellwerk-writer", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[sqlite3.Connection], T], news: tuple[str, int] | None = None) -> T:
        """Run some work in the thread and return its result once it is on disk.

        If the work raises, only its own changes are rolled back; if the database fails, the whole
        transaction is. Cancelling the caller does not cancel the work.
        """
        if self._closed:
            raise StoreError("store_closed")
        answer: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(work, news, answer))
        return await answer

    async def close(self) -> None:
        """Finish the work that is waiting, and end the thread."""
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread

    def _run(self) -> None:
        is_last = False
        while not is_last:
            batch, is_last = self._wait()
            if batch:
                self._loop.call_soon_threadsafe(self._answer, batch, self._commit(batch))

    def _wait(self) -> tuple[list[_Job], bool]:
        """The next batch of jobs, and whether it is the last one."""
        batch: list[_Job] = []
        with suppress(Empty):
            while len(batch) < MAX_BATCH:
                job = self._jobs.get(block=not batch)
                if job is None:
                    return batch, True
                batch.append(job)
        return batch, False

    def _commit(self, batch: list[_Job]) -> list[object]:
        """The result of each job, or the exception it ended with."""
        try:
            with translating():
                try:
                    outcomes = self._together(batch, lambda job: job.work(self._connection))
                except sqlite3.Error:
                    raise
                except Exception:  # noqa: BLE001 (one of them fails: once more, to find out which)
                    self._connection.rollback()
                    outcomes = self._together(batch, self._attempt)
        except Exception as error:  # noqa: BLE001 (every waiting caller gets it, and the thread goes on)
            with suppress(sqlite3.Error):
                self._connection.rollback()
            return [error] * len(batch)
        self.commits += 1
        return outcomes

    def _together(self, batch: list[_Job], do: Callable[[_Job], object]) -> list[object]:
        """Run jobs in one transaction."""
        self._connection.execute("BEGIN IMMEDIATE")
        outcomes = [do(job) for job in batch]
        self._connection.execute("COMMIT")
        return outcomes

    def _attempt(self, job: _Job) -> object:
        """Run a job that, if it fails, takes back what it did alone."""
        self._connection.execute("SAVEPOINT job")
        try:
            outcome: object = job.work(self._connection)
        except sqlite3.Error:
            raise
        except Exception as error:  # noqa: BLE001 (it goes to the caller of this work)
            outcome = error
            self._connection.execute("ROLLBACK TO job")
        self._connection.execute("RELEASE job")
        return outcome

    # In the event loop

    def _answer(self, batch: list[_Job], outcomes: list[object]) -> None:
        for job, outcome in zip(batch, outcomes, strict=True):
            failed = isinstance(outcome, Exception)
            if job.news is not None and not failed:
                self._tell(*job.news)
            if job.answer.cancelled():
                continue
            if isinstance(outcome, Exception):
                job.answer.set_exception(outcome)
            else:
                job.answer.set_result(outcome)


_CODES: Final = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_IOERR: "disk_error",
    sqlite3.SQLITE_READONLY: "not_writable",
    sqlite3.SQLITE_CANTOPEN: "not_writable",
    sqlite3.SQLITE_PERM: "not_writable",
    sqlite3.SQLITE_BUSY: "store_busy",
    sqlite3.SQLITE_LOCKED: "store_busy",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}


@contextmanager
def translating() -> Iterator[None]:
    """Turn SQLite's errors about disks and files into `StoreError`; bugs stay ordinary exceptions."""
    try:
        yield
    except sqlite3.Error as error:
        primary = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest is detail
        if primary not in _CODES:
            raise
        raise StoreError(_CODES[primary], {"problem": str(error)}) from error
