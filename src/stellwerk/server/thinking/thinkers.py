"""Workers for bots: each does one job at a time, and one that hangs or dies is ended and replaced.

A worker is any `concurrent.futures.Executor`: a process of this machine, or a share of a Dask cluster. Jobs
wait in `shares`, not in the executor, so that a person with many tables delays nobody else.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, Any, Final, TypeVar

from stellwerk.server.thinking.shares import Shares
from stellwerk.workers import kill

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor, Future

    from stellwerk.server.thinking.shares import Urgency

T = TypeVar("T")
START: Final = 30.0
"""Seconds that a new worker may take longer for its first job: its process starts, and loads the game."""


class Thinkers:
    """A number of workers, started when they are first needed."""

    def __init__(
        self, make_executor: Callable[[], Executor], workers: int, deadline: float, start: float = START
    ) -> None:
        """A job that takes more than `deadline` seconds is given up, and its worker ended."""
        self._make_executor = make_executor
        self._deadline = deadline
        self._start = start
        self._shares = Shares(workers)
        self._idle: list[Executor] = []
        self._busy: set[Executor] = set()

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
            is_new = not self._idle
            executor = await asyncio.to_thread(self._make_executor) if is_new else self._idle.pop()
            self._busy.add(executor)
            try:
                async with asyncio.timeout(self._deadline + self._start * is_new):
                    return await self._work(executor, work, arguments)
            finally:
                self._busy.discard(executor)

    async def _work(self, executor: Executor, work: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        job: Future[T] | None = None
        try:
            job = executor.submit(work, *arguments)
            return await asyncio.wrap_future(job)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise BrokenExecutor("the work was given up") from error  # by a cluster that lost it
        finally:
            if is_sound(job):
                self._idle.append(executor)
            else:
                kill(executor)

    def stop(self) -> None:
        """End all workers; nobody waits for them any more."""
        for executor in (*self._idle, *self._busy):
            kill(executor)
        self._idle.clear()


def is_sound(job: Future[Any] | None) -> bool:
    """True if the worker has done this job, even if the work itself failed, and can do another one."""
    if job is None or not job.done() or job.cancelled():
        return False
    return not isinstance(job.exception(), BrokenExecutor | OSError)
