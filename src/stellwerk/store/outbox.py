"""Notices that have to be sent, and how people want to be told.

A notice has a key that says what it is about, so it is put here once however often somebody tries. It stays
until it is sent: whoever sends it takes it for a while (`claim`), and if that process dies, another one takes
it after that time. What was sent is remembered for a while, so that nothing is sent twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.store.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CLAIMED_AT_ONCE: Final = 100


class Notice(NamedTuple):
    """Something to tell a person by one channel."""

    key: str
    player: str
    channel: str
    kind: str
    table_id: str
    turn: int
    """The event with which a turn began; 0 for notices about something else."""
    due: float
    tries: int = 0
    batch: str | None = None
    """The letter that it was put into; a letter that is sent again is the same."""


class PushKeys(NamedTuple):
    """A browser that takes push messages."""

    endpoint: str
    p256dh: str
    auth: str


class Outbox(Shelf):
    """Notices, wishes and browsers, in the database of a store."""

    # Notices

    async def put(self, notices: Iterable[Notice]) -> None:
        """Add notices; those whose key is known are known already."""
        sql = (
            "INSERT INTO outbox"
            " (id, player, channel, kind, table_id, turn, due, tries, batch, claimed, is_done)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, FALSE) ON CONFLICT DO NOTHING"
        )
        for notice in notices:
            await self._change(sql, *notice)

    async def claim(self, now: float, lease: float) -> list[Notice]:
        """Take notices that are due, so that nobody else sends them before `lease` seconds are over."""
        free = "NOT is_done AND due <= ? AND claimed < ?"
        sql = f"SELECT 1 FROM outbox WHERE {free} LIMIT 1"  # noqa: S608 (nothing but `?` is put in)
        if not await self._rows(sql, now, now - lease):
            return []  # as nearly always, and nothing has to be written
        sql = (
            "UPDATE outbox SET claimed = ? WHERE id IN"  # noqa: S608 (nothing but `?` is put in)
            f" (SELECT id FROM outbox WHERE {free} ORDER BY due LIMIT {CLAIMED_AT_ONCE}) AND {free}"
            " RETURNING id, player, channel, kind, table_id, turn, due, tries, batch"
        )
        rows = await self._change(sql, now, now, now - lease, now, now - lease)
        return sorted((Notice(*row) for row in rows), key=lambda notice: (notice.due, notice.key))

    async def stamp(self, keys: Sequence[str], batch: str) -> None:
        """Note into which letter notices are put, before it is sent."""
        await self._mark("batch = ?", (batch,), keys)

    async def done(self, keys: Sequence[str], now: float) -> None:
        """Note that notices were sent, or need not be: those of a letter together, whoever is killed."""
        await self._mark("is_done = TRUE, claimed = ?", (now,), keys)

    async def again(self, keys: Sequence[str], due: float) -> None:
        """Try notices again later."""
        await self._mark("due = ?, claimed = 0, tries = tries + 1", (due,), keys)

    async def _mark(self, what: str, values: tuple[str | float, ...], keys: Sequence[str]) -> None:
        places = ", ".join("?" * len(keys))
        await self._change(f"UPDATE outbox SET {what} WHERE id IN ({places})", *values, *keys)  # noqa: S608 (`?`)

    async def clear(self, before: float) -> None:
        """Forget what was sent before a time."""
        await self._change("DELETE FROM outbox WHERE is_done AND claimed < ?", before)

    # Wishes

    async def set_wishes(self, player: str, payload: str) -> None:
        """Keep how somebody wants to be told; raises `unknown_reference`."""
        sql = (
            "INSERT INTO notice_wishes (player, payload) VALUES (?, ?)"
            " ON CONFLICT (player) DO UPDATE SET payload = excluded.payload"
        )
        await self._change(sql, player, payload)

    async def wishes(self, player: str) -> str | None:
        """How somebody wants to be told."""
        rows = await self._rows("SELECT payload FROM notice_wishes WHERE player = ?", player)
        return rows[0][0] if rows else None

    async def wishers(self) -> list[str]:
        """Everybody who wants to be told of something."""
        return [player for (player,) in await self._rows("SELECT player FROM notice_wishes ORDER BY player")]

    # Browsers

    async def add_browser(self, player: str, keys: PushKeys, time: float) -> None:
        """Add a browser; whoever had it before is told nothing there any more."""
        sql = (
            "INSERT INTO push_browsers (endpoint, player, p256dh, auth, time) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (endpoint) DO UPDATE SET player = excluded.player, p256dh = excluded.p256dh,"
            " auth = excluded.auth, time = excluded.time"
        )
        await self._change(sql, keys.endpoint, player, keys.p256dh, keys.auth, time)

    async def browsers(self, player: str) -> list[PushKeys]:
        """The browsers of a person, the latest first."""
        sql = "SELECT endpoint, p256dh, auth FROM push_browsers WHERE player = ? ORDER BY time DESC"
        return [PushKeys(*row) for row in await self._rows(sql, player)]

    async def drop_browser(self, endpoint: str) -> None:
        """Forget a browser."""
        await self._change("DELETE FROM push_browsers WHERE endpoint = ?", endpoint)
