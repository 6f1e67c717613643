"""Receives PostgreSQL's notifications of appends by any process.

It has a connection of its own and reconnects when that breaks. To make up for missed notifications it then
reports every table that has changed since the connection was last known to work, by the times of events and
with a margin for clocks that differ.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import asyncpg

if TYPE_CHECKING:
    from collections.abc import Callable

CHANNEL: Final = "stellwerk"
HEARTBEAT: Final = 15.0
"""Seconds between checks of the connection."""
PAUSE: Final = 0.5
"""Seconds between two attempts to connect."""
MARGIN: Final = 60.0
"""Seconds by which clocks may differ, or a commit may take."""

LOST: Final = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # asyncpg raises this when a connection breaks while it is being released
)
"""What asyncpg raises when the database is down, starting, stopping or out of connections."""

_log = logging.getLogger(__name__)


class Listener:
    """Reports every notified append, those of this process included.

    Appends of this process are then reported twice, but one whose connection broke or whose caller was
    cancelled is reported only here.
    """

    def __init__(self, url: str, tell: Callable[[str, int], None]) -> None:
        self._url = url
        self._tell = tell
        self._task: asyncio.Task[None] | None = None
        self._connection: asyncpg.Connection | None = None
        self._last_alive = time.time()

    async def start(self) -> None:
        """Start listening; returns once no notification can be missed."""
        connection = await self._connect()
        self._task = asyncio.create_task(self._keep_listening(connection))

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._connection is not None:
            self._connection.terminate()

    async def _keep_listening(self, connection: asyncpg.Connection) -> None:
        while True:
            with suppress(*LOST):
                await self._listen(connection)
            _log.warning("the connection that listens to the database is lost")
            connection = await self._reconnect()
            _log.info("listening to the database again")

    async def _connect(self) -> asyncpg.Connection:
        if self._connection is not None:
            self._connection.terminate()
        self._connection = await asyncpg.connect(self._url, timeout=HEARTBEAT, command_timeout=HEARTBEAT)
        await self._connection.add_listener(CHANNEL, self._heard)
        return self._connection

    async def _listen(self, connection: asyncpg.Connection) -> None:
        """Listen until the connection is lost."""
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        while not connection.is_closed():
            self._last_alive = time.time()
            with suppress(TimeoutError):
                await asyncio.wait_for(lost.wait(), HEARTBEAT)
            await connection.execute("SELECT 1")

    async def _reconnect(self) -> asyncpg.Connection:
        while True:
            try:
                connection = await self._connect()
                await self._catch_up(connection)
            except (*LOST, asyncpg.PostgresError) as error:  # whatever the database says now may be temporary
                _log.info("the database does not let the server listen: %s", error)
                await asyncio.sleep(PAUSE)
            else:
                return connection

    async def _catch_up(self, connection: asyncpg.Connection) -> None:
        since = self._last_alive - MARGIN
        for table_id, seq in await connection.fetch("SELECT id, seq FROM tables WHERE time > $1", since):
            self._tell(table_id, seq)

    def _heard(self, _connection: object, _pid: int, _channel: str, news: object) -> None:
        seq, table_id = str(news).split(" ", 1)
        self._tell(table_id, int(seq))
