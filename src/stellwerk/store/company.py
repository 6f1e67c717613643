"""Whom people have muted or blocked. To block is more than to mute: see `server.meeting.company`."""

from __future__ import annotations

from typing import Literal

from stellwerk.store.shelf import Shelf

Attitude = Literal["none", "mute", "block"]


class CompanyShelf(Shelf):
    """What people think of each other, in the database of a store."""

    async def set(self, player: str, other: str, attitude: Attitude, time: float) -> None:
        """Mute or block somebody, or neither; raises `unknown_reference`."""
        if attitude == "none":
            await self._change("DELETE FROM shunned WHERE player = ? AND other = ?", player, other)
            return
        sql = (
            "INSERT INTO shunned (player, other, attitude, time) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (player, other) DO UPDATE SET attitude = excluded.attitude, time = excluded.time"
        )
        await self._change(sql, player, other, attitude, time)

    async def of(self, player: str) -> dict[str, Attitude]:
        """Whom somebody has muted or blocked, the latest first."""
        sql = "SELECT other, attitude FROM shunned WHERE player = ? ORDER BY time DESC, other"
        return dict(await self._rows(sql, player))

    async def apart(self, player: str) -> frozenset[str]:
        """Everybody whom somebody has blocked, and everybody who has blocked them."""
        sql = (
            "SELECT other FROM shunned WHERE player = ? AND attitude = 'block'"
            " UNION SELECT player FROM shunned WHERE other = ? AND attitude = 'block'"
        )
        return frozenset(other for (other,) in await self._rows(sql, player, player))

    async def move(self, guest: str, account: str) -> None:
        """Let an account have what was thought by a guest, and of them."""
        for mine, theirs in (("player", "other"), ("other", "player")):
            await self._change(
                f"INSERT INTO shunned ({mine}, {theirs}, attitude, time)"  # noqa: S608 (only these columns)
                f" SELECT ?, {theirs}, attitude, time FROM shunned WHERE {mine} = ? AND {theirs} <> ?"
                " ON CONFLICT DO NOTHING",
                account,
                guest,
                account,
            )
        await self._change("DELETE FROM shunned WHERE player = ? OR other = ?", guest, guest)
