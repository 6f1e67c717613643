"""What goes over the WebSocket, as typed JSON: the commands of a table, and the frames of both sides.

Types only: `dispatch` carries commands out, `socket` speaks. REST's own types are in `bodies`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from stellwerk.tables.config import MAX_NUMBER
from stellwerk.tables.news import News
from stellwerk.tables.sight import TableSight

Place = Annotated[int, msgspec.Meta(ge=0, lt=MAX_NUMBER)]
"""A seat; the table says whether it has one of that number."""
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
ShortText = Annotated[str, msgspec.Meta(max_length=2_000)]
Word = Annotated[str, msgspec.Meta(max_length=40)]


class Join(msgspec.Struct, frozen=True, tag_field="do", tag="join", forbid_unknown_fields=True):
    """Take an open seat."""

    seat: Place | None = None


class Leave(msgspec.Struct, frozen=True, tag_field="do", tag="leave", forbid_unknown_fields=True):
    """Give up a seat before the game begins."""


class SeatBot(msgspec.Struct, frozen=True, tag_field="do", tag="seat_bot", forbid_unknown_fields=True):
    """Let a bot take an open seat."""

    seat: Place
    level: Word


class Remove(msgspec.Struct, frozen=True, tag_field="do", tag="remove", forbid_unknown_fields=True):
    """Remove somebody before the game begins; only the owner can."""

    seat: Place


class HandOver(msgspec.Struct, frozen=True, tag_field="do", tag="hand_over", forbid_unknown_fields=True):
    """Make somebody else the owner of the table."""

    seat: Place


class Act(msgspec.Struct, frozen=True, tag_field="do", tag="act", forbid_unknown_fields=True):
    """An action in the notation of the game, for the position after event `expected`."""

    text: ShortText
    expected: Count
    seat: Place | None = None


class Undo(msgspec.Struct, frozen=True, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Take back your last action of this turn."""

    seat: Place | None = None


class Propose(msgspec.Struct, frozen=True, tag_field="do", tag="propose", forbid_unknown_fields=True):
    """Ask everybody for an `undo` (back to a number of `actions`), a `pause` or a `rematch`; or, if somebody
    is absent, for a bot in their place (`takeover`) or an end without a result (`abandon`)."""

    wish: Word
    actions: Count = 0
    seat: Place | None = None


class Answer(msgspec.Struct, frozen=True, tag_field="do", tag="answer", forbid_unknown_fields=True):
    """Agree to what was proposed, or decline."""

    agree: bool
    seat: Place | None = None


class Resume(msgspec.Struct, frozen=True, tag_field="do", tag="resume", forbid_unknown_fields=True):
    """End a pause."""

    seat: Place | None = None


class Resign(msgspec.Struct, frozen=True, tag_field="do", tag="resign", forbid_unknown_fields=True):
    """Give up: the game, or between the games of a match the next one."""

    seat: Place | None = None


class Nudge(msgspec.Struct, frozen=True, tag_field="do", tag="nudge", forbid_unknown_fields=True):
    """Remind the person whose turn it is."""

    seat: Place | None = None


class TakeBack(msgspec.Struct, frozen=True, tag_field="do", tag="take_back", forbid_unknown_fields=True):
    """Take back the seat that a bot took for you."""


class NextGame(msgspec.Struct, frozen=True, tag_field="do", tag="next_game", forbid_unknown_fields=True):
    """Be ready for the next game of a match; it begins when everybody is."""


class Say(msgspec.Struct, frozen=True, tag_field="do", tag="say", forbid_unknown_fields=True):
    """Talk at the table."""

    text: ShortText
    seat: Place | None = None


Command = (
    Join | Leave | SeatBot | Remove | HandOver | Act | Undo | Propose | Answer | Resume | Resign | Nudge
    | TakeBack | NextGame | Say
)  # fmt: skip


class Subscribe(msgspec.Struct, frozen=True, tag_field="type", tag="subscribe", forbid_unknown_fields=True):
    """Send updates of this table from now on, and what happened after event `since`."""

    table: Word
    since: Count = 0
    changes: bool = False
    """Send what has changed (`ChangeFrame`) where that is possible, instead of whole tables; a frame that
    shows your own command then also answers it."""
    aids: bool = True
    """Send views with what only helps to choose, such as plans; whoever does not need it saves time."""
    presence: bool = False
    """Send a `PresenceFrame` whenever somebody at the table comes or goes."""


class Unsubscribe(
    msgspec.Struct, frozen=True, tag_field="type", tag="unsubscribe", forbid_unknown_fields=True
):
    """Send no more updates of this table."""

    table: Word


class Do(msgspec.Struct, frozen=True, tag_field="type", tag="do", forbid_unknown_fields=True):
    """A command; the answer carries the same `id`."""

    id: Count
    table: Word
    command: Command


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Answered by `Pong`: the connection is alive."""


class Follow(msgspec.Struct, frozen=True, tag_field="type", tag="follow", forbid_unknown_fields=True):
    """Tell how a review goes on from now on; as long as somebody follows it, it goes on."""

    review: Word


class Unfollow(msgspec.Struct, frozen=True, tag_field="type", tag="unfollow", forbid_unknown_fields=True):
    """Tell no more of this review."""

    review: Word


ClientFrame = Subscribe | Unsubscribe | Do | Follow | Unfollow | Ping


class ErrorBody(msgspec.Struct, frozen=True):
    """Why something was refused."""

    code: str
    message: str
    """A sentence in the asker's language."""
    clause: str | None = None
    """The rule, where one applies."""
    params: dict[str, Any] = {}


class TableFrame(msgspec.Struct, frozen=True, tag_field="type", tag="table", omit_defaults=True):
    """A table as you see it now, and what has happened since the last frame."""

    table: TableSight
    news: tuple[News, ...]
    done: int | None = None
    """The command of yours that it answers, as `Done` would. Only for those who asked for changes."""


class ChangeFrame(msgspec.Struct, frozen=True, tag_field="type", tag="change", omit_defaults=True):
    """What has changed at a table since the last frame, and what has happened."""

    table: str
    after: int
    """The `seq` of the table that the changes begin with: the one you were sent last."""
    changes: list[Any]
    """Steps as in `changes`, from that table to the present one."""
    news: tuple[News, ...]
    done: int | None = None


class PresenceFrame(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Whose people have a table open. Only for those who asked for it."""

    table: str
    there: tuple[int, ...]
    """Seats."""


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """Your command was carried out and is on disk; the table is at event `seq`."""

    id: int
    seq: int


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """Your command (or frame, then without id) was refused."""

    error: ErrorBody
    id: int | None = None


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to `Ping`."""


Stage = Literal["waiting", "working", "complete", "stopped", "failed"]


class Progress(msgspec.Struct, frozen=True):
    """How far a review is."""

    id: str
    stage: Stage
    done: int
    """Pieces that are examined."""
    pieces: int
    """All of them; 0 while that is not known."""


class ReviewFrame(msgspec.Struct, frozen=True, tag_field="type", tag="review"):
    """How far a review is that you follow."""

    review: Progress


ServerFrame = TableFrame | ChangeFrame | PresenceFrame | Done | Refused | ReviewFrame | Pong
