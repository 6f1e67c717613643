"""Long work for one request, such as replays and pictures: in another process, a little at a time.

Whoever asks for more than a few at once is refused, and so is everybody while the queue is full. Work whose
client has left is not begun, and a worker that takes too long is replaced.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, Final, TypeVar

from stellwerk.server.refusals import ServerError
from stellwerk.workers import kill

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from starlette.requests import Request

T = TypeVar("T")
log = logging.getLogger("stellwerk.chores")
AT_ONCE: Final = 1
"""Chores that are worked on at the same time: one process, so that others have the rest of the machine."""
WAITING: Final = 16
"""Chores of everybody together, waiting or worked on."""
OF_ONE: Final = 3
"""… and of one client."""
SECONDS: Final = 20.0
"""Longest time for one of them."""


class Chores:
    """The work that waits, and the worker."""

    def __init__(self, make_executor: Callable[[], Executor]) -> None:
        self._make_executor = make_executor
        self._executor: Executor | None = None
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting: Counter[str] = Counter()

    @property
    def size(self) -> int:
        """How many chores are waiting or worked on."""
        return self._waiting.total()

    async def do(self, client: str, request: Request, work: Callable[..., T], *arguments: object) -> T:
        """What a function at the top of a module returns for these arguments; raises what it raises, or
        `ServerError` if there is too much to do."""
        if self._waiting[client] >= OF_ONE or self.size >= WAITING:
            raise ServerError("busy")
        self._waiting[client] += 1
        try:
            async with self._turn:
                if await request.is_disconnected():
                    raise ServerError("busy")  # nobody reads this
                return await self._do(work, *arguments)
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client]

    async def _do(self, work: Callable[..., T], *arguments: object) -> T:
        if self._executor is None:
            self._executor = await asyncio.to_thread(self._make_executor)
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(SECONDS):
                return await loop.run_in_executor(self._executor, work, *arguments)
        except (TimeoutError, BrokenExecutor) as error:
            log.warning("a chore was given up: %s", type(error).__name__)
            self.stop()
            raise ServerError("busy") from error

    def stop(self) -> None:
        """End the worker; the next chore gets a new one."""
        if self._executor is not None:
            kill(self._executor)
            self._executor = None
