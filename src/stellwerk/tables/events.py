"""Everything that can happen at a table. A table is the sum of these.

`Event` is what the store keeps: the place in the table's history, the time, and what happened. Seeds are in
events, so events never leave the server as they are: see `sight`.
"""

from __future__ import annotations

import msgspec

from stellwerk.core.game import Result
from stellwerk.tables.config import TableConfig


class Opened(msgspec.Struct, frozen=True, tag_field="kind", tag="opened"):
    """Somebody opened the table; the seed of its first game is drawn already, and committed to."""

    config: TableConfig
    owner: str
    name: str
    code: str
    """The short code of the link."""
    seed: str
    bot: str | None = None
    """The login, if it is the account of a bot."""
    rules_version: int = 1
    """Of the first game; version 0.1.0 stored none, and knew only the first."""
    bot_names: tuple[str, ...] = ()
    """What the bots of the seat plan are called, in the order of their seats; version 0.1.0 stored none."""


class Joined(msgspec.Struct, frozen=True, tag_field="kind", tag="joined"):
    """A person took a seat, or a bot with an account."""

    seat: int
    player: str
    name: str
    bot: str | None = None
    """The login, if it is the account of a bot."""


class BotSeated(msgspec.Struct, frozen=True, tag_field="kind", tag="bot_seated"):
    """A bot took a seat, perhaps that of somebody who left or ran out of time."""

    seat: int
    level: str
    name: str = ""
    """What it is called; version 0.1.0 stored none."""


class BotFailed(msgspec.Struct, frozen=True, tag_field="kind", tag="bot_failed"):
    """A bot gave no legal action, however often it was asked: from here on, whenever that happens again, any
    legal action is played for it."""

    seat: int


class Challenged(msgspec.Struct, frozen=True, tag_field="kind", tag="challenged"):
    """Whoever opened the table asked somebody to take a seat."""

    player: str
    name: str
    by: str
    """The name of who asks."""


class ChallengeDeclined(msgspec.Struct, frozen=True, tag_field="kind", tag="challenge_declined"):
    """Somebody who was asked does not want to."""

    player: str
    name: str


class ChallengeWithdrawn(msgspec.Struct, frozen=True, tag_field="kind", tag="challenge_withdrawn"):
    """Whoever opened the table does not ask somebody any more."""

    player: str
    name: str


class Left(msgspec.Struct, frozen=True, tag_field="kind", tag="left"):
    """A person gave a seat up before the game began."""

    seat: int


class Closed(msgspec.Struct, frozen=True, tag_field="kind", tag="closed"):
    """Nobody is left: the table is gone."""


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
    """A seat asked everybody for something: `undo` (back to `actions`), `pause` or `rematch`."""

    seat: int
    wish: str
    actions: int = 0


class Agreed(msgspec.Struct, frozen=True, tag_field="kind", tag="agreed"):
    """A seat agreed to what was proposed."""

    seat: int


class Declined(msgspec.Struct, frozen=True, tag_field="kind", tag="declined"):
    """A seat declined it, or took it back."""

    seat: int


class Paused(msgspec.Struct, frozen=True, tag_field="kind", tag="paused"):
    """The clocks stand still."""


class Resumed(msgspec.Struct, frozen=True, tag_field="kind", tag="resumed"):
    """The clocks run again."""

    seat: int


class Resigned(msgspec.Struct, frozen=True, tag_field="kind", tag="resigned"):
    """A seat gave up."""

    seat: int


class TimedOut(msgspec.Struct, frozen=True, tag_field="kind", tag="timed_out"):
    """A seat's time ran out."""

    seat: int


class Ended(msgspec.Struct, frozen=True, tag_field="kind", tag="ended"):
    """A game ended: by the rules (the reason is a clause), or because somebody gave up (see `play`)."""

    result: Result


class Renewed(msgspec.Struct, frozen=True, tag_field="kind", tag="renewed"):
    """Another game at the same table is prepared: here is its seed."""

    seed: str
    rules_version: int = 1
    """Of that game; version 0.1.0 stored none, and knew only the first."""


class Chatted(msgspec.Struct, frozen=True, tag_field="kind", tag="chatted"):
    """A seated player said something."""

    seat: int
    text: str


What = (
    Opened | Joined | BotSeated | BotFailed | Challenged | ChallengeDeclined | ChallengeWithdrawn | Left
    | Closed | Began | Acted | Undone | Proposed | Agreed | Declined | Paused | Resumed | Resigned | TimedOut
    | Ended | Renewed | Chatted
)  # fmt: skip


class Event(msgspec.Struct, frozen=True):
    """One thing that happened at a table."""

    table: str
    seq: int
    """1, 2, 3, … without gaps."""
    time: float
    """Seconds since 1970."""
    what: What
