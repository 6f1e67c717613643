"""The queries that both backends share: all but `append`.

The SQL here is what SQLite and PostgreSQL both understand, with `?` for values. A backend implements
reading, writing and the notification of subscribers.
"""

from __future__ import annotations

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.store.company import CompanyShelf
from stellwerk.store.errors import StoreError
from stellwerk.store.games import GameShelf
from stellwerk.store.interface import MOST, Account, Player, Session, SessionKind, TableIndex
from stellwerk.store.names import NameShelf
from stellwerk.store.outbox import Outbox
from stellwerk.store.pairing import PairingShelf
from stellwerk.store.presence import PresenceShelf
from stellwerk.store.ratings import RatingShelf
from stellwerk.store.register import Register
from stellwerk.store.reports import ReportShelf
from stellwerk.store.reviews import ReviewShelf
from stellwerk.store.snapshots import Snapshot
from stellwerk.tables.events import Event, What

if TYPE_CHECKING:
    from collections.abc import Callable

PROBE_BYTES = 8_192
BELONGINGS = (
    "webhooks", "feeds", "sessions", "reserved_names", "outbox", "notice_wishes", "push_browsers",
    "rating_changes", "pairings", "shunned", "accounts",
)  # fmt: skip
"""What is deleted when somebody leaves for good."""
Value = str | int | float | None
Rows = Sequence[tuple[Any, ...]]

_WHAT = msgspec.json.Decoder[What](What)
_INDEX = msgspec.json.Decoder(TableIndex)


