"""The interface between the server and a database, and the types that pass through it.

Events are the truth. A `TableIndex` is written together with them, so that lists and timers need not load
events. People, sessions and settings are plain rows without history. Tokens and passwords arrive hashed.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final, Literal, Protocol

import msgspec

from stellwerk.core.setup import OptionValue
from stellwerk.tables.config import Clock
from stellwerk.tables.table import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stellwerk.store.company import CompanyShelf
    from stellwerk.store.games import GameShelf, PlayedGame
    from stellwerk.store.names import NameShelf
    from stellwerk.store.outbox import Outbox
    from stellwerk.store.pairing import PairingShelf
    from stellwerk.store.presence import PresenceShelf
    from stellwerk.store.pulse import Pulse
    from stellwerk.store.ratings import RatingShelf
    from stellwerk.store.register import Register
    from stellwerk.store.reports import ReportShelf
    from stellwerk.store.reviews import ReviewShelf
    from stellwerk.store.snapshots import Snapshot
    from stellwerk.tables.events import Event

SessionKind = Literal["browser", "bot"]
MOST = 2**31 - 1
"""No limit."""


class MatchIndex(msgspec.Struct, frozen=True):
    """How far a match is, for lists."""

    games: int
    played: int
    winners: tuple[int, ...]
    """The seats that won it; empty until its last game is over."""


class TableIndex(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list, made by `index.index_of`."""

    id: str
    owner: str = ""
    """The id of the player who opened it; empty in entries of older versions."""
    code: str
    game: str
    status: Status
    public: bool
    clock: Clock
    seats: tuple[str, ...]
    """The name at each seat; empty for open seats."""
    bots: tuple[int, ...] = ()
    """The seats of bots."""
    open_seats: int
    people: tuple[str, ...]
    """The ids of the players in whose lists the table appears."""
    challenged: tuple[str, ...] = ()
    """Those of them who were asked to take a seat and have not answered."""
    turn: str | None = None
    """The id of the person whose action is due."""
    turn_seq: int = 0
    """The event with which that turn began; 0 in entries of older versions."""
    bot_due: bool = False
    deadline: float | None = None
    """When the current actor's time runs out."""
    sweep: float | None = None
    """When a table of strangers ends by itself, where no clock runs, or the next game of a match begins."""
    awaited: tuple[str, ...] = ()
    """The ids of those whom somebody waits for who is ready for the next game of a match."""
    time: float
    """Time of the last event."""
    rated: bool = False
    options: dict[str, OptionValue] = {}
    """Those of a public table that waits for players."""
    match: MatchIndex | None = None
    """None for single games, and for tables of version 0.1.0 at which nothing happened since."""


class Player(msgspec.Struct, frozen=True):
    """A person, with or without an account, or a bot with one."""

    id: str
    name: str
    login: str | None = None
    """The login of the account; None for a guest."""
    is_bot: bool = False

    @property
    def bot(self) -> str | None:
        """The login of a bot; None for a person."""
        return self.login if self.is_bot else None


BLOCKED: Final = "!"
"""Stands before the password hash of an account that the host has blocked: no password has such a hash."""


class Account(msgspec.Struct, frozen=True):
    """A login and a password hash."""

    login: str
    player: str
    password_hash: str

    @property
    def is_blocked(self) -> bool:
        """True if the host lets nobody sign in."""
        return self.password_hash.startswith(BLOCKED)


class Session(msgspec.Struct, frozen=True):
    """A device or bot that acts for a player until the session is revoked."""

    token_hash: str
    player: str
    kind: SessionKind
    name: str
    time: float
    """When it began."""
    seen: float
    """When it was last used, give or take a day; 0 if not since a version that did not note it."""


