"""Who of the people at a table has it open: told to those who asked for it, whenever it changes.

Somebody counts as gone only after a moment, so that a reload or a short loss of the line is not noticed.
Where several processes share a store, each says every few seconds who is connected to it.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Final

from stellwerk.server.live.audience import encode
from stellwerk.server.live.wire import PresenceFrame

if TYPE_CHECKING:
    from stellwerk.server.live.hub import Hub

GRACE: Final = 4.0
"""Seconds after which somebody whose connection is lost counts as gone."""


class Presence:
    """Follows the listeners of all live tables."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._process = secrets.token_hex(8)
        self._told: dict[str, tuple[int, ...]] = {}
        """The seats that listeners were last told to be there, by table."""
        self._elsewhere: dict[str, set[str]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        hub.when_audience_changed = self._changed

    def there(self, table_id: str) -> tuple[int, ...]:
        """The seats whose people have the table open, in this process or another one."""
        table = self._hub.peek(table_id)
        if table is None:
            return ()
        people = self._hub.listeners_of(table_id) | self._elsewhere.get(table_id, set())
        return tuple([place for place, seat in enumerate(table.seats) if seat.player in people])

    def _changed(self, table_id: str) -> None:
        """Somebody came or went: tell the former at once, the latter if it lasts."""
        now, told = self.there(table_id), self._told.get(table_id, ())
        if set(told) <= set(now):
            self._tell(table_id)
        elif table_id not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[table_id] = loop.call_later(GRACE, self._look_again, table_id)

    def _look_again(self, table_id: str) -> None:
        self._timers.pop(table_id, None)
        self._tell(table_id)

    def _tell(self, table_id: str) -> None:
        now = self.there(table_id)
        self._hub.tell_presence(table_id, encode(PresenceFrame(table_id, now)))
        if self._hub.is_looked_at(table_id):
            self._told[table_id] = now
        else:
            self._told.pop(table_id, None)

    async def exchange(self) -> None:
        """Say who is connected here, and hear who is connected elsewhere."""
        store, now = self._hub.store, self._hub.clock()
        await store.presence.say(self._process, now, self._hub.people())
        self._elsewhere = await store.presence.elsewhere(self._process, now)
        for table_id in tuple(self._told):
            if self.there(table_id) != self._told[table_id]:
                self._tell(table_id)

    def stop(self) -> None:
        """Tell nobody any more."""
        for timer in self._timers.values():
            timer.cancel()
