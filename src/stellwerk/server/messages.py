"""What clients say and hear: the commands of a table and the frames of the WebSocket, as typed JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from stellwerk.tables import commands, play
from stellwerk.tables.sight import News, TableSight

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from stellwerk.tables.draft import Draft
    from stellwerk.tables.table import Table

Place = Annotated[int, msgspec.Meta(ge=0, le=5)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
ShortText = Annotated[str, msgspec.Meta(max_length=2_000)]
Word = Annotated[str, msgspec.Meta(max_length=40)]


class Join(msgspec.Struct, frozen=True, tag_field="do", tag="join", forbid_unknown_fields=True):
    """Take an open seat."""

    seat: Place | None = None


class Leave(msgspec.Struct, frozen=True, tag_field="do", tag="leave", forbid_unknown_fields=True):
    """Get up before the game begins."""


class SeatBot(msgspec.Struct, frozen=True, tag_field="do", tag="seat_bot", forbid_unknown_fields=True):
    """Let a bot take an open seat."""

    seat: Place
    level: Word


class Act(msgspec.Struct, frozen=True, tag_field="do", tag="act", forbid_unknown_fields=True):
    """An action in the notation of the game, for the position after event `expected`."""

    text: ShortText
    expected: Count
    seat: Place | None = None


class Undo(msgspec.Struct, frozen=True, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Take the last own action of this turn back."""

    seat: Place | None = None


class Propose(msgspec.Struct, frozen=True, tag_field="do", tag="propose", forbid_unknown_fields=True):
    """Ask everybody for an `undo` (back to so many `actions`), a `pause` or a `rematch`."""

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
    """Give up."""

    seat: Place | None = None


class NextGame(msgspec.Struct, frozen=True, tag_field="do", tag="next_game", forbid_unknown_fields=True):
    """Begin the next game of a match."""


class Say(msgspec.Struct, frozen=True, tag_field="do", tag="say", forbid_unknown_fields=True):
    """Talk at the table."""

    text: ShortText
    seat: Place | None = None


Command = Join | Leave | SeatBot | Act | Undo | Propose | Answer | Resume | Resign | NextGame | Say


def execute(  # noqa: C901 (one line per command)
    command: Command,
    table: Table,
    player: str,
    name: str,
    now: float,
    fresh: Callable[[], str],
    programs: Collection[str] = (),
    bot: str | None = None,
) -> Draft:
    """What a command does to a table; raises `StellwerkError`. `programs` are bots that the house brings;
    `bot` is the login of a player who is one."""
    match command:
        case Act(text, expected, seat):
            return play.act(table, player, text, expected, seat, now)
        case Undo(seat):
            return play.undo(table, player, seat, now)
        case Join(seat):
            return commands.join(table, player, name, seat, now, bot)
        case Leave():
            return commands.leave(table, player, now)
        case SeatBot(seat, level):
            return commands.seat_bot(table, player, seat, level, now, programs)
        case Propose(wish, actions, seat):
            return play.propose(table, player, wish, actions, seat, now, fresh)
        case Answer(agree, seat):
            return play.answer(table, player, agree=agree, seat=seat, now=now, fresh=fresh)
        case Resume(seat):
            return play.resume(table, player, seat, now)
        case Resign(seat):
            return play.resign(table, player, seat, now)
        case NextGame():
            return play.next_game(table, player, now, fresh)
        case Say(text, seat):
            return commands.say(table, player, text, seat, now)


class Subscribe(msgspec.Struct, frozen=True, tag_field="type", tag="subscribe", forbid_unknown_fields=True):
    """Tell me of this table from now on, and what happened after event `since`."""

    table: Word
    since: Count = 0


class Unsubscribe(
    msgspec.Struct, frozen=True, tag_field="type", tag="unsubscribe", forbid_unknown_fields=True
):
    """Tell me no more of this table."""

    table: Word


class Do(msgspec.Struct, frozen=True, tag_field="type", tag="do", forbid_unknown_fields=True):
    """A command; the answer carries the same `id`."""

    id: Count
    table: Word
    command: Command


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Are you there?"""


ClientFrame = Subscribe | Unsubscribe | Do | Ping


class ErrorBody(msgspec.Struct, frozen=True):
    """Why something was refused."""

    code: str
    message: str
    """A sentence in the asker's language."""
    clause: str | None = None
    """The rule, where one applies."""
    params: dict[str, Any] = {}


class TableFrame(msgspec.Struct, frozen=True, tag_field="type", tag="table"):
    """A table as you see it now, and what happened since you last heard of it."""

    table: TableSight
    news: tuple[News, ...]


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """Your command was carried out and is on disk; the table is at event `seq`."""

    id: int
    seq: int


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """Your command (or frame, then without id) was refused."""

    error: ErrorBody
    id: int | None = None


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """Yes."""


ServerFrame = TableFrame | Done | Refused | Pong
