"""Whether the server works: it does if it can store something now.

Reading is not enough: on a full disk every table can be read, and no move is accepted.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from stellwerk.core.errors import StellwerkError
from stellwerk.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.store.interface import Store

FRESH: Final = 5.0
"""Seconds for which a finding counts, so that asking often costs nothing."""
PATIENCE: Final = 10.0
"""Seconds after which a store that does not answer counts as broken."""


class Health:
    """Probes the store, at most once in a while."""

    def __init__(self, store: Store, clock: Callable[[], float], ticks: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._ticks = ticks
        self._found: StellwerkError | None = None
        self._until = float("-inf")
        self._lock = asyncio.Lock()

    async def check(self) -> None:
        """Raise `StellwerkError` if nothing can be stored."""
        async with self._lock:
            if self._ticks() >= self._until:
                self._found = await self._probe()
                self._until = self._ticks() + FRESH
        if self._found is not None:
            raise self._found

    async def _probe(self) -> StellwerkError | None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.probe(self._clock())
        except TimeoutError:
            return StoreError("store_busy")
        except StellwerkError as error:
            return error
        return None
