"""Vacations: while somebody is away, their turns in games over days do not end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.server.notices.wishes import wishes_of
from stellwerk.tables.config import DaysClock
from stellwerk.tables.play import excuse

if TYPE_CHECKING:
    from stellwerk.server.live.hub import Hub


class Vacations:
    """Lets the turns begin anew whose time is up while their player is on vacation."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        hub.before_expiry = self._excuse

    async def _excuse(self, table_id: str) -> None:
        table = await self._hub.store.index(table_id)
        if table is None or table.turn is None or not isinstance(table.clock, DaysClock):
            return
        wishes = await wishes_of(self._hub.store, table.turn)
        if wishes is not None and wishes.vacation > self._hub.clock():
            await self._hub.update(table_id, excuse)
