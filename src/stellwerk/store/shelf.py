"""What the shelves of a store have in common: they read and change rows of one database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


class Shelf:
    """Some tables of a database. Every method may raise `StoreError`."""

    def __init__(self, rows: Callable[..., Awaitable[Any]], change: Callable[..., Awaitable[Any]]) -> None:
        self._rows = rows
        """Reads: SQL with `?` and its values; the rows."""
        self._change = change
        """Writes; the rows that it returns."""
