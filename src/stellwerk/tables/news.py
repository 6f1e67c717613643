"""What one observer is told of an event at a table: what everybody may know of it, and sentences.

`sight` shows how a table is; this tells how it came to be so. Seeds, other people's ids and whatever the game
hides from the observer never leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from stellwerk.core.texts import load_texts
from stellwerk.tables.events import (
    Acted,
    Agreed,
    Began,
    BotFailed,
    BotSeated,
    CameAlong,
    Challenged,
    ChallengeDeclined,
    ChallengeWithdrawn,
    Chatted,
    Closed,
    Credited,
    Declined,
    Ended,
    Event,
    HandedOver,
    Hinted,
    Joined,
    Left,
    Nudged,
    Opened,
    Paused,
    Proposed,
    Ready,
    Removed,
    Renamed,
    Renewed,
    Replaced,
    Resigned,
    Resumed,
    TimedOut,
    TookBack,
    Undone,
    What,
)
from stellwerk.tables.sight import eyes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from stellwerk.core.game import LogLine
    from stellwerk.core.texts import Texts
    from stellwerk.tables.table import Table


class LineSight(msgspec.Struct, frozen=True):
    """A line of the log, for programs and for people."""

    code: str
    params: dict[str, Any]
    text: str


class ToldSight(msgspec.Struct, frozen=True):
    """The last few actions told together, as a person would tell a turn."""

    actions: int
    lines: tuple[LineSight, ...]


class News(msgspec.Struct, frozen=True):
    """One event in the form that an observer receives."""

    seq: int
    time: float
    kind: str
    seat: int | None
    text: str | None
    """The action in the notation, as far as the observer may know it."""
    lines: tuple[LineSight, ...]
    data: dict[str, Any]
    """What else the event says: never a seed, never an id."""
    told: ToldSight | None = None
    """With an action that ends a turn, or that nobody can take back: what was played since the last of that
    kind, in sentences that replace those of the single actions."""


PUBLIC_FIELDS: Final[dict[type[What], tuple[str, ...]]] = {
    Opened: ("name",),
    Joined: ("name",),
    BotSeated: ("level", "name"),
    BotFailed: (),
    Challenged: ("name", "by"),
    ChallengeDeclined: ("name",),
    ChallengeWithdrawn: ("name",),
    Left: (),
    Removed: (),
    HandedOver: (),
    Renamed: ("name",),
    CameAlong: ("name",),
    Closed: (),
    Began: ("start_seat",),
    Acted: (),
    Undone: ("actions",),
    Proposed: ("wish", "actions"),
    Agreed: (),
    Declined: (),
    Paused: (),
    Resumed: (),
    Resigned: (),
    TimedOut: (),
    Credited: ("seconds", "reason"),
    Nudged: ("whom",),
    Replaced: (),
    TookBack: ("name",),
    Ended: ("result", "given_up"),
    Renewed: (),
    Ready: ("stays",),
    Hinted: ("depth",),
    Chatted: (),
}
"""What everybody may know of each kind of event, besides its kind and seat. Whatever is not listed stays
secret: a new field is published by whoever adds it here."""


class Sentences:
    """Log lines at a table with their sentences: what several observers see alike is said once."""

    def __init__(self, table: Table, language: str) -> None:
        self._texts = load_texts(table.config.game, language)
        self._names = [place.name for place in table.seats]
        self._tell = table.game.tell
        self._said: list[tuple[Sequence[LogLine], tuple[LineSight, ...]]] = []
        self._told: list[tuple[Sequence[LogLine], tuple[LineSight, ...]]] = []

    def of(self, lines: Sequence[LogLine]) -> tuple[LineSight, ...]:
        """These lines with their sentences."""
        for known, sights in self._said:
            if known == lines:
                return sights
        sights = line_sights(lines, self._texts, self._names)
        self._said.append((lines, sights))
        return sights

    def together(self, lines: Sequence[LogLine]) -> tuple[LineSight, ...]:
        """The lines of a whole turn as a person would tell it."""
        for known, sights in self._told:
            if known == lines:
                return sights
        sights = self.of(self._tell(lines))
        self._told.append((lines, sights))
        return sights


def news(
    before: Table | None,
    event: Event,
    after: Table,
    player: str | None,
    language: str,
    sentences: Sentences | None = None,
) -> News:
    """An event in the form that this player receives; `before` and `after` are the tables around it.

    Whoever tells several players hands `sentences` of the table after the event in that language on.
    """
    what = event.what
    kind, seat = str(what.__struct_config__.tag), getattr(what, "seat", None)
    if isinstance(what, Acted):
        assert before is not None
        sentences = sentences or Sentences(after, language)
        text, lines, told = _action(before, what, after, eyes_of(after, player), sentences)
        return News(event.seq, event.time, kind, seat, text, lines, {}, told)
    data = {name: msgspec.to_builtins(getattr(what, name)) for name in PUBLIC_FIELDS[type(what)]}
    if isinstance(what, Opened | Renewed):
        data["commitment"] = after.commitment
    if isinstance(what, Ended):
        data["seed"] = after.seed
    said = what.text if isinstance(what, Chatted) and _is_heard(what, after, player) else None
    return News(event.seq, event.time, kind, seat, said, (), data)


def _is_heard(what: Chatted, table: Table, player: str | None) -> bool:
    return not set(table.seats_of(player)) & set(what.hidden_from)


def _action(
    before: Table, what: Acted, after: Table, eyes: int | None, sentences: Sentences
) -> tuple[str, tuple[LineSight, ...], ToldSight | None]:
    """An action in the notation, in sentences, and with the rest of its turn if that is over."""
    game, action = after.game, after.last_action
    is_own = what.seat is not None and what.seat == eyes
    text = what.text if is_own else game.public_text(action)
    lines = game.log(before.state, action, after.state, eyes)
    told: ToldSight | None = None
    if what.seat is not None and (not after.undoable or game.actor(after.state) != what.seat):
        earlier = _earlier_in_turn(before, what.seat)
        logged = [line for moves in earlier for line in game.log(*moves, eyes)]
        told = ToldSight(len(earlier) + 1, sentences.together((*logged, *lines)))
    return text, sentences.of(lines), told


def _earlier_in_turn(table: Table, seat: int) -> list[tuple[Any, Any, Any]]:
    """The actions that a seat could have taken back before its last one, each between two states."""
    found: list[tuple[Any, Any, Any]] = []
    after = table.state
    for position in reversed(table.undoable):
        if table.game.actor(position.state) != seat:
            break
        found.append((position.state, position.action, after))
        after = position.state
    return found[::-1]


def line_sights(lines: Iterable[LogLine], texts: Texts, names: Sequence[str]) -> tuple[LineSight, ...]:
    """Log lines with their sentences."""
    return tuple([LineSight(line.code, dict(line.params), texts.log_line(line, names)) for line in lines])
