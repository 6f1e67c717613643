"""Everything that can happen at a table; a table is the sum of its events.

`Event` is what the store keeps: the place in the table's history, the time, and what happened. Seeds are in
events, so events never leave the server as they are: see `sight`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from stellwerk.core.game import Result
from stellwerk.core.match import GivenUp
from stellwerk.tables.config import TableConfig


class Opened(msgspec.Struct, frozen=True, tag_field="kind", tag="opened"):
    """A player opened the table. The seed of its first game is already drawn and committed to."""

    config: TableConfig
    owner: str
    name: str
    code: str
    """The short code of the link."""
    seed: str
    bot: str | None = None
    """The login, if it is the account of a bot."""
    rules_version: int = 1
    """The rules of the first game; events of version 0.1.0 hold none, which means 1."""
    bot_names: tuple[str, ...] = ()
    """The names of the planned bots, in the order of their seats; events of version 0.1.0 hold none."""
    login: str | None = None
    """The owner's login, if they have an account; events of version 0.1.0 hold none."""


class Joined(msgspec.Struct, frozen=True, tag_field="kind", tag="joined"):
    """A person took a seat, or a bot with an account."""

    seat: int
    player: str
    name: str
    bot: str | None = None
    """The login, if it is the account of a bot."""
    login: str | None = None
    """The login of any account; events of version 0.1.0 hold none."""


class BotSeated(msgspec.Struct, frozen=True, tag_field="kind", tag="bot_seated"):
    """A bot took a seat: an open one, or that of a player who resigned or ran out of time."""

    seat: int
    level: str
    name: str = ""
    """The bot's name; events of version 0.1.0 hold none."""


class BotFailed(msgspec.Struct, frozen=True, tag_field="kind", tag="bot_failed"):
    """A bot repeatedly gave no legal action. From now on, whenever that happens, a random legal action is
    played for it."""

    seat: int


class Challenged(msgspec.Struct, frozen=True, tag_field="kind", tag="challenged"):
    """The owner asked a player to take a seat."""

    player: str
    name: str
    by: str
    """The name of who asks."""


class ChallengeDeclined(msgspec.Struct, frozen=True, tag_field="kind", tag="challenge_declined"):
    """A player declined a challenge."""

    player: str
    name: str


class ChallengeWithdrawn(msgspec.Struct, frozen=True, tag_field="kind", tag="challenge_withdrawn"):
    """The owner withdrew a challenge."""

    player: str
    name: str


class Left(msgspec.Struct, frozen=True, tag_field="kind", tag="left"):
    """A player left before the game began."""

    seat: int


class Removed(msgspec.Struct, frozen=True, tag_field="kind", tag="removed"):
    """The owner removed a person before the game began; they cannot sit down here again. Version 0.1.0 knew
    no such events."""

    seat: int


class HandedOver(msgspec.Struct, frozen=True, tag_field="kind", tag="handed_over"):
    """The person at a seat is the owner from now on. Version 0.1.0 knew no such events."""

    seat: int


class Renamed(msgspec.Struct, frozen=True, tag_field="kind", tag="renamed"):
    """A seated person changed their name or got an account. Version 0.1.0 knew no such events."""

    seat: int
    name: str
    login: str | None = None


class CameAlong(msgspec.Struct, frozen=True, tag_field="kind", tag="came_along"):
    """A guest signed in, and what was theirs here is the account's. Version 0.1.0 knew no such events."""

    guest: str
    player: str
    name: str
    login: str


class Closed(msgspec.Struct, frozen=True, tag_field="kind", tag="closed"):
    """The last player left; the table is closed for good."""


class Began(msgspec.Struct, frozen=True, tag_field="kind", tag="began"):
    """A game began with this start seat."""

    start_seat: int


class Acted(msgspec.Struct, frozen=True, tag_field="kind", tag="acted"):
    """An action of a seat, or of chance (seat None), in the notation of the game."""

    seat: int | None
    text: str


class Undone(msgspec.Struct, frozen=True, tag_field="kind", tag="undone"):
    """The game went back to its first `actions` actions."""

    seat: int
    actions: int


