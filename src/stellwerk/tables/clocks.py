"""Clock arithmetic: who has how much time left, and when it is up.

While nobody could move, because no server ran or the clock of the machine was set, no clock runs: `owed` says
how much of a turn fell into such times, and an event gives it back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from stellwerk.tables.config import Clock, DaysClock, LiveClock

if TYPE_CHECKING:
    from collections.abc import Iterable

DAY = 86_400


class Times(msgspec.Struct, frozen=True):
    """The clocks of a table."""

    left: tuple[float, ...] = ()
    """Seconds left per seat, with a live clock."""
    since: float = 0.0
    """When the current turn began or was resumed; later by the time that was given back."""
    settled: float = 0.0
    """Outages until then have been given back."""


class Outage(NamedTuple):
    """A time in which nobody could move."""

    began: float
    ended: float


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


def owed(times: Times, outages: Iterable[Outage]) -> float:
    """Seconds of the current turn in which nobody could move, as far as they have not been given back."""
    known = max(times.since, times.settled)
    return sum(one.ended - max(one.began, times.since) for one in outages if one.ended > known)


def credited(times: Times, seconds: float, until: float, now: float) -> Times:
    """The times after some seconds of the current turn have been given back."""
    return Times(times.left, min(times.since + seconds, now), until)


def _changed(left: tuple[float, ...], seat: int, by: float) -> tuple[float, ...]:
    return (*left[:seat], max(0.0, left[seat] + by), *left[seat + 1 :])
