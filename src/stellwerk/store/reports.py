"""Reports of bad behaviour, each with what the table's public log and chat said when it was made."""

from __future__ import annotations

from typing import Final, NamedTuple

from stellwerk.store.shelf import Shelf

COLUMNS: Final = "id, time, reporter, reported, table_id, payload, settled, note"


class KeptReport(NamedTuple):
    """A report."""

    id: str
    time: float
    reporter: str
    reported: str
    table_id: str
    payload: str
    settled: float | None = None
    """When the host settled it."""
    note: str = ""


class ReportShelf(Shelf):
    """Reports, in the database of a store."""

    async def add(self, report: KeptReport) -> None:
        """Keep a report."""
        sql = f"INSERT INTO reports ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 (a constant)
        await self._change(sql, *report)

    async def latest(self, limit: int, *, with_settled: bool) -> list[KeptReport]:
        """Reports, the latest first."""
        which = "" if with_settled else " WHERE settled IS NULL"
        sql = f"SELECT {COLUMNS} FROM reports{which} ORDER BY time DESC, id LIMIT ?"  # noqa: S608 (constants)
        return [KeptReport(*row) for row in await self._rows(sql, limit)]

    async def by(self, reporter: str) -> list[KeptReport]:
        """The reports that somebody has made, the latest first."""
        sql = f"SELECT {COLUMNS} FROM reports WHERE reporter = ? ORDER BY time DESC, id"  # noqa: S608 (a constant)
        return [KeptReport(*row) for row in await self._rows(sql, reporter)]

    async def find(self, report: str) -> KeptReport | None:
        """A report by its id."""
        sql = f"SELECT {COLUMNS} FROM reports WHERE id = ?"  # noqa: S608 (a constant)
        rows = await self._rows(sql, report)
        return KeptReport(*rows[0]) if rows else None

    async def settle(self, report: str, note: str, now: float) -> bool:
        """Note what came of a report; False if there is none."""
        sql = "UPDATE reports SET settled = ?, note = ? WHERE id = ? RETURNING id"
        return bool(await self._change(sql, now, note, report))

    async def clear(self, settled_before: float) -> None:
        """Forget reports that were settled before a time."""
        await self._change("DELETE FROM reports WHERE settled < ?", settled_before)