class Store(Protocol):
    """A database. Every method may raise `StoreError`; a change is on disk when its method returns."""

    # Tables

    async def append(
        self,
        table_id: str,
        expected_seq: int,
        events: Sequence[Event],
        index: TableIndex,
        played: PlayedGame | None = None,
    ) -> None:
        """Add events after `expected_seq` (0: a new table), and the game that ended with them, or raise
        `Conflict` and write nothing."""

    async def load(self, table_id: str, after: int = 0, limit: int = MOST) -> list[Event]:
        """The events of a table with a higher seq than `after`, in order, at most the first `limit` of them;
        none for an unknown table."""

    async def load_kinds(
        self, table_id: str, kinds: tuple[str, ...], after: int = 0, limit: int = MOST
    ) -> list[Event]:
        """The events of some kinds only, in order, at most the last `limit` of them."""

    async def snapshot(self, table_id: str) -> Snapshot | None:
        """The last snapshot of a table, whichever program made it."""

    async def keep_snapshot(self, table_id: str, snapshot: Snapshot) -> None:
        """Replace the snapshot of a table, unless there is a later one by the same program."""

    async def find(self, code: str) -> str | None:
        """The id of the table with this code in its link."""

    async def index(self, table_id: str) -> TableIndex | None:
        """The entry of one table."""

    async def open_tables(self, limit: int) -> list[TableIndex]:
        """Public tables with a free seat that have not begun, the latest first."""

    async def tables_of(self, player: str, limit: int) -> list[TableIndex]:
        """The tables of a person, the latest first."""

    async def tables_due(self, now: float) -> list[str]:
        """The ids of tables whose deadline has passed, the oldest deadline first."""

    async def tables_to_resume(self, before: float = inf) -> list[str]:
        """The ids of tables where a bot is due and nothing has happened since before a time: for a server
        that has just started, or takes over from another one."""

    async def tables_with_results(self) -> list[str]:
        """The ids of tables where a game has ended. Reads all events: meant for exports, not for requests."""

    # Clocks

    is_shared: bool
    """True if several processes may use it at the same time."""

    async def beat(self, mine: float, gap: float) -> Pulse:
        """Note that a server runs whose clock shows `mine`. A time of more than `gap` seconds without any
        server is noted as an outage."""

    def subscribe(self, callback: Callable[[str, int], None]) -> None:
        """Call back in the event loop with table id and seq after every append, by any process.

        A notification may come twice, and seqs may be skipped: load everything up to the given one.
        """

    reviews: ReviewShelf
    """What was found out about finished games."""
    games: GameShelf
    """Games that were played, by whoever played them."""
    ratings: RatingShelf
    """What games changed about ratings."""
    names: NameShelf
    """Names that belong to accounts."""
    outbox: Outbox
    """Notices that have to be sent, and how people want to be told."""
    register: Register
    """All accounts and tables, for the host."""
    pairing: PairingShelf
    """Who waits for somebody to play with."""
    company: CompanyShelf
    """Who has muted or blocked whom."""
    reports: ReportShelf
    """Reports of bad behaviour."""
    presence: PresenceShelf
    """Who is at which table, where several processes share a store."""

    # People

    async def add_player(self, player: str, name: str) -> None:
        """Add a person; does nothing if the id is known."""

    async def player(self, player: str) -> Player | None:
        """The person with this id."""

    async def players(self, ids: Sequence[str]) -> dict[str, Player]:
        """The people with these ids, as far as they are known."""

    async def rename(self, player: str, name: str) -> None:
        """Rename a person; raises `unknown_player`."""

    async def forget(self, player: str, name: str) -> None:
        """Delete a person's account, sessions, feed and webhooks, and put another name in place of theirs.
        Tables and their events stay."""

    async def add_account(self, player: str, login: str, password_hash: str) -> None:
        """Give a guest an account; raises `unknown_reference`, or `login_taken` for a second one."""

    async def account(self, login: str) -> Account | None:
        """The account with exactly this login."""

    async def set_password(self, login: str, password_hash: str) -> None:
        """Change the password of an account; raises `unknown_account`."""

    async def set_bot(self, login: str) -> None:
        """Turn an account into a bot's; raises `unknown_account`."""

    async def is_public(self, player: str) -> bool:
        """True if everybody may see the profile of this person's account."""

    async def set_public(self, player: str, *, is_public: bool) -> None:
        """Show an account's profile to everybody, or to nobody; raises `unknown_account`."""

    async def add_session(
        self, token_hash: str, player: str, kind: SessionKind, name: str, time: float
    ) -> None:
        """Add a session of a player; raises `token_taken` or `unknown_reference`."""

    async def session(self, token_hash: str) -> Session | None:
        """The session of a token, unless it was revoked."""

    async def sessions_of(self, player: str) -> list[Session]:
        """All sessions of a player, the latest first."""

    async def revoke(self, token_hash: str) -> bool:
        """End a session; False if there was none."""

    async def touch(self, token_hash: str, time: float) -> None:
        """Note that a session is used."""

    async def end_sessions(self, seen_before: float, begun_before: float) -> None:
        """End the sessions last used before a time, and those begun before another and not used since."""

    # Settings

    async def set_webhook(self, table_id: str, player: str, url: str | None) -> None:
        """Set the webhook to call when it is this player's turn at a table (None: none); raises
        `unknown_reference`."""

    async def webhooks(self, table_id: str) -> dict[str, str]:
        """The webhooks of a table, by player."""

    async def set_feed_token(self, player: str, token: str | None) -> None:
        """Set the secret in the address of a player's feed (None: no feed); raises `unknown_reference`."""

    async def feed_token(self, player: str) -> str | None:
        """The secret in the address of the player's feed."""

    async def player_of_feed(self, token: str) -> Player | None:
        """The player whose feed has this secret."""

    async def probe(self, time: float) -> None:
        """Write something and take it away again: raises `StoreError` if nothing can be stored now."""

    async def close(self) -> None:
        """Finish pending work and close the database."""
