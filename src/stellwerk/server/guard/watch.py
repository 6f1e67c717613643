"""Watches the event loop: how long it kept everybody waiting, in CPU time of its thread.

A thread knocks now and then and notes how much the loop has worked until it answers. CPU time, because on a
busy machine the clock on the wall says more about other programs.
"""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

EVERY: Final = 0.05
"""Seconds between two knocks."""
WINDOW: Final = 60.0
"""The longest block is that of this number of seconds, and of the same time before."""


class Watch:
    """The longest block of the running event loop."""

    def __init__(self, every: float = EVERY, clock: Callable[[], float] = time.monotonic) -> None:
        self._every = every
        self._clock = clock
        self._began = clock()
        self._longest = self._before = 0.0
        self._stopped = threading.Event()
        self._answered = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Watch the loop that this is called in."""
        loop, worked = asyncio.get_running_loop(), _worked_of(threading.get_ident())
        self._thread = threading.Thread(
            target=self._knock, args=(loop, worked), name="stellwerk-watch", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Watch no more."""
        self._stopped.set()
        self._answered.set()

    @property
    def longest(self) -> float:
        """Seconds of CPU time for which the loop answered nobody, the most in the last minute or two."""
        self._turn_over()
        return max(self._longest, self._before)

    def _knock(self, loop: asyncio.AbstractEventLoop, worked: Callable[[], float]) -> None:
        while not self._stopped.wait(self._every):
            self._answered.clear()
            try:
                loop.call_soon_threadsafe(self._note, worked, worked())
            except RuntimeError:  # the loop is closed
                return
            self._answered.wait()

    def _note(self, worked: Callable[[], float], before: float) -> None:
        self._turn_over()
        self._longest = max(self._longest, worked() - before)
        self._answered.set()

    def _turn_over(self) -> None:
        """Begin another window when this one is full."""
        passed = self._clock() - self._began
        if passed > WINDOW:
            self._before = self._longest if passed < 2 * WINDOW else 0.0
            self._longest = 0.0
            self._began = self._clock()


def _worked_of(thread: int) -> Callable[[], float]:
    """The clock of a thread's CPU time, or where there is none the ordinary one."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.perf_counter
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)
