"""A record cut into turns, with the states between them."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from stellwerk.core.game import CHANCE
from stellwerk.core.record import decode, opening, replay
from stellwerk.review.model import Span

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame
    from stellwerk.core.record import Record


class Turn(NamedTuple):
    """One turn of a seat: its actions in a row, up to somebody else's or the next chance action."""

    span: Span
    before: Any
    """The state before it."""
    actions: tuple[Any, ...]
    is_dealt: bool
    """True if chance acted after it, before the next turn."""
    is_shown: bool
    """True if it showed something that was hidden."""
    is_whole: bool
    """False for the last turn of an unfinished game while it is under way."""


class Story(NamedTuple):
    """A game, turn by turn."""

    game: AnyGame
    hash: str
    seats: int
    firsts: tuple[Any, ...]
    """The states before anything was dealt, one for each seat that could have been drawn to start."""
    turns: tuple[Turn, ...]
    last: Any

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where the turns lie in the record."""
        return tuple(turn.span for turn in self.turns)

    @property
    def result(self) -> tuple[float, ...] | None:
        """Each seat's share of the win; None while the game is running."""
        end = self.game.result(self.last)
        if end is None:
            return None
        return tuple((seat in end.winners) / len(end.winners) for seat in range(self.seats))


def record_hash(record: Record) -> str:
    """The SHA-256 of what was played: players' names and seeds are no part of it."""
    played = (
        record.game,
        record.rules_version,
        record.seats,
        record.start_seat,
        sorted(record.options.items()),
    )
    return sha256(msgspec.json.encode((*played, record.actions))).hexdigest()


def story_of(record: Record) -> Story:
    """The turns of a record; raises `RecordError` or `SetupError`."""
    return _story(msgspec.json.encode(record))


@lru_cache(maxsize=4)
def _story(encoded: bytes) -> Story:
    record = decode(encoded)
    game, first = opening(record)
    moments = list(replay(record))
    groups = [list(group) for _, group in groupby(moments, key=lambda moment: moment.actor)]
    turns = []
    for number, group in enumerate(groups):
        if group[0].actor == CHANCE:
            continue
        follows = groups[number + 1][0].actor if number + 1 < len(groups) else None
        shown = any(game.reveals(moment.before, moment.action, moment.after) for moment in group)
        span = Span(group[0].actor, group[0].number, group[-1].number)
        is_whole = game.actor(group[-1].after) != span.seat
        actions = tuple(moment.action for moment in group)
        turns.append(Turn(span, group[0].before, actions, follows == CHANCE, shown, is_whole))
    last = moments[-1].after if moments else first
    firsts = tuple(
        game.initial(record.seats, record.options, seat, record.rules_version) for seat in range(record.seats)
    )
    return Story(game, record_hash(record), record.seats, firsts, tuple(turns), last)
