"""Whose turn it is, for programs: an Atom feed of all tables, and webhooks of single ones.

A webhook is called once and at once, and lost if nobody answers; `notices` tell people, and lose nothing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from datetime import UTC, datetime
from http.client import HTTPException
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

import msgspec

from stellwerk.core.errors import StellwerkError
from stellwerk.core.texts import load_texts
from stellwerk.server.refusals import texts
from stellwerk.tables.clocks import deadline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.server.live.hub import Hub
    from stellwerk.server.notices.calling import Caller
    from stellwerk.store.interface import Player, Store, TableIndex
    from stellwerk.tables.table import Table

MAX_WAITING: Final = 200
"""Calls that may wait for a thread; further ones are dropped."""
MAX_OF_ONE: Final = 3
"""Calls to one player that may wait; further ones are dropped."""
ATOM: Final = "http://www.w3.org/2005/Atom"
log = logging.getLogger("stellwerk.notify")


REMEMBERED: Final = 60.0
"""Seconds until a webhook that was set through another process is noticed."""
TABLES_KNOWN: Final = 10_000


class Turn(msgspec.Struct, frozen=True):
    """The body of a webhook call."""

    event: str
    table: str
    game: str
    url: str
    deadline: float | None


class Notifier:
    """Calls webhooks when it becomes somebody's turn."""

    def __init__(self, hub: Hub, store: Store, base_url: str, caller: Caller) -> None:
        self._store = store
        self._base = base_url
        self._caller = caller
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: Counter[str] = Counter()
        self._known: dict[str, tuple[float, frozenset[str]]] = {}
        """The webhooks of each table, and when they were read."""
        hub.when_moved.append(self._moved)

    def stop(self) -> None:
        """Stop calling webhooks."""
        for task in self._tasks:
            task.cancel()

    def _moved(self, before: Table, after: Table) -> None:
        due = _person(after)
        if due is None or due == _person(before) or not self._may_call(after.id, due):
            return
        if len(self._tasks) < MAX_WAITING and self._waiting[due] < MAX_OF_ONE:
            task = asyncio.get_running_loop().create_task(self._tell(after, due))
            self._tasks.add(task)
            self._waiting[due] += 1
            task.add_done_callback(lambda task: self._told(task, due))

    def _told(self, task: asyncio.Task[None], player: str) -> None:
        self._tasks.discard(task)
        self._waiting[player] -= 1
        if not self._waiting[player]:
            del self._waiting[player]

    def forget(self, table_id: str) -> None:
        """The webhooks of a table have changed."""
        self._known.pop(table_id, None)

    def _may_call(self, table_id: str, player: str) -> bool:
        """True if a table may have webhooks: few have, and turns change all the time."""
        since, players = self._known.get(table_id, (-REMEMBERED, frozenset[str]()))
        return player in players or time.monotonic() - since >= REMEMBERED

    def _remember(self, table_id: str, webhooks: dict[str, str]) -> None:
        if len(self._known) >= TABLES_KNOWN:
            self._known.clear()
        self._known[table_id] = (time.monotonic(), frozenset(webhooks))

    async def _tell(self, table: Table, player: str) -> None:
        try:
            webhooks = await self._store.webhooks(table.id)
            self._remember(table.id, webhooks)
            if (url := webhooks.get(player)) is None:
                return
            limit = deadline(table.times, table.config.clock, table.actor)
            turn = Turn("your_turn", table.id, table.config.game, f"{self._base}/t/{table.code}", limit)
            await self._caller.call(url, msgspec.json.encode(turn))
        except (StellwerkError, OSError, ValueError, HTTPException) as error:
            log.info("webhook of table %s failed: %s", table.id, type(error).__name__)


def _person(table: Table) -> str | None:
    actor = table.actor
    return None if actor is None or actor < 0 else table.seats[actor].player


def feed(player: Player, tables: Sequence[TableIndex], base_url: str, language: str) -> bytes:
    """An Atom feed of the tables where it is the player's turn."""
    words = texts(None, language)
    root = ET.Element("feed", xmlns=ATOM)
    _add(root, "id", f"urn:stellwerk:player:{player.id}")
    _add(root, "title", words.format(words.section("server")["feed_title"], name=player.name))
    _add(ET.SubElement(root, "author"), "name", "Stellwerk")
    latest = max((table.time for table in tables), default=0.0)
    _add(root, "updated", _time(latest))
    for table in tables:
        if table.turn != player.id:
            continue
        entry = ET.SubElement(root, "entry")
        _add(entry, "id", f"urn:stellwerk:table:{table.id}:{table.time}")
        names = ", ".join(name for name in table.seats if name)
        title = load_texts(table.game, language).section("game")["title"]
        _add(entry, "title", words.format(words.section("server")["feed_entry"], game=title, names=names))
        _add(entry, "updated", _time(table.time))
        ET.SubElement(entry, "link", href=f"{base_url}/t/{table.code}")
    page: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return page


def _add(parent: ET.Element, tag: str, text: str) -> None:
    ET.SubElement(parent, tag).text = text


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()
