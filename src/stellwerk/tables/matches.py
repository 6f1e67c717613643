"""Between two games of a match: who is ready, who leaves, and when the next game begins.

The next game begins when every person is ready. From the moment when the first one is, the others have as
long as the table's pace allows; then it begins without asking them, and clocks, reminders and votes are those
of any game. Bots are always ready. Whoever leaves gives the next game up as soon as it begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.tables.absence import PATIENCE
from stellwerk.tables.clocks import DAY
from stellwerk.tables.config import DaysClock, LiveClock
from stellwerk.tables.draft import Draft, require_seat, require_status
from stellwerk.tables.errors import TableError
from stellwerk.tables.events import Ready, Resigned
from stellwerk.tables.play import give_up, play_again

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.tables.table import Table

BREAK: Final = 120.0
"""Seconds that the others have with a live clock; with days it is the time for a turn."""


def is_between_games(table: Table) -> bool:
    """True once a game of a match has ended and another one follows."""
    return table.status == "ended" and not table.is_match_over


def awaited(table: Table) -> set[int]:
    """The seats of people who stay and are not ready; empty unless another game of a match follows."""
    if not is_between_games(table):
        return set()
    people = {place for place, seat in enumerate(table.seats) if seat.player is not None and seat.bot is None}
    return people - set(table.ready) - set(table.leaving)


def begins_at(table: Table) -> float | None:
    """When the next game begins even if somebody is not ready; None while nobody waits for it."""
    if table.ready_since is None or not is_between_games(table):
        return None
    clock = table.config.clock
    if isinstance(clock, DaysClock):
        return table.ready_since + clock.days * DAY
    return table.ready_since + (BREAK if isinstance(clock, LiveClock) else PATIENCE)


def get_ready(table: Table, player: str, now: float, fresh: Callable[[], str]) -> Draft:
    """Be ready for the next game of a match; it begins if nobody else is awaited."""
    return _declare(table, player, now, fresh, stays=True)


def leave(table: Table, player: str, now: float, fresh: Callable[[], str]) -> Draft:
    """Give up the next game of a match before it begins."""
    return _declare(table, player, now, fresh, stays=False)


def _declare(table: Table, player: str, now: float, fresh: Callable[[], str], *, stays: bool) -> Draft:
    require_status(table, "ended")
    require_seat(table, player)
    if table.is_match_over:
        raise TableError("match_over")
    draft = Draft(table, now)
    for seat in table.seats_of(player):
        if seat not in (table.ready if stays else table.leaving):
            draft.add(Ready(seat, stays))
    if not draft.steps:
        raise TableError("already_ready")
    after = draft.table
    is_decided = len(after.seats) == 2 and bool(after.leaving)  # nobody is left to play against
    if is_decided or not awaited(after):
        _begin(draft, fresh)
    return draft


def begin_due(table: Table, now: float, fresh: Callable[[], str]) -> Draft | None:
    """Begin the next game without those who are not ready; None while it is not time."""
    at = begins_at(table)
    if at is None or now < at:
        return None
    draft = Draft(table, now)
    _begin(draft, fresh)
    return draft


def _begin(draft: Draft, fresh: Callable[[], str]) -> None:
    leaving = draft.table.leaving
    play_again(draft, fresh)
    for seat in leaving:
        if draft.table.status == "playing":
            draft.add(Resigned(seat))
            give_up(draft, seat)
