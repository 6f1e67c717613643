"""Whose turn it is where many want the same few workers: shares per person, the urgent first.

A person who asks for much waits for themselves; everybody else is served as if they were not there. Knows
nothing of bots or processes.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

PATIENCE: Final = 60.0
"""Seconds after which anything that waits counts as urgent, so that nothing waits for ever."""


REMEMBERED: Final = 100
"""People without jobs whose used time is remembered while others work."""


class Urgency(IntEnum):
    """How soon something is wanted; lower is sooner."""

    LOOKED_AT = 0
    """Somebody looks at the table now."""
    LATER = 1
    """Nobody looks; somebody will come back and wants to find that the bot has moved."""
    REVIEW = 2
    """A piece of a review, of which there are many."""


@dataclass(slots=True)
class Person:
    """Somebody who has something running or waiting."""

    used: float
    """Seconds of work, as far as they count against others."""
    running: int = 0
    waiting: int = 0


@dataclass(slots=True, eq=False)
class Place:
    """A place in the queue."""

    person: str
    urgency: Callable[[], Urgency]
    since: float
    called: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Shares:
    """Lets `slots` jobs run at the same time and chooses which of the waiting ones comes next.

    First what is urgent, then who has the fewest jobs running, then who has used the least time since they
    began to ask. Somebody who comes after a while starts level with the others: nobody saves time up.
    """

    def __init__(self, slots: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._free = slots
        self._clock = clock
        self._people: dict[str, Person] = {}
        self._queue: list[Place] = []
        self._level = 0.0
        """What the person served last had used: where newcomers start."""

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._queue)

    @asynccontextmanager
    async def turn(self, name: str, urgency: Callable[[], Urgency]) -> AsyncIterator[None]:
        """Wait for a slot, and hold it while the body runs. `urgency` may change meanwhile."""
        person = self._people.setdefault(name, Person(self._level))
        await self._wait(name, person, urgency)
        began = self._clock()
        try:
            yield
        finally:
            person.running -= 1
            person.used += self._clock() - began
            self._free += 1
            self._call_next()
            self._forget_idle()

    async def _wait(self, name: str, person: Person, urgency: Callable[[], Urgency]) -> None:
        place = Place(name, urgency, self._clock())
        person.waiting += 1
        self._queue.append(place)
        self._call_next()
        try:
            await place.called
        except asyncio.CancelledError:
            if place in self._queue:
                self._queue.remove(place)
                person.waiting -= 1
            else:  # called and cancelled at the same time
                person.running -= 1
                self._free += 1
                self._call_next()
            self._forget_idle()
            raise

    def _call_next(self) -> None:
        while self._free and (waiting := [place for place in self._queue if not place.called.done()]):
            now = self._clock()
            place = min(waiting, key=lambda place: self._rank(place, now))
            self._queue.remove(place)
            person = self._people[place.person]
            person.waiting -= 1
            person.running += 1
            self._free -= 1
            self._level = max(self._level, person.used)
            place.called.set_result(None)

    def _rank(self, place: Place, now: float) -> tuple[int, int, float, float]:
        person = self._people[place.person]
        urgency = Urgency.LOOKED_AT if now - place.since > PATIENCE else place.urgency()
        return urgency, person.running, person.used, place.since

    def _forget_idle(self) -> None:
        """Forget people without jobs: all once nobody works, else those who came first."""
        idle = [name for name, one in self._people.items() if not one.running and not one.waiting]
        if len(idle) == len(self._people):
            self._people.clear()
            self._level = 0.0
        else:
            for name in idle[:-REMEMBERED]:
                del self._people[name]
