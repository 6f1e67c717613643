"""People who wait for somebody to play with, one row each.

A row counts only as long as its person asks again and again (`seen`): whoever closes the page is gone by
themselves, and whoever loses the line for a moment keeps their place. Several processes may pair people at
the same time: `claim` gives a group to one table, or to none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stellwerk.store.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Sequence

KEPT: Final = 60.0
"""Seconds without a sign of life for which somebody keeps their place."""
CANDIDATES: Final = 100
COLUMNS: Final = "player, game, pace, rating, is_near, is_rated, since, seen, table_id, claimed"


class Waiting(NamedTuple):
    """Somebody who waits."""

    player: str
    game: str
    pace: str
    rating: float | None
    is_near: bool
    """True for somebody who wants opponents of about their own strength."""
    is_rated: bool
    """True for somebody who wants the game to be rated."""
    since: float
    seen: float
    table_id: str | None = None
    """The table that they were given."""
    claimed: float = 0.0


class PairingShelf(Shelf):
    """Who waits, in the database of a store."""

    async def find(self, player: str, now: float) -> Waiting | None:
        """Somebody who waits, or has just lost the line."""
        sql = f"SELECT {COLUMNS} FROM pairings WHERE player = ? AND seen >= ?"  # noqa: S608 (a constant)
        rows = await self._rows(sql, player, now - KEPT)
        return _waiting(rows[0]) if rows else None

    async def wait(self, wish: Waiting) -> Waiting:
        """Wait from now on, or go on waiting: whoever wants the same as before keeps their place."""
        sql = (
            f"INSERT INTO pairings ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, 0)"  # noqa: S608 (constants)
            " ON CONFLICT (player) DO UPDATE SET game = excluded.game, pace = excluded.pace,"
            " rating = excluded.rating, is_near = excluded.is_near, is_rated = excluded.is_rated,"
            " seen = excluded.seen,"
            " since = CASE WHEN pairings.game = excluded.game AND pairings.pace = excluded.pace"
            f" AND pairings.seen >= excluded.seen - {KEPT} THEN pairings.since ELSE excluded.since END,"
            f" table_id = CASE WHEN pairings.seen >= excluded.seen - {KEPT} THEN pairings.table_id END"
            f" RETURNING {COLUMNS}"
        )
        return _waiting((await self._change(sql, *wish[:8]))[0])

    async def free(self, game: str, pace: str, seen_after: float) -> list[Waiting]:
        """Who waits for this and has no table yet, the longest first."""
        sql = (
            f"SELECT {COLUMNS} FROM pairings WHERE game = ? AND pace = ? AND seen >= ?"  # noqa: S608 (constants)
            f" AND table_id IS NULL ORDER BY since, player LIMIT {CANDIDATES}"
        )
        return [_waiting(row) for row in await self._rows(sql, game, pace, seen_after)]

    async def claim(self, players: Sequence[str], table_id: str, now: float) -> bool:
        """Give all of these people one table; False, and nobody has it, if somebody has another one."""
        places = ", ".join("?" * len(players))
        taken = await self._change(
            "UPDATE pairings SET table_id = ?, claimed = ?"  # noqa: S608 (only `?`)
            f" WHERE player IN ({places}) AND table_id IS NULL RETURNING player",
            table_id,
            now,
            *sorted(players),
        )
        if len(taken) == len(players):
            return True
        await self.release(table_id)
        return False

    async def release(self, table_id: str) -> None:
        """Let those wait again who were given a table that does not exist."""
        await self._change("UPDATE pairings SET table_id = NULL WHERE table_id = ?", table_id)

    async def leave(self, player: str) -> None:
        """Wait no longer."""
        await self._change("DELETE FROM pairings WHERE player = ?", player)

    async def clear(self, now: float) -> None:
        """Forget everybody who has gone."""
        await self._change("DELETE FROM pairings WHERE seen < ?", now - KEPT)


def _waiting(row: Any) -> Waiting:
    found = Waiting(*row)
    return found._replace(is_near=bool(found.is_near), is_rated=bool(found.is_rated))
