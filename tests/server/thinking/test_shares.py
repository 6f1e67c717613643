"""Who comes next where many want the same worker: nobody waits for somebody else's many jobs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from stellwerk.server.thinking.shares import PATIENCE, REMEMBERED, Shares, Urgency

if TYPE_CHECKING:
    from collections.abc import Iterable

pytestmark = pytest.mark.anyio


class Desk:
    """One worker, whose jobs take a second of a clock that is set by hand."""

    def __init__(self, slots: int = 1) -> None:
        self.now = 0.0
        self.shares = Shares(slots, lambda: self.now)
        self.done: list[str] = []
        self.gate = asyncio.Semaphore(0)
        """Each release lets one job end."""
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, names: Iterable[str], urgency: Urgency = Urgency.LOOKED_AT) -> None:
        for name in names:
            self.tasks.append(asyncio.create_task(self._job(name, urgency)))
        await asyncio.sleep(0)

    async def _job(self, name: str, urgency: Urgency) -> None:
        async with self.shares.turn(name, lambda: urgency):
            await self.gate.acquire()
            self.now += 1
            self.done.append(name)

    async def work(self) -> str:
        for _ in self.tasks:
            self.gate.release()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        return "".join(self.done)


async def test_one_person_with_many_jobs_delays_nobody_else() -> None:
    desk = Desk()
    await desk.ask("AAAAAA")
    await desk.ask("B")
    await desk.ask("CC")
    assert await desk.work() == "ABCACAAAA"


async def test_nobody_saves_time_up() -> None:
    """Somebody who comes late starts level with those who have worked long, and does not take everything."""
    desk = Desk()
    await desk.ask("AAAAAAA")
    for _ in range(4):
        desk.gate.release()
    while len(desk.done) < 4:
        await asyncio.sleep(0)
    await desk.ask("BBB")
    assert await desk.work() == "AAAAABABAB"


async def test_what_is_looked_at_comes_first_but_nothing_waits_for_ever() -> None:
    desk = Desk()
    await desk.ask("A")
    await desk.ask("L", Urgency.LATER)
    await desk.ask("BB")
    assert await desk.work() == "ABBL"
    desk = Desk()
    await desk.ask("A")
    await desk.ask("L", Urgency.LATER)
    desk.now += PATIENCE + 1
    await desk.ask("BB")
    assert (await desk.work())[:2] == "AL"


async def test_two_workers_serve_two_people() -> None:
    desk = Desk(2)
    await desk.ask("AAAA")
    await desk.ask("B")
    assert (await desk.work())[:3] in ("AAB", "ABA")


async def test_who_leaves_the_queue_takes_no_place_with_them() -> None:
    desk = Desk()
    await desk.ask("ABC")
    desk.tasks[1].cancel()
    desk.tasks[0].cancel()
    await asyncio.sleep(0)
    await desk.ask("D")
    assert await desk.work() == "CD"
    assert desk.shares.waiting == 0
    async with asyncio.timeout(5), desk.shares.turn("E", lambda: Urgency.LATER):
        pass


async def test_people_are_forgotten() -> None:
    desk = Desk()
    await desk.ask(f"person {number}" for number in range(2 * REMEMBERED))
    for _ in range(2 * REMEMBERED - 1):
        desk.gate.release()
    while len(desk.done) < 2 * REMEMBERED - 1:
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(desk.shares._people) == REMEMBERED + 1
    await desk.work()
    assert desk.shares._people == {}
