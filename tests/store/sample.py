"""Events and index entries to store. The store does not care whether a table could come to them."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

import asyncpg
from msgspec.structs import replace

from stellwerk.store import Store, TableIndex
from stellwerk.tables.config import NoClock, OpenSeat, OwnSeat, TableConfig
from stellwerk.tables.events import Chatted, Event, Opened

if TYPE_CHECKING:
    from collections.abc import Callable

CONFIG = TableConfig("trambahn", (OwnSeat(), OpenSeat()))


def opened(table: str = "t1") -> Event:
    """The first event of a table."""
    return Event(table, 1, time.time(), Opened(CONFIG, "ada", "Ada", f"code-{table}", "secret"))


def chat(seq: int, text: str = "Hello", table: str = "t1") -> Event:
    """A later event."""
    return Event(table, seq, time.time(), Chatted(0, text))


def index(table: str = "t1", **changes: Any) -> TableIndex:
    """An entry with some differences."""
    entry = TableIndex(
        id=table,
        code=f"code-{table}",
        game="trambahn",
        status="open",
        public=True,
        clock=NoClock(),
        seats=("Ada", ""),
        open_seats=1,
        people=("ada",),
        time=time.time(),
    )
    return replace(entry, **changes)


async def fill(store: Store, table: str = "t1", **changes: Any) -> None:
    """Store a new table with one event."""
    await store.append(table, 0, [opened(table)], index(table, **changes))


def execute(place: str, *statements: str) -> list[tuple[Any, ...]]:
    """Run SQL behind the back of the store; the rows of the last statement."""
    if place.startswith("postgresql://"):
        return asyncio.run(_execute_postgres(place, statements))
    with closing(sqlite3.connect(place)) as connection:
        *_, rows = [connection.execute(statement).fetchall() for statement in statements]
        connection.commit()
        return rows


async def _execute_postgres(place: str, statements: tuple[str, ...]) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(place)
    try:
        *_, rows = [await connection.fetch(statement) for statement in statements]
        return [tuple(row) for row in rows]
    finally:
        await connection.close()


async def eventually(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)
