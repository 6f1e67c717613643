"""What whoever hosts may look through: all accounts and all tables, the latest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.store.interface import BLOCKED, TableIndex

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_decode = msgspec.json.Decoder(TableIndex).decode


class Resident(msgspec.Struct, frozen=True):
    """An account, as the host sees it."""

    login: str
    name: str
    is_bot: bool
    is_blocked: bool
    seen: float
    """When one of its sessions was last used; 0 if there is none."""
    tables: int


class Register:
    """All accounts and tables, in the database of a store."""

    def __init__(self, rows: Callable[..., Awaitable[Any]]) -> None:
        self._rows = rows

    async def people(self, wanted: str, limit: int) -> list[Resident]:
        """The accounts with `wanted` in their login or name, those that were here last first."""
        sql = (
            "SELECT login, players.name, is_bot, password_hash,"
            " COALESCE((SELECT MAX(seen) FROM sessions WHERE sessions.player = accounts.player), 0) AS last,"
            " (SELECT COUNT(*) FROM people_at_tables WHERE people_at_tables.player = accounts.player)"
            " FROM accounts JOIN players ON players.id = accounts.player"
            " WHERE LOWER(login) LIKE ? ESCAPE '!' OR LOWER(players.name) LIKE ? ESCAPE '!'"
            " ORDER BY last DESC, login LIMIT ?"
        )
        pattern = "%" + "".join(f"!{sign}" if sign in "!%_" else sign for sign in wanted.lower()) + "%"
        return [
            Resident(login, name, bool(is_bot), hashed.startswith(BLOCKED), seen, tables)
            for login, name, is_bot, hashed, seen, tables in await self._rows(sql, pattern, pattern, limit)
        ]

    async def tables(self, limit: int) -> list[TableIndex]:
        """The tables where something happened last."""
        rows = await self._rows("SELECT summary FROM tables ORDER BY time DESC, id LIMIT ?", limit)
        return [_decode(summary) for (summary,) in rows]