class Proposed(msgspec.Struct, frozen=True, tag_field="kind", tag="proposed"):
    """A seat asked everybody for something: `undo` (back to `actions`), `pause` or `rematch`; or, if somebody
    is absent, for a bot in their place (`takeover`) or an end without a result (`abandon`)."""

    seat: int
    wish: str
    actions: int = 0


class Agreed(msgspec.Struct, frozen=True, tag_field="kind", tag="agreed"):
    """A seat agreed to what was proposed."""

    seat: int


class Declined(msgspec.Struct, frozen=True, tag_field="kind", tag="declined"):
    """A seat declined what was proposed, or withdrew its own proposal."""

    seat: int


class Paused(msgspec.Struct, frozen=True, tag_field="kind", tag="paused"):
    """The game was paused; the clocks stand still."""


class Resumed(msgspec.Struct, frozen=True, tag_field="kind", tag="resumed"):
    """The game was resumed; the clocks run again."""

    seat: int


class Resigned(msgspec.Struct, frozen=True, tag_field="kind", tag="resigned"):
    """A seat gave up."""

    seat: int


class TimedOut(msgspec.Struct, frozen=True, tag_field="kind", tag="timed_out"):
    """A seat's time ran out."""

    seat: int


class Credited(msgspec.Struct, frozen=True, tag_field="kind", tag="credited"):
    """Time of the current turn was given back, because nobody could move: no server ran, its clock was set,
    or the player is on vacation. Version 0.1.0 knew no such events."""

    seconds: float
    until: float
    """The end of the last time in which nobody could move."""
    reason: Literal["outage", "vacation"] = "outage"


class Nudged(msgspec.Struct, frozen=True, tag_field="kind", tag="nudged"):
    """A seat reminded the one whose turn it is. Version 0.1.0 knew no such events."""

    seat: int
    whom: int


class Replaced(msgspec.Struct, frozen=True, tag_field="kind", tag="replaced"):
    """The others would not wait for this seat any longer; a bot takes it. Version 0.1.0 knew no such
    events."""

    seat: int


class TookBack(msgspec.Struct, frozen=True, tag_field="kind", tag="took_back"):
    """A person took back the seat that a bot had taken for them. Version 0.1.0 knew no such events."""

    seat: int
    player: str
    name: str
    login: str | None = None


class Ended(msgspec.Struct, frozen=True, tag_field="kind", tag="ended"):
    """A game ended: by the rules (the reason is a clause), or because somebody gave up (see `play`)."""

    result: Result
    given_up: tuple[GivenUp, ...] = ()
    """Who gave up this game, in order. Events of version 0.1.0 hold none: a match adds up their scores."""


class Renewed(msgspec.Struct, frozen=True, tag_field="kind", tag="renewed"):
    """Another game at the same table was prepared, with a new seed."""

    seed: str
    rules_version: int = 1
    """The rules of that game; events of version 0.1.0 hold none, which means 1."""


class Ready(msgspec.Struct, frozen=True, tag_field="kind", tag="ready"):
    """Somebody is ready for the next game of a match, or gives it up before it begins. Version 0.1.0 knew no
    such events."""

    seat: int
    stays: bool = True
    """False for somebody who gives the next game up."""


class Hinted(msgspec.Struct, frozen=True, tag_field="kind", tag="hinted"):
    """A player was given a hint for an action, from 1; version 0.1.0 knew no such events."""

    seat: int
    action: int
    depth: int
    """1: the piece, 2: the turn, 3: why."""


class Chatted(msgspec.Struct, frozen=True, tag_field="kind", tag="chatted"):
    """A seated player said something."""

    seat: int
    text: str
    hidden_from: tuple[int, ...] = ()
    """The seats of people who have blocked the speaker, or whom the speaker has blocked. Secret; events of
    version 0.1.0 hold none."""


What = (
    Opened | Joined | BotSeated | BotFailed | Challenged | ChallengeDeclined | ChallengeWithdrawn | Left
    | Removed | HandedOver | Renamed | CameAlong | Closed | Began | Acted | Undone | Proposed | Agreed
    | Declined | Paused | Resumed | Resigned | TimedOut | Credited | Nudged | Replaced | TookBack | Ended
    | Renewed | Ready | Hinted | Chatted
)  # fmt: skip


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened at a table."""

    table: str
    seq: int
    """1, 2, 3, … without gaps."""
    time: float
    """Seconds since 1970."""
    what: What
