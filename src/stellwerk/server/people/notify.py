"""Notices for games over days: an Atom feed and webhooks that say whose turn it is, for those who want them.

A webhook calls an address that a user chose: only public https addresses, unless the operator allows others.
It is sent once, from a thread of its own; whatever happens, the thread is free again after `TIMEOUT` seconds,
and of the answer only the first byte is awaited.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import msgspec

from stellwerk.core.errors import StellwerkError
from stellwerk.core.texts import load_texts
from stellwerk.server.refusals import ServerError, texts
from stellwerk.tables.clocks import deadline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.server.live.hub import Hub
    from stellwerk.store.interface import Player, Store, TableIndex
    from stellwerk.tables.table import Table

TIMEOUT: Final = 5.0
THREADS: Final = 4
MAX_WAITING: Final = 200
"""Calls that may wait for a thread; further ones are dropped."""
MAX_OF_ONE: Final = 3
"""Calls to one player that may wait; further ones are dropped."""
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
"""Addresses that a gateway turns into the IPv4 address in their last 32 bits."""
NOT_PUBLIC: Final = tuple(
    map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "64:ff9b:1::/48", "2001::/23", "100::/64"))
)
"""For protocols, relays and gateways; Python's `is_global` lets some of them pass."""
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

    def __init__(self, hub: Hub, store: Store, base_url: str, *, allow_private: bool) -> None:
        self._store = store
        self._base = base_url
        self._allow_private = allow_private
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: Counter[str] = Counter()
        self._known: dict[str, tuple[float, frozenset[str]]] = {}
        """The webhooks of each table, and when they were read."""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="stellwerk-webhook")
        hub.when_moved = self._moved

    async def check(self, url: str) -> None:
        """Raise `ServerError` for an invalid address or one that is not public."""
        schemes = ("http", "https") if self._allow_private else ("https",)
        try:
            parts = urlsplit(url)
            if parts.scheme not in schemes or parts.username is not None or not url.isprintable():
                raise ServerError("bad_webhook")
            await asyncio.get_running_loop().run_in_executor(self._threads, self._address, url)
        except (OSError, ValueError) as error:
            raise ServerError("bad_webhook") from error

    def stop(self) -> None:
        """Stop calling webhooks."""
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

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
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._threads, self._post, url, msgspec.json.encode(turn))
        except (StellwerkError, OSError, ValueError, HTTPException) as error:
            log.info("webhook of table %s failed: %s", table.id, type(error).__name__)

    def _address(self, url: str) -> tuple[str, int, str]:
        """Host, port and the resolved address of a URL; raises `OSError` if it is not public."""
        parts = urlsplit(url)
        host = parts.hostname or ""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        address = str(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][0])
        if not host or not (self._allow_private or is_public(address)):
            raise OSError("not a public address")
        return host, port, address

    def _post(self, url: str, body: bytes) -> None:
        """Send one request to exactly the address that was checked."""
        parts = urlsplit(url)
        host, port, address = self._address(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        ends = time.monotonic() + TIMEOUT
        connection = kind(host, port, timeout=TIMEOUT)
        connection._create_connection = lambda _address, *rest: socket.create_connection(  # type: ignore[attr-defined]
            (address, port), *rest
        )
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        try:
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            connection.sock.settimeout(max(0.01, ends - time.monotonic()))
            connection.sock.recv(1)  # it was received; an answer that drips is not waited for
        finally:
            connection.close()


def is_public(address: str) -> bool:
    """True for the public address of a single machine."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if any(found in network for network in NOT_PUBLIC):
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if found in NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast


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
