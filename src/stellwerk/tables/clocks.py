"""Clock arithmetic: who has how much time left, and when it is up."""

from __future__ import annotations

import msgspec

from stellwerk.tables.config import Clock, DaysClock, LiveClock

DAY = 86_400


class Times(msgspec.Struct, frozen=True):
    """The clocks of a table."""

    left: tuple[float, ...] = ()
    """Seconds left per seat, with a live clock."""
    since: float = 0.0
    """When the current turn began or was resumed."""


def started(times: Times, now: float) -> Times:
    """The times after the current actor's clock has been started."""
    return Times(times.left, now)


def stopped(times: Times, clock: Clock, actor: int | None, now: float) -> Times:
    """The times after the current actor's clock has been stopped."""
    if not isinstance(clock, LiveClock) or actor is None or actor < 0:
        return Times(times.left, now)
    return Times(_changed(times.left, actor, times.since - now), now)


def after_action(times: Times, clock: Clock, seat: int, now: float) -> Times:
    """The times after a seat's turn: what it used is deducted, its increment added, the next clock runs."""
    if not isinstance(clock, LiveClock):
        return Times(times.left, now)
    return Times(_changed(times.left, seat, times.since - now + clock.increment), now)


def deadline(times: Times, clock: Clock, actor: int | None) -> float | None:
    """When the current actor's time runs out; None without a clock."""
    if actor is None or actor < 0:
        return None
    if isinstance(clock, LiveClock):
        return times.since + times.left[actor]
    return times.since + clock.days * DAY if isinstance(clock, DaysClock) else None


def _changed(left: tuple[float, ...], seat: int, by: float) -> tuple[float, ...]:
    return (*left[:seat], max(0.0, left[seat] + by), *left[seat + 1 :])
