"""Reviews as they are kept: the game, and what was found out about it so far, finding by finding.

A review that is not complete has at most one worker, which has to renew its claim; when the claim runs out,
because the worker has died, another one may take the review over. `wanted` is renewed by whoever waits for
the review, and a worker gives up what nobody waits for. All times are those of the server's shared clock.
What a record or a finding says is no matter here: both are text.
"""

from __future__ import annotations

from typing import NamedTuple

from stellwerk.store.shelf import Shelf


class KeptReview(NamedTuple):
    """A review, complete or not."""

    id: str
    record: str
    outline: str | None
    """The pieces it is made of, once they are known."""
    is_complete: bool
    wanted: float
    """Until when somebody waits for it."""


class ReviewShelf(Shelf):
    """The reviews of a store. Every method may raise `StoreError`."""

    async def add(self, review: str, record: str, wanted: float) -> None:
        """Add a review of which nothing is known yet; if there is one, it is wanted for longer."""
        sql = (
            "INSERT INTO reviews (id, record, is_complete, worker, claimed, wanted) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET wanted = excluded.wanted WHERE reviews.wanted < excluded.wanted"
        )
        await self._change(sql, review, record, False, "", 0.0, wanted)

    async def find(self, review: str) -> KeptReview | None:
        """A review by its id."""
        sql = "SELECT id, record, outline, is_complete, wanted FROM reviews WHERE id = ?"
        rows = await self._rows(sql, review)
        if not rows:
            return None
        found, record, outline, is_complete, wanted = rows[0]
        return KeptReview(found, record, outline, bool(is_complete), wanted)

    async def abandoned(self, now: float, wanted_after: float) -> list[str]:
        """The ids of incomplete reviews that somebody waits for, or waited for after a time, and that nobody
        works on."""
        sql = "SELECT id FROM reviews WHERE NOT is_complete AND claimed < ? AND wanted > ? ORDER BY id"
        return [review for (review,) in await self._rows(sql, now, wanted_after)]

    async def claim(self, review: str, worker: str, now: float, until: float) -> bool:
        """Claim an incomplete review for a worker, or renew its claim; False if another one has it."""
        sql = (
            "UPDATE reviews SET worker = ?, claimed = ? WHERE id = ? AND NOT is_complete"
            " AND (worker = ? OR claimed < ?) RETURNING id"
        )
        return bool(await self._change(sql, worker, until, review, worker, now))

    async def release(self, review: str, worker: str) -> None:
        """Give a claim up."""
        await self._change("UPDATE reviews SET claimed = ? WHERE id = ? AND worker = ?", 0.0, review, worker)

    async def release_all(self) -> None:
        """Give all claims up: for the only process of a store, when it starts."""
        await self._change("UPDATE reviews SET claimed = ? WHERE NOT is_complete", 0.0)

    async def want(self, review: str, until: float, *, at_most: bool = False) -> None:
        """Somebody waits for a review until a time, or (`at_most`) nobody known for longer than that."""
        order = ">" if at_most else "<"
        await self._change(
            f"UPDATE reviews SET wanted = ? WHERE id = ? AND wanted {order} ?",  # noqa: S608 (a sign)
            until, review, until,
        )  # fmt: skip

    async def outline(self, review: str, outline: str) -> None:
        """Keep the pieces that a review is made of."""
        await self._change("UPDATE reviews SET outline = ? WHERE id = ?", outline, review)

    async def keep(self, review: str, piece: int, finding: str) -> None:
        """Keep what was found out about a piece; the first finding stays."""
        sql = "INSERT INTO findings (review, piece, payload) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        await self._change(sql, review, piece, finding)

    async def findings(self, review: str) -> dict[int, str]:
        """What is known of a review, by piece."""
        rows = await self._rows("SELECT piece, payload FROM findings WHERE review = ? ORDER BY piece", review)
        return {row[0]: row[1] for row in rows}

    async def count(self, review: str) -> int:
        """How many pieces of a review something is known of."""
        rows = await self._rows("SELECT count(*) FROM findings WHERE review = ?", review)
        return int(rows[0][0])

    async def complete(self, review: str) -> None:
        """Note that nothing is missing any more."""
        await self._change("UPDATE reviews SET is_complete = ?, claimed = ? WHERE id = ?", True, 0.0, review)

    async def forget(self, wanted_before: float) -> None:
        """Delete the reviews that nobody has asked for since a time: they can be made again."""
        await self._change(
            "DELETE FROM findings WHERE review IN (SELECT id FROM reviews WHERE wanted < ?)", wanted_before
        )
        await self._change("DELETE FROM reviews WHERE wanted < ?", wanted_before)
