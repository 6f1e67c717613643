"""The one interface that the server knows of a database, and what goes through it.

Events are the truth. `TableIndex` is what lists and timers need to know without loading events; it is written
together with them. People, sessions and settings are plain rows: they have no history. Tokens and passwords
come here hashed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from stellwerk.tables.config import Clock
from stellwerk.tables.table import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stellwerk.tables.events import Event

SessionKind = Literal["browser", "bot"]


class TableIndex(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list. `index.index_of` makes it of a table."""

    id: str
    code: str
    game: str
    status: Status
    public: bool
    clock: Clock
    seats: tuple[str, ...]
    """The name at each seat; empty where nobody sits."""
    bots: tuple[int, ...] = ()
    """The seats of bots."""
    open_seats: int
    people: tuple[str, ...]
    """The ids of those in whose list the table belongs."""
    challenged: tuple[str, ...] = ()
    """Those of them who were only asked to take a seat."""
    turn: str | None = None
    """The id of the person whose action is due."""
    bot_due: bool = False
    deadline: float | None = None
    """When the time of the current actor is up."""
    time: float
    """Of the last event."""


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


class Account(msgspec.Struct, frozen=True):
    """How a person who has no cookie proves who they are."""

    login: str
    player: str
    password_hash: str


class Session(msgspec.Struct, frozen=True):
    """A device or a bot that speaks for a player until this is revoked."""

    token_hash: str
    player: str
    kind: SessionKind
    name: str
    time: float
    """When it began."""


class Store(Protocol):
    """A database. Every method raises `StoreError`; a change is on disk when its method returns."""

    # Tables

    async def append(
        self, table_id: str, expected_seq: int, events: Sequence[Event], index: TableIndex
    ) -> None:
        """Add events after `expected_seq` (0: a new table), or raise `Conflict` and write nothing."""

    async def load(self, table_id: str, after: int = 0) -> list[Event]:
        """The events of a table with a higher seq than `after`, in order; none for an unknown table."""

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

    async def tables_to_resume(self) -> list[str]:
        """The ids of tables where a bot is due: after a restart nobody else asks it."""

    async def tables_with_results(self) -> list[str]:
        """The ids of tables where a game has ended. Looks at all events: for exports, not for requests."""

    def subscribe(self, callback: Callable[[str, int], None]) -> None:
        """Call back with table id and seq after every append, of this process and of others, in the event
        loop.

        The same news may come twice, and some seqs may be skipped: load what is missing up to the one told.
        """

    # People

    async def add_player(self, player: str, name: str) -> None:
        """Remember a person; nothing happens if the id is known already."""

    async def player(self, player: str) -> Player | None:
        """The person with this id."""

    async def rename(self, player: str, name: str) -> None:
        """Call a person something else; raises `unknown_player`."""

    async def add_account(self, player: str, login: str, password_hash: str) -> None:
        """Give a guest an account; raises `unknown_reference`, or `login_taken` for a second one."""

    async def account(self, login: str) -> Account | None:
        """The account with exactly this login."""

    async def set_password(self, login: str, password_hash: str) -> None:
        """Change the password of an account; raises `unknown_account`."""

    async def set_bot(self, login: str) -> None:
        """From now on this is the account of a bot; raises `unknown_account`."""

    async def add_session(
        self, token_hash: str, player: str, kind: SessionKind, name: str, time: float
    ) -> None:
        """Let a token speak for a player; raises `token_taken` or `unknown_reference`."""

    async def session(self, token_hash: str) -> Session | None:
        """Whom the token speaks for, unless it was revoked."""

    async def sessions_of(self, player: str) -> list[Session]:
        """All sessions of a player, the latest first."""

    async def revoke(self, token_hash: str) -> bool:
        """End a session; False if there was none."""

    # Settings

    async def set_webhook(self, table_id: str, player: str, url: str | None) -> None:
        """Where to call when it is this player's turn here (None: nowhere); raises `unknown_reference`."""

    async def webhooks(self, table_id: str) -> dict[str, str]:
        """The webhooks of a table, by player."""

    async def set_feed_token(self, player: str, token: str | None) -> None:
        """The secret in the address of the player's feed (None: no feed); raises `unknown_reference`."""

    async def feed_token(self, player: str) -> str | None:
        """The secret in the address of the player's feed."""

    async def player_of_feed(self, token: str) -> Player | None:
        """Whose feed has this secret."""

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
