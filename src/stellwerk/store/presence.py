"""Who is at which table, as each process of a server says it in its row, every few seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from stellwerk.store.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Mapping

KEPT: Final = 15.0
"""Seconds after which what a process said is no longer true: it has stopped."""
_decode = msgspec.json.Decoder(dict[str, list[str]]).decode


class PresenceShelf(Shelf):
    """What processes say, in the database of a store."""

    async def say(self, process: str, time: float, people: Mapping[str, list[str]]) -> None:
        """Say who is connected to this process, by table; and forget processes that have stopped."""
        sql = (
            "INSERT INTO presences (process, time, payload) VALUES (?, ?, ?)"
            " ON CONFLICT (process) DO UPDATE SET time = excluded.time, payload = excluded.payload"
        )
        await self._change(sql, process, time, msgspec.json.encode(people).decode())
        await self._change("DELETE FROM presences WHERE time < ?", time - KEPT)

    async def elsewhere(self, process: str, time: float) -> dict[str, set[str]]:
        """Who is connected to other processes, by table."""
        sql = "SELECT payload FROM presences WHERE process <> ? AND time >= ?"
        found: dict[str, set[str]] = {}
        for (payload,) in await self._rows(sql, process, time - KEPT):
            for table, people in _decode(payload).items():
                found.setdefault(table, set()).update(people)
        return found
