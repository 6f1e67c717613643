"""Puts notices in the outbox when something happens that somebody wants to know, and sends what is due.

What has to be told follows from the tables themselves: `look_around` puts it in the outbox again after a
crash, and a key keeps it from being there twice. A notice waits for a moment, so that several become one
letter, and is dropped if it has become pointless: the turn is over, or the person has the table open.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from stellwerk.core.errors import StellwerkError
from stellwerk.server.notices.letters import item_of, letter_of
from stellwerk.server.notices.wishes import wishes_of
from stellwerk.store.index import index_of
from stellwerk.store.outbox import Notice
from stellwerk.tables.clocks import DAY
from stellwerk.tables.config import DaysClock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.server.live.hub import Hub
    from stellwerk.server.live.presence import Presence
    from stellwerk.server.notices.channels import Channels
    from stellwerk.server.notices.letters import Item
    from stellwerk.server.notices.wishes import Wishes
    from stellwerk.store.interface import Store, TableIndex
    from stellwerk.tables.table import Table

DELAYS: Final = {"push": 10.0, "ntfy": 10.0, "webhook": 2.0, "email": 300.0}
"""Seconds for which a notice waits for others, and for its person to come back."""
LEASE: Final = 60.0
"""Seconds after which another process sends what this one took and did not send."""
RETRY: Final = 60.0
MOST_TRIES: Final = 6
KEPT: Final = 40.0 * DAY
"""Seconds for which it is remembered what was sent: longer than any turn."""
LOOKED_AT: Final = 200
"""Latest tables of a person among which turns are looked for."""
KNOWN_FOR: Final = 60.0
"""Seconds until it is noticed that somebody wants to be told who said so to another process."""
DAILY: Final = 7 * 3600.0
"""Seconds after midnight (UTC) at which daily letters are sent."""
ABOUT_TURNS: Final = ("turn", "reminder", "nudge")
log = logging.getLogger("stellwerk.notices")


class Postman:
    """Puts notices in the outbox of the store, and empties it."""

    def __init__(self, hub: Hub, store: Store, presence: Presence, channels: Channels, base_url: str) -> None:
        self._hub = hub
        self._store = store
        self._presence = presence
        self._channels = channels
        self._base = base_url
        self._wishers: frozenset[str] = frozenset()
        self._known = -KNOWN_FOR
        self._tasks: set[asyncio.Task[None]] = set()
        hub.when_moved.append(self._moved)

    def forget(self) -> None:
        """Somebody has changed how they want to be told."""
        self._known = -KNOWN_FOR

    def stop(self) -> None:
        """Send nothing any more; what waits is in the outbox."""
        for task in self._tasks:
            task.cancel()

    # Into the outbox

    def _moved(self, before: Table, after: Table) -> None:
        """Called after every change of a table by this process."""
        if not (before.turn_seq != after.turn_seq or before.nudged != after.nudged or after.challenges):
            return
        if not self._wishers and time.monotonic() - self._known < KNOWN_FOR:
            return
        task = asyncio.get_running_loop().create_task(self._note(before, after))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _note(self, before: Table, after: Table) -> None:
        try:
            for player, kind, mark in _happenings(before, after):
                if player in await self._all_wishers():
                    await self._put(player, kind, mark, index_of(after))
        except StellwerkError as error:  # found by `look_around` later
            log.info("a notice was not noted: %s", error.code)

    async def _all_wishers(self) -> frozenset[str]:
        if time.monotonic() - self._known >= KNOWN_FOR:
            self._wishers = frozenset(await self._store.outbox.wishers())
            self._known = time.monotonic()
        return self._wishers

    async def _put(self, player: str, kind: str, mark: str, table: TableIndex) -> None:
        wishes = await wishes_of(self._store, player)
        if wishes is not None:
            await self._store.outbox.put(_notices(player, kind, mark, table, wishes, self._hub.clock()))

    async def look_around(self) -> None:
        """Put everything in the outbox that somebody should be told now, in case it is not there."""
        self.forget()
        for player in await self._all_wishers():
            for table in await self._store.tables_of(player, LOOKED_AT):
                if table.turn == player:
                    await self._put(player, "turn", str(table.turn_seq), table)
                if player in table.challenged:
                    await self._put(player, "invitation", "", table)

    # Out of the outbox

    async def deliver(self) -> None:
        """Send what is due, one letter to each person by each channel."""
        now = self._hub.clock()
        letters: defaultdict[tuple[str, str, str | None], list[Notice]] = defaultdict(list)
        for notice in await self._store.outbox.claim(now, LEASE):
            letters[notice.player, notice.channel, notice.batch].append(notice)
        await asyncio.gather(*(self._send(*who, notices) for who, notices in letters.items()))

    async def clear(self) -> None:
        """Forget what was sent long ago."""
        await self._store.outbox.clear(self._hub.clock() - KEPT)

    async def _send(self, player: str, channel: str, batch: str | None, notices: list[Notice]) -> None:
        outbox, keys = self._store.outbox, [notice.key for notice in notices]
        try:
            wishes = await wishes_of(self._store, player)
            items = [] if wishes is None else await self._items(player, notices, wishes)
            if wishes is not None and items:
                if batch is None:
                    batch = sha256("\n".join(keys).encode()).hexdigest()[:32]
                    await outbox.stamp(keys, batch)
                letter = letter_of(batch, items, wishes.language, self._base)
                await self._channels.send(letter, player, channel, wishes)
            await outbox.done(keys, self._hub.clock())
        except (OSError, ValueError, StellwerkError) as error:
            log.info("a notice by %s failed: %s", channel, type(error).__name__)
            if max(notice.tries for notice in notices) + 1 >= MOST_TRIES:
                await outbox.done(keys, self._hub.clock())
            else:
                tries = 1 + notices[0].tries
                await outbox.again(keys, self._hub.clock() + RETRY * 2 ** (tries - 1))

    async def _items(self, player: str, notices: Sequence[Notice], wishes: Wishes) -> list[Item]:
        """What is still worth saying, each table once."""
        found: dict[str, Item] = {}
        for notice in notices:
            for table in await self._tables(player, notice):
                if self._matters(player, notice, table):
                    found[table.id] = item_of(notice, table, wishes.language, self._base)
        return list(found.values())

    async def _tables(self, player: str, notice: Notice) -> list[TableIndex]:
        """The tables that a notice is about: one, or in a daily letter all where it is their turn."""
        if notice.kind == "daily":
            return [t for t in await self._store.tables_of(player, LOOKED_AT) if t.turn == player]
        table = await self._store.index(notice.table_id)
        return [] if table is None else [table]

    def _matters(self, player: str, notice: Notice, table: TableIndex) -> bool:
        if notice.kind == "invitation":
            return player in table.challenged
        if notice.kind in ABOUT_TURNS and (table.turn, table.turn_seq) != (player, notice.turn):
            return False
        return notice.kind == "daily" or not self._is_there(player, table.id)

    def _is_there(self, player: str, table_id: str) -> bool:
        table = self._hub.peek(table_id)
        there = self._presence.there(table_id)
        return table is not None and any(table.seats[seat].player == player for seat in there)


def _happenings(before: Table, after: Table) -> Iterator[tuple[str, str, str]]:
    """Who should be told of what, with a mark that tells it from all others of its kind at the table."""
    actor = after.actor
    due = after.seats[actor].player if actor is not None and actor >= 0 else None
    if due is not None and before.turn_seq != after.turn_seq:
        yield due, "turn", str(after.turn_seq)
    if due is not None and after.nudged is not None and after.nudged != before.nudged:
        yield due, "nudge", str(after.seq)
    for challenge in after.challenges:
        if challenge not in before.challenges:
            yield challenge.player, "invitation", ""


def _notices(
    player: str, kind: str, mark: str, table: TableIndex, wishes: Wishes, now: float
) -> Iterator[Notice]:
    """The notices about one happening, by every channel that the person wants."""
    about = f"{table.id} {mark}"
    for channel in wishes.channels():
        due = now + (0.0 if kind == "nudge" else DELAYS[channel])
        yield Notice(f"{kind} {about} {channel}", player, channel, kind, table.id, table.turn_seq, due)
        if kind == "turn" and wishes.reminders and table.deadline is not None:
            at = _reminder(table, now)
            if at is not None:
                yield Notice(
                    f"reminder {about} {channel}", player, channel, "reminder", table.id, table.turn_seq, at
                )
    if kind == "turn" and wishes.mail == "daily":
        day = int((now - DAILY) // DAY) + 1
        yield Notice(f"daily {player} {day}", player, "email", "daily", table.id, 0, day * DAY + DAILY)


def _reminder(table: TableIndex, now: float) -> float | None:
    """When to remind of a turn over days: when a quarter of its time is left."""
    if not isinstance(table.clock, DaysClock) or table.deadline is None:
        return None
    at = table.deadline - table.clock.days * DAY / 4
    return at if at > now else None
