"""Who listens to a table, what each of them was sent last, and what they are sent next.

Whoever asked for changes gets them if the last frame showed the table to the same eyes; in every other case,
and at first, everybody gets the whole table. What several listeners share is computed and encoded once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from stellwerk.server.live.changes import comparing
from stellwerk.server.live.wire import ChangeFrame, TableFrame
from stellwerk.tables.absence import lost_seat
from stellwerk.tables.news import Sentences, news
from stellwerk.tables.sight import may_see, sight

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from stellwerk.tables.draft import Step
    from stellwerk.tables.news import News
    from stellwerk.tables.sight import TableSight
    from stellwerk.tables.table import Table

_encoder = msgspec.json.Encoder()


class Listener(Protocol):
    """A subscriber to a table's updates."""

    player: str | None
    language: str

    def tell(self, frame: bytes) -> None:
        """Take one frame without blocking."""
        ...


class Wish:
    """How a listener wants to be told, and with whose eyes it was shown the table last."""

    __slots__ = ("aids", "changes", "eyes", "presence")

    def __init__(self, *, changes: bool = False, aids: bool = True, presence: bool = False) -> None:
        self.changes = changes
        self.aids = aids
        self.presence = presence
        self.eyes: str | None = None


class Asked:
    """A listener's command: the frame that shows what it did may also answer it."""

    def __init__(self, listener: Listener, number: int) -> None:
        self.listener = listener
        self.number = number
        self.is_answered = False


class Audience:
    """The listeners of one table."""

    __slots__ = ("_sent", "_wishes")

    def __init__(self) -> None:
        self._wishes: dict[Listener, Wish] = {}
        self._sent: dict[tuple[str | None, bool], TableSight] = {}
        """What those who want changes were shown last, by their eyes and with or without aids."""

    def __len__(self) -> int:
        return len(self._wishes)

    def __contains__(self, listener: object) -> bool:
        return listener in self._wishes

    def __iter__(self) -> Iterator[Listener]:
        return iter(tuple(self._wishes))

    def add(self, listener: Listener, wish: Wish, table: Table, told: Iterable[News]) -> None:
        """Show somebody the whole table, and the news from now on."""
        wish.eyes = known_as(table, listener.player)
        shown = sight(table, wish.eyes, aids=wish.aids)
        self._wishes[listener] = wish
        if wish.changes:
            self._sent[wish.eyes, wish.aids] = shown
        listener.tell(encode(TableFrame(shown, tuple(told))))

    def discard(self, listener: Listener) -> None:
        """End a subscription."""
        self._wishes.pop(listener, None)
        if not self._wishes:
            self._sent.clear()

    def tell_presence(self, frame: bytes) -> None:
        """Send a frame to those who want to know who is there."""
        for listener, wish in tuple(self._wishes.items()):
            if wish.presence:
                listener.tell(frame)

    def tell(self, table: Table, steps: Sequence[Step], asked: Asked | None = None) -> None:
        """Show everybody the table after these steps."""
        telling = _Telling(table, steps, self._sent)
        self._sent = {}
        for listener, wish in tuple(self._wishes.items()):
            if not may_see(table, listener.player):
                # no longer allowed: the game has begun without them, or they gave up
                self.discard(listener)
                continue
            eyes = known_as(table, listener.player)
            frame = telling.frame(eyes, listener.language, wish)
            wish.eyes = eyes
            if wish.changes:
                self._sent[eyes, wish.aids] = telling.sight(eyes, aids=wish.aids)
                if asked is not None and asked.listener is listener:
                    frame = b'%b,"done":%d}' % (frame[:-1], asked.number)
                    asked.is_answered = True
            listener.tell(frame)


class _Telling:
    """The frames about one change of a table. What several listeners are told alike is made once."""

    def __init__(
        self, table: Table, steps: Sequence[Step], sent: dict[tuple[str | None, bool], TableSight]
    ) -> None:
        self._table = table
        self._steps = steps
        self._sent = sent
        self._sights: dict[tuple[str | None, bool], TableSight] = {}
        self._news: dict[tuple[str | None, str], tuple[News, ...]] = {}
        self._sentences: dict[str, list[Sentences]] = {}
        """By language, for each step."""
        self._changes = comparing()
        self._frames: dict[Any, bytes] = {}

    def sight(self, eyes: str | None, *, aids: bool) -> TableSight:
        """What somebody sees now."""
        key = (eyes, aids)
        if key not in self._sights:
            self._sights[key] = sight(self._table, eyes, aids=aids)
        return self._sights[key]

    def frame(self, eyes: str | None, language: str, wish: Wish) -> bytes:
        """The frame for a listener with these eyes now."""
        before = self._sent.get((eyes, wish.aids)) if wish.changes and wish.eyes == eyes else None
        key = (eyes, language, wish.aids, before is None)
        if (found := self._frames.get(key)) is None:
            found = self._frames[key] = encode(self._frame(eyes, language, wish, before))
        return found

    def _frame(
        self, eyes: str | None, language: str, wish: Wish, before: TableSight | None
    ) -> TableFrame | ChangeFrame:
        told, now = self._told(eyes, language), self.sight(eyes, aids=wish.aids)
        if before is None:
            return TableFrame(now, told)
        return ChangeFrame(now.id, before.seq, self._changes(before, now), told)

    def _told(self, eyes: str | None, language: str) -> tuple[News, ...]:
        if (found := self._news.get((eyes, language))) is None:
            if (sentences := self._sentences.get(language)) is None:
                sentences = [Sentences(step.after, language) for step in self._steps]
                self._sentences[language] = sentences
            steps = zip(self._steps, sentences, strict=True)
            found = tuple([news(*step, eyes, language, said) for step, said in steps])
            self._news[eyes, language] = found
        return found


def known_as(table: Table, player: str | None) -> str | None:
    """The player as whom somebody sees a table; None for all whom it does not know, who see the same."""
    known = table.seats_of(player) or player == table.owner or table.challenge_of(player)
    return player if known or lost_seat(table, player) is not None else None


def encode(frame: object) -> bytes:
    """A frame as it goes over the wire."""
    return _encoder.encode(frame)
