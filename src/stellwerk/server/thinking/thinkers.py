"""Workers for bots: each does one job at a time, and one that hangs or dies is ended and replaced.

A worker is any `concurrent.futures.Executor`: a process of this machine, or a share of a Dask cluster. Jobs
wait in `shares`, not in the executor, so that a person with many tables delays nobody else. A worker that
started before a fast core was compiled is replaced too: it would think interpreted for ever.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from stellwerk import native
from stellwerk.server.thinking.shares import Shares
from stellwerk.workers import kill

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor, Future

    from stellwerk.server.thinking.shares import Urgency

T = TypeVar("T")
START: Final = 30.0
"""Seconds that a new worker may take longer for its first job: its process starts, and loads the game."""


class Worker(NamedTuple):
    """An executor for one job at a time."""

    executor: Executor
    compiled: frozenset[str]
    """The games whose fast cores were compiled when it started."""


class Thinkers:
    """A number of workers, started when they are first needed."""

    def __init__(
        self, make_executor: Callable[[], Executor], workers: int, deadline: float, start: float = START
    ) -> None:
        """A job that takes more than `deadline` seconds is given up, and its worker ended."""
        self.workers = workers
        self._make_executor = make_executor
        self._deadline = deadline
        self._start = start
        self._shares = Shares(workers)
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return self._shares.waiting

    async def do(
        self,
        person: str,
        urgency: Callable[[], Urgency],
        prepare: Callable[[], tuple[Any, ...]],
        work: Callable[..., T],
    ) -> T:
        """The result of a job, from arguments that are made when its turn has come.

        Raises what the job raises, `TimeoutError` after the deadline, `BrokenExecutor` if the worker died.
        """
        async with self._shares.turn(person, urgency):
            arguments = prepare()
            worker = self._take()
            is_new = worker is None
            if worker is None:
                worker = Worker(await asyncio.to_thread(self._make_executor), native.compiled())
            self._busy.add(worker)
            try:
                async with asyncio.timeout(self._deadline + self._start * is_new):
                    return await self._work(worker, work, arguments)
            finally:
                self._busy.discard(worker)

    def _take(self) -> Worker | None:
        """An idle worker that runs all the compiled cores there are; those that don't are ended."""
        compiled = native.compiled()
        while self._idle:
            worker = self._idle.pop()
            if worker.compiled == compiled:
                return worker
            kill(worker.executor)
        return None

    async def _work(self, worker: Worker, work: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        job: Future[T] | None = None
        try:
            job = worker.executor.submit(work, *arguments)
            return await asyncio.wrap_future(job)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise BrokenExecutor("the work was given up") from error  # by a cluster that lost it
        finally:
            if is_sound(job):
                self._idle.append(worker)
            else:
                kill(worker.executor)

    def stop(self) -> None:
        """End all workers; nobody waits for them any more."""
        for worker in (*self._idle, *self._busy):
            kill(worker.executor)
        self._idle.clear()


def is_sound(job: Future[Any] | None) -> bool:
    """True if the worker has done this job, even if the work itself failed, and can do another one."""
    if job is None or not job.done() or job.cancelled():
        return False
    return not isinstance(job.exception(), BrokenExecutor | OSError)
