"""Nobody waits for ever: reminding somebody, going on without them, and their return.

With a clock, the clock decides when somebody has waited long enough. Without one the others may: once nothing
has happened for `PATIENCE` seconds and a reminder did not help, they can agree on a bot in the seat that is
due, or on an end without a result. A table of strangers that everybody has left ends by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.match import abandoned_result
from stellwerk.tables.clocks import DAY, deadline
from stellwerk.tables.config import Clock, DaysClock, LiveClock
from stellwerk.tables.draft import Draft, humans, require_seat, require_status
from stellwerk.tables.errors import TableError
from stellwerk.tables.events import Closed, Ended, Nudged, Replaced, TookBack
from stellwerk.tables.names import bot_seated, own_name

if TYPE_CHECKING:
    from stellwerk.tables.table import Table

WISHES: Final = ("takeover", "abandon")
"""What the others may agree on if somebody is absent."""
PATIENCE: Final = 600.0
"""Seconds without an action, at a table without a clock, after which the others may go on."""
PAUSE: Final = 60.0
LIVE_PAUSE: Final = 30.0
"""Seconds before somebody may be reminded, and between reminders: without a clock and with a live one."""
AFTER_NUDGE: Final = 60.0
"""Seconds that somebody has after a reminder before the others may go on without them."""
OPEN_FOR: Final = 1.0 * DAY
"""Seconds that a public table waits for players."""
RUNNING_FOR: Final = 30.0 * DAY
"""Seconds after which a public game without a clock ends if nobody does anything."""


def nudge_at(table: Table) -> float | None:
    """When the seat whose turn it is may be reminded; None if it is nobody's turn who could be."""
    actor = table.actor
    if actor is None or actor < 0 or table.seats[actor].player is None:
        return None
    pause = _pause(table.config.clock)
    return max(table.moved, table.times.since, table.nudged or 0.0) + pause


def _pause(clock: Clock) -> float:
    """Seconds between an action and a reminder, and between two reminders."""
    if isinstance(clock, DaysClock):
        return clock.days * DAY / 2
    return LIVE_PAUSE if isinstance(clock, LiveClock) else PAUSE


def nudge(table: Table, player: str, seat: int | None, now: float) -> Draft:
    """Remind the person whose turn it is."""
    require_status(table, "playing")
    own = require_seat(table, player, seat)
    at, actor = nudge_at(table), table.actor
    if at is None or actor is None or table.seats[actor].player == player:
        raise TableError("nobody_to_nudge")
    if now < at:
        raise TableError("nudge_later", {"seconds": round(at - now) + 1})
    draft = Draft(table, now)
    draft.add(Nudged(own, actor))
    return draft


def vote_at(table: Table) -> float | None:
    """When the others may go on without the seat whose turn it is; None while that is not in sight: with a
    clock, and before they were reminded."""
    if table.nudged is None:
        return None
    actor = table.actor
    if actor not in humans(table):
        return None
    if deadline(table.times, table.config.clock, actor) is not None:
        return None
    return max(table.moved + PATIENCE, table.nudged + AFTER_NUDGE)


def require_absent(table: Table, seat: int, now: float) -> None:
    """Raise `TableError` unless the others have waited long enough for somebody else than this seat's
    player."""
    at, actor = vote_at(table), table.actor
    if at is None or actor is None or table.seats[actor].player == table.seats[seat].player:
        raise TableError("nobody_absent", {"minutes": round(PATIENCE / 60)})
    if now < at:
        raise TableError("not_absent_yet", {"seconds": round(at - now) + 1})


def carry_out(draft: Draft, wish: str) -> None:
    """Do what the others have agreed on."""
    if wish == "abandon":
        _abandon(draft)
        return
    actor = draft.table.actor
    assert actor is not None
    draft.add(Replaced(actor))
    draft.add(bot_seated(draft.table, actor, draft.table.game.info.substitute))


def _abandon(draft: Draft) -> None:
    draft.add(Ended(abandoned_result(draft.table.standing()), draft.table.given_up))


def lost_seat(table: Table, player: str | None) -> int | None:
    """The seat that a person lost and may take back now."""
    if player is None or table.status not in ("playing", "paused"):
        return None
    places = [
        place
        for place, seat in enumerate(table.seats)
        if seat.former == player and seat.can_return and place not in table.returned
    ]
    return places[0] if places else None


def take_back(table: Table, player: str, name: str, login: str | None, now: float) -> Draft:
    """Take back a seat that was lost to the clock or to an absence, once in each game."""
    seat = lost_seat(table, player)
    if seat is None:
        raise TableError("nothing_to_take_back")
    draft = Draft(table, now)
    others = [other.name for place, other in enumerate(table.seats) if place != seat]
    draft.add(TookBack(seat, player, own_name(name, others), login))
    return draft


def sweep_at(table: Table) -> float | None:
    """When a table of strangers ends by itself; None for tables of friends, and where a clock runs."""
    if not table.config.public:
        return None
    if table.status == "open":
        return table.time + OPEN_FOR
    if table.status not in ("playing", "paused"):
        return None
    has_clock = deadline(table.times, table.config.clock, table.actor) is not None
    return None if has_clock else table.time + RUNNING_FOR


def sweep(table: Table, now: float) -> Draft | None:
    """End a table of strangers that everybody has left; None while it is not time."""
    at = sweep_at(table)
    return None if at is None or now < at else end(table, now)


def end(table: Table, now: float) -> Draft | None:
    """End a table without a result; None if nothing goes on there."""
    draft = Draft(table, now)
    if table.status == "open":
        draft.add(Closed())
    elif table.status in ("playing", "paused"):
        _abandon(draft)
    else:
        return None
    return draft
