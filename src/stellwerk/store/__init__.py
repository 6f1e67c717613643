"""Where tables and people are kept: SQLite for one process, PostgreSQL for any number of them.

`open_store` returns a `Store` (see `interface`); `index_of` makes the entry that `append` stores beside a
table's events. Nothing here decides anything about a table: the store only checks that events follow each
other without a gap.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from stellwerk.store.errors import Conflict, StoreError
from stellwerk.store.history import ended_games
from stellwerk.store.index import index_of
from stellwerk.store.interface import Account, Player, Session, SessionKind, Store, TableIndex

if TYPE_CHECKING:
    from os import PathLike

__all__ = [
    "Account",
    "Conflict",
    "Player",
    "Session",
    "SessionKind",
    "Store",
    "StoreError",
    "TableIndex",
    "ended_games",
    "index_of",
    "open_store",
]


async def open_store(place: str | PathLike[str], *, read_only: bool = False) -> Store:
    """Open the store at ``postgresql://…``, in a file ``….sqlite``, or in a folder, which is made if
    necessary.

    A read-only store changes nothing and receives no notifications; it can be opened while servers run.
    Raises `StoreError`.
    """
    if isinstance(place, str) and place.startswith(("postgresql://", "postgres://")):
        try:
            from stellwerk.store.postgres import PostgresStore  # noqa: PLC0415 (SQLite needs no asyncpg)
        except ImportError as error:
            raise StoreError("no_postgres") from error

        return await PostgresStore.open(place, read_only=read_only)
    from stellwerk.store.sqlite import SqliteStore  # noqa: PLC0415 (and PostgreSQL no sqlite3)

    path = Path(place)
    file = path if path.suffix == ".sqlite" else path / "stellwerk.sqlite"
    return await SqliteStore.open(file, read_only=read_only)
