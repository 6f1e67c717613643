"""What was played at a table, from its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.tables.events import Ended
from stellwerk.tables.evolve import skim

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from stellwerk.store.interface import Store
    from stellwerk.tables.events import Event
    from stellwerk.tables.table import Table

PAGE: Final = 200
"""Events read at once: between two pages, others have their turn."""


async def pages(store: Store, table_id: str, after: int = 0) -> AsyncIterator[list[Event]]:
    """The events of a table with a higher seq than `after`, a page at a time."""
    while page := await store.load(table_id, after, PAGE):
        yield page
        after = page[-1].seq
        if len(page) < PAGE:
            return


async def ended_games(store: Store, table_id: str) -> list[Table]:
    """The table at the end of each of its games; `record()` and the last of `results` belong to that game.

    Without positions: a record is checked by the law when it is replayed.
    """
    found: list[Table] = []
    table: Table | None = None
    async for page in pages(store, table_id):
        for event in page:
            table = skim(table, event)
            if isinstance(event.what, Ended):
                found.append(table)
    return found
