"""The time that tables go by: steady, the same in all processes, and silent while nobody can move.

Between two heartbeats (`store.pulse`) it follows this process's monotonic clock, so a wall clock that jumps
is not noticed before the store has noted the jump as an outage. What outages took from somebody's turn is
given back to every table concerned.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from stellwerk.core.errors import StellwerkError
from stellwerk.tables.clocks import DAY

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.server.live.hub import Hub
    from stellwerk.store.interface import Store
    from stellwerk.store.pulse import Pulse
    from stellwerk.tables.clocks import Outage

EVERY: Final = 2.0
"""Seconds between heartbeats."""
GAP: Final = 3 * EVERY
"""Seconds without a heartbeat that make an outage. Where one process has the store to itself, its first
heartbeat knows of every second in which it did not run."""
SLOWER: Final = 0.99
"""The pace while ahead of a clock that was set back."""
log = logging.getLogger("stellwerk.timekeeping")


class Steady:
    """A clock that never jumps by itself."""

    def __init__(
        self, wall: Callable[[], float] = time.time, ticks: Callable[[], float] = time.monotonic
    ) -> None:
        self._ticks = ticks
        self._set = (wall(), ticks(), 1.0)

    def __call__(self) -> float:
        """The time."""
        base, tick, pace = self._set
        return base + (self._ticks() - tick) * pace

    def follow(self, pulse: Pulse) -> None:
        """Go on from what a heartbeat says; never back."""
        pace = 1.0 if pulse.time <= pulse.reference else SLOWER
        self._set = (max(pulse.time, self()), self._ticks(), pace)


class Timekeeper:
    """Lets the heart of this process beat, and gives back to tables what outages took."""

    def __init__(self, hub: Hub, store: Store, steady: Steady) -> None:
        self._hub = hub
        self._store = store
        self._steady = steady
        self._has_beaten = False
        self._beating: asyncio.Task[None] | None = None
        self._crediting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Beat once, so that nobody runs out of time that they did not have, and from now on."""
        await self._beat()
        self._beating = asyncio.create_task(self._beat_on())

    async def stop(self) -> None:
        """Beat a last time: what follows is an outage."""
        for task in (self._beating, self._crediting):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        await self._beat()

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await self._beat()

    async def _beat(self) -> None:
        gap = GAP if self._has_beaten or self._store.is_shared else 0.0
        try:
            pulse = await self._store.beat(self._steady(), gap)
        except StellwerkError as error:  # the clock goes on steadily, and the gap is noted later
            log.warning("heartbeat: %s", error.code)
            return
        except Exception:  # a heart that stops would stop every clock
            log.exception("heartbeat")
            return
        self._has_beaten = True
        self._steady.follow(pulse)
        if pulse.outages != self._hub.outages:
            self._hub.outages = pulse.outages
            self._crediting = asyncio.create_task(self._credit(pulse.outages))

    async def _credit(self, outages: tuple[Outage, ...]) -> None:
        """Visit the tables whose time is up within a day, so that people see it. All others, and whoever acts
        before, get theirs with the next command."""
        try:
            tables = await self._store.tables_due(self._hub.clock() + DAY)
            level = logging.WARNING if tables else logging.INFO
            log.log(level, "nobody could move for %.0f s", outages[-1].ended - outages[-1].began)
            for table_id in tables:
                await self._hub.update(table_id, lambda _table, _now: None)
        except Exception:  # the others get it when they act
            log.exception("time could not be given back")
