"""Names that belong to accounts, each by its skeleton: what is left of a name when look-alikes are the same.

The rows are derived from logins; `server.people.names` makes skeletons.
"""

from __future__ import annotations

from typing import NamedTuple

from stellwerk.store.shelf import Shelf


class Unreserved(NamedTuple):
    """An account without any name of its own: one of an earlier version."""

    player: str
    login: str


class NameShelf(Shelf):
    """The names of accounts, in the database of a store."""

    async def holder(self, skeleton: str) -> str | None:
        """The id of the player to whom a name belongs."""
        rows = await self._rows("SELECT player FROM reserved_names WHERE skeleton = ?", skeleton)
        return rows[0][0] if rows else None

    async def reserve(self, skeleton: str, player: str) -> None:
        """Let a name belong to a player, unless it belongs to somebody else."""
        sql = "INSERT INTO reserved_names (skeleton, player) VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._change(sql, skeleton, player)

    async def unreserved(self) -> list[Unreserved]:
        """The accounts that no name belongs to."""
        sql = (
            "SELECT player, login FROM accounts WHERE NOT EXISTS"
            " (SELECT 1 FROM reserved_names WHERE reserved_names.player = accounts.player) ORDER BY login"
        )
        return [Unreserved(*row) for row in await self._rows(sql)]
