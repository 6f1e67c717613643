"""What was played at a table, from its events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.tables.events import Ended
from stellwerk.tables.evolve import evolve

if TYPE_CHECKING:
    from stellwerk.store.interface import Store
    from stellwerk.tables.table import Table


async def ended_games(store: Store, table_id: str) -> list[Table]:
    """The table at the end of each of its games; `record()` and the last of `results` belong to that game."""
    found: list[Table] = []
    table: Table | None = None
    for event in await store.load(table_id):
        table = evolve(table, event)
        if isinstance(event.what, Ended):
            found.append(table)
    return found