class SqlStore(ABC):
    """A store on a database that speaks SQL."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[str, int], None]] = []
        self.reviews = ReviewShelf(self._rows, self._change)
        self.games = GameShelf(self._rows, self._change)
        self.ratings = RatingShelf(self._rows, self._change)
        self.names = NameShelf(self._rows, self._change)
        self.presence = PresenceShelf(self._rows, self._change)
        self.register = Register(self._rows)
        self.outbox = Outbox(self._rows, self._change)
        self.pairing = PairingShelf(self._rows, self._change)
        self.company = CompanyShelf(self._rows, self._change)
        self.reports = ReportShelf(self._rows, self._change)

    @abstractmethod
    async def _read(self, sql: str, values: tuple[Value, ...]) -> Rows:
        """The rows of a query."""

    @abstractmethod
    async def _write(self, sql: str, values: tuple[Value, ...]) -> Rows:
        """Run one statement durably and return its rows; `broken` names the error for a violated
        constraint."""

    async def _rows(self, sql: str, *values: Value) -> Rows:
        return await self._read(sql, values) if all(map(_is_storable, values)) else ()

    async def _change(self, sql: str, *values: Value) -> Rows:
        if not all(map(_is_storable, values)):
            raise StoreError("unstorable_text")
        return await self._write(sql, values)

    def subscribe(self, callback: Callable[[str, int], None]) -> None:
        """Call back after every append."""
        self._subscribers.append(callback)

    def _tell(self, table_id: str, seq: int) -> None:
        for callback in self._subscribers:
            try:
                callback(table_id, seq)
            except Exception as error:  # noqa: BLE001 (it is reported, and harms no other subscriber)
                asyncio.get_running_loop().call_exception_handler(
                    {"message": "a subscriber to appends failed", "exception": error}
                )

    # Tables

    async def load(self, table_id: str, after: int = 0, limit: int = MOST) -> list[Event]:
        """The events of a table after a seq."""
        sql = "SELECT seq, time, payload FROM events WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?"
        return _events(table_id, await self._rows(sql, table_id, after, limit))

    async def load_kinds(
        self, table_id: str, kinds: tuple[str, ...], after: int = 0, limit: int = MOST
    ) -> list[Event]:
        """The last events of some kinds."""
        places = ", ".join("?" * len(kinds))
        sql = (
            "SELECT seq, time, payload FROM events WHERE table_id = ? AND seq > ?"  # noqa: S608 (only `?`)
            f" AND kind IN ({places}) ORDER BY seq DESC LIMIT ?"
        )
        rows = await self._rows(sql, table_id, after, *kinds, limit)
        return _events(table_id, list(reversed(rows)))

    async def snapshot(self, table_id: str) -> Snapshot | None:
        """The last snapshot of a table."""
        rows = await self._rows("SELECT seq, mark, payload FROM snapshots WHERE table_id = ?", table_id)
        return Snapshot(*rows[0]) if rows else None

    async def keep_snapshot(self, table_id: str, snapshot: Snapshot) -> None:
        """Replace the snapshot of a table."""
        sql = (
            "INSERT INTO snapshots (table_id, seq, mark, payload) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (table_id) DO UPDATE"
            " SET seq = excluded.seq, mark = excluded.mark, payload = excluded.payload"
            " WHERE snapshots.seq < excluded.seq OR snapshots.mark <> excluded.mark"
        )
        await self._change(sql, table_id, *snapshot)

    async def find(self, code: str) -> str | None:
        """The id of the table with this code."""
        rows = await self._rows("SELECT id FROM tables WHERE code = ?", code)
        return rows[0][0] if rows else None

    async def index(self, table_id: str) -> TableIndex | None:
        """The entry of one table."""
        found = _entries(await self._rows("SELECT summary FROM tables WHERE id = ?", table_id))
        return found[0] if found else None

    async def open_tables(self, limit: int) -> list[TableIndex]:
        """Public tables with a free seat, the latest first."""
        return _entries(
            await self._rows("SELECT summary FROM tables WHERE listed ORDER BY time DESC LIMIT ?", limit)
        )

    async def tables_of(self, player: str, limit: int) -> list[TableIndex]:
        """The tables of a person, the latest first."""
        sql = (
            "SELECT summary FROM tables JOIN people_at_tables ON people_at_tables.table_id = tables.id"
            " WHERE player = ? ORDER BY time DESC LIMIT ?"
        )
        return _entries(await self._rows(sql, player, limit))

    async def tables_due(self, now: float) -> list[str]:
        """The ids of tables whose deadline has passed."""
        rows = await self._rows("SELECT id FROM tables WHERE deadline <= ? ORDER BY deadline", now)
        return [table_id for (table_id,) in rows]

    async def tables_to_resume(self, before: float = inf) -> list[str]:
        """The ids of tables where a bot is due since before a time."""
        sql = "SELECT id FROM tables WHERE bot_due AND time <= ? ORDER BY id"
        return [table_id for (table_id,) in await self._rows(sql, before)]

    async def tables_with_results(self) -> list[str]:
        """The ids of tables where a game has ended."""
        sql = "SELECT DISTINCT table_id FROM events WHERE kind = 'ended' ORDER BY table_id"
        return [table_id for (table_id,) in await self._rows(sql)]

    # People

    async def add_player(self, player: str, name: str) -> None:
        """Add a person."""
        await self._change(
            "INSERT INTO players (id, name) VALUES (?, ?) ON CONFLICT DO NOTHING", player, name
        )

    async def player(self, player: str) -> Player | None:
        """The person with this id."""
        return (await self.players([player])).get(player)

    async def players(self, ids: Sequence[str]) -> dict[str, Player]:
        """The people with these ids."""
        if not ids:
            return {}
        sql = (
            "SELECT id, name, login, is_bot FROM players LEFT JOIN accounts ON accounts.player = players.id"  # noqa: S608 (only `?`)
            f" WHERE players.id IN ({', '.join('?' * len(ids))})"
        )
        rows = await self._rows(sql, *ids)
        return {found: Player(found, name, login, bool(is_bot)) for found, name, login, is_bot in rows}

    async def rename(self, player: str, name: str) -> None:
        """Rename a person."""
        if not await self._change("UPDATE players SET name = ? WHERE id = ? RETURNING id", name, player):
            raise StoreError("unknown_player")

    async def forget(self, player: str, name: str) -> None:
        """Delete a person's account, sessions and settings."""
        for place in BELONGINGS:
            await self._change(f"DELETE FROM {place} WHERE player = ?", player)  # noqa: S608 (only these)
        await self.games.forget(player, name)
        await self._change("DELETE FROM shunned WHERE other = ?", player)
        await self._change("UPDATE players SET name = ? WHERE id = ?", name, player)

    async def add_account(self, player: str, login: str, password_hash: str) -> None:
        """Give a guest an account."""
        sql = (
            "INSERT INTO accounts (player, login, password_hash) VALUES (?, ?, ?)"
            " ON CONFLICT DO NOTHING RETURNING login"
        )
        if not await self._change(sql, player, login, password_hash):
            raise StoreError("login_taken", {"login": login})

    async def account(self, login: str) -> Account | None:
        """The account with this login."""
        rows = await self._rows("SELECT login, player, password_hash FROM accounts WHERE login = ?", login)
        return Account(*rows[0]) if rows else None

    async def set_password(self, login: str, password_hash: str) -> None:
        """Change the password of an account."""
        sql = "UPDATE accounts SET password_hash = ? WHERE login = ? RETURNING login"
        if not await self._change(sql, password_hash, login):
            raise StoreError("unknown_account", {"login": login})

    async def set_bot(self, login: str) -> None:
        """Turn an account into a bot's."""
        if not await self._change("UPDATE accounts SET is_bot = TRUE WHERE login = ? RETURNING login", login):
            raise StoreError("unknown_account", {"login": login})

    async def is_public(self, player: str) -> bool:
        """True if everybody may see the profile of this person's account."""
        rows = await self._rows("SELECT is_public FROM accounts WHERE player = ?", player)
        return bool(rows and rows[0][0])

    async def set_public(self, player: str, *, is_public: bool) -> None:
        """Show an account's profile to everybody, or to nobody."""
        sql = "UPDATE accounts SET is_public = ? WHERE player = ? RETURNING login"
        if not await self._change(sql, is_public, player):
            raise StoreError("unknown_account", {"login": "–"})

    async def add_session(
        self, token_hash: str, player: str, kind: SessionKind, name: str, time: float
    ) -> None:
        """Add a session of a player."""
        sql = (
            "INSERT INTO sessions (token_hash, player, kind, name, time, seen) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING RETURNING token_hash"
        )
        if not await self._change(sql, token_hash, player, kind, name, time, time):
            raise StoreError("token_taken")

    async def session(self, token_hash: str) -> Session | None:
        """The session of a token."""
        sql = "SELECT token_hash, player, kind, name, time, seen FROM sessions WHERE token_hash = ?"
        rows = await self._rows(sql, token_hash)
        return Session(*rows[0]) if rows else None

    async def sessions_of(self, player: str) -> list[Session]:
        """All sessions of a player, the latest first."""
        sql = (
            "SELECT token_hash, player, kind, name, time, seen FROM sessions WHERE player = ?"
            " ORDER BY time DESC, token_hash"
        )
        return [Session(*row) for row in await self._rows(sql, player)]

    async def revoke(self, token_hash: str) -> bool:
        """End a session."""
        sql = "DELETE FROM sessions WHERE token_hash = ? RETURNING token_hash"
        return bool(await self._change(sql, token_hash))

    async def touch(self, token_hash: str, time: float) -> None:
        """Note that a session is used."""
        await self._change("UPDATE sessions SET seen = ? WHERE token_hash = ?", time, token_hash)

    async def end_sessions(self, seen_before: float, begun_before: float) -> None:
        """End the sessions that nobody uses."""
        sql = "DELETE FROM sessions WHERE (seen > 0 AND seen < ?) OR (seen = 0 AND time < ?)"
        await self._change(sql, seen_before, begun_before)

    # Settings

    async def set_webhook(self, table_id: str, player: str, url: str | None) -> None:
        """Set the webhook to call when it is this player's turn at a table."""
        if url is None:
            await self._change("DELETE FROM webhooks WHERE table_id = ? AND player = ?", table_id, player)
            return
        sql = (
            "INSERT INTO webhooks (table_id, player, url) VALUES (?, ?, ?)"
            " ON CONFLICT (table_id, player) DO UPDATE SET url = excluded.url"
        )
        await self._change(sql, table_id, player, url)

    async def webhooks(self, table_id: str) -> dict[str, str]:
        """The webhooks of a table, by player."""
        rows = await self._rows("SELECT player, url FROM webhooks WHERE table_id = ?", table_id)
        return {row[0]: row[1] for row in rows}

    async def set_feed_token(self, player: str, token: str | None) -> None:
        """The secret in the address of the player's feed."""
        if token is None:
            await self._change("DELETE FROM feeds WHERE player = ?", player)
            return
        sql = (
            "INSERT INTO feeds (player, token) VALUES (?, ?)"
            " ON CONFLICT (player) DO UPDATE SET token = excluded.token"
        )
        await self._change(sql, player, token)

    async def feed_token(self, player: str) -> str | None:
        """The secret in the address of the player's feed."""
        rows = await self._rows("SELECT token FROM feeds WHERE player = ?", player)
        return rows[0][0] if rows else None

    async def player_of_feed(self, token: str) -> Player | None:
        """The player whose feed has this secret."""
        rows = await self._rows("SELECT player FROM feeds WHERE token = ?", token)
        return await self.player(rows[0][0]) if rows else None

    # Health

    async def probe(self, time: float) -> None:
        """Write a few pages, then take away what earlier probes wrote.

        In this order: as long as the new ones are needed beside the old ones, a disk that has no room for
        another event has none for a probe.
        """
        await self._change(
            "INSERT INTO probes (time, filler) VALUES (?, ?)", time, secrets.token_hex(PROBE_BYTES)
        )
        await self._change("DELETE FROM probes WHERE time < ?", time)


def _events(table_id: str, rows: Rows) -> list[Event]:
    try:
        return [Event(table_id, seq, time, _WHAT.decode(payload)) for seq, time, payload in rows]
    except msgspec.DecodeError as error:
        raise StoreError("unreadable_event", {"table": table_id, "problem": str(error)}) from error


def broken(*, unique: bool) -> StoreError:
    """The error for a violated constraint."""
    return StoreError("token_taken") if unique else StoreError("unknown_reference")


def _entries(rows: Rows) -> list[TableIndex]:
    return [_INDEX.decode(summary) for (summary,) in rows]


def _is_storable(value: Value) -> bool:
    """True for text that every database can store: no NUL (PostgreSQL refuses it), no lone surrogate."""
    if not isinstance(value, str):
        return True
    try:
        return b"\0" not in value.encode()
    except UnicodeEncodeError:
        return False
