"""A server that is used for long: `python3 run.py bench soak [--minutes N]`.

Pairs of people and people against bots play one game after the other, of every game, over WebSocket and REST.
Players lose their connections and come back. Visitors come and go: they look at a table from its beginning,
and at replays of what has ended. Somebody always has a finished game reviewed and reads what is known of it.
Says what memory grows by with every finished game, in the second half of the time: tables leave the memory
ten minutes after the last person, so shorter runs show tables and not leaks. Anything that people notice to
be lost, or a refusal that nobody earned, ends it with exit code 1.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import NamedTuple

import stellwerk
from tests.bench import asked
from tests.bench.measure import show
from tests.bench.server.load import cpu_seconds, memory
from tests.server.killing import GONE, World, check_moving, play_on
from tests.server.processes import Guest, Server, receive, send

PAIRS = 2
"""Of each game, besides one person against a bot."""
DROPS = 0.01
"""How likely it is after a frame that a player loses the connection."""
FINE = (200, 429, 503)
"""Answers to somebody who looks around: what they asked for, or that there is too much to do just now."""
READ_EVERY = 2.0
"""Seconds between two looks at a review."""
SAMPLES = 20
"""Times at which memory is looked at."""


class Sample(NamedTuple):
    """A server at one moment."""

    seconds: float
    games: int
    bytes: int
    tables: int
    """In memory."""


def run(arguments: list[str]) -> None:
    """Use a server for a while."""
    asking = asked.parser("soak")
    asking.add_argument("--minutes", type=asked.above_zero(float), default=60, help="how long (60)")
    asking.add_argument("--pause", type=float, default=0.0, help="mean seconds before an action (0)")
    options = asking.parse_args(arguments)
    minutes = options.minutes
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), "--log-level=error") as server:
        world = World(server, "soak", pause=options.pause, drops=DROPS)
        visits, reviews = Visits(world), Reviews(world)
        samples = asyncio.run(soaked(world, minutes * 60, visits, reviews))
        cpu = cpu_seconds(server.pid)
    middle, last = samples[len(samples) // 2], samples[-1]
    games = last.games - middle.games
    growth = f"{(last.bytes - middle.bytes) / games / 1000:,.0f}" if games else "–"
    rows = [
        ("games played to the end", f"{last.games:,}"),
        ("actions acknowledged", f"{world.acknowledged:,}"),
        ("connections lost, and back", f"{world.returns:,}"),
        ("visits: tables from their beginning, replays", f"{visits.made:,}"),
        ("reviews asked for, complete, read", f"{reviews.asked} / {reviews.complete} / {reviews.read}"),
        (
            "memory at first, in the middle, at last, MB",
            " / ".join(map(megabytes, (samples[0], middle, last))),
        ),
        ("tables in memory", " / ".join(f"{sample.tables:,}" for sample in (samples[0], middle, last))),
        ("growth per finished game in the second half, KB", growth),
        ("CPU of the server, s", f"{cpu:.0f}"),
        ("lost or refused", f"{len(world.lost)}"),
    ]
    show(f"{minutes:g} minutes of mixed play", ("", ""), rows)
    if world.lost:
        sys.exit("\n".join(world.lost[:20]))


def megabytes(sample: Sample) -> str:
    """The memory of a sample."""
    return f"{sample.bytes / 1e6:.0f}"


async def soaked(world: World, seconds: float, visits: Visits, reviews: Reviews) -> list[Sample]:
    """What was sampled."""
    numbers = count(1)
    samples: list[Sample] = []
    began = time.monotonic()
    async with asyncio.TaskGroup() as tasks:
        for game in stellwerk.games():
            for number in range(PAIRS + 1):
                guests = [Guest(f"{game} {next(numbers)}", next(numbers)) for _ in range(2 if number else 1)]
                for guest in guests:
                    await guest.enter(world.server)
                tasks.create_task(play_on(world, tuple(guests), rest=number == 1, game=game))
        others = [tasks.create_task(one.go_on()) for one in (visits, reviews)]
        while (passed := time.monotonic() - began) < seconds:
            samples.append(await sampled(world, passed))
            check_moving(world)
            await asyncio.sleep(seconds / SAMPLES)
        samples.append(await sampled(world, passed))
        world.enough = True
        for other in others:
            other.cancel()
    return samples


async def sampled(world: World, passed: float) -> Sample:
    """The server now."""
    _, health = await Guest("Doctor", 1 << 21).ask(world.server, "GET", "/health")
    return Sample(passed, world.games, memory(world.server.pid), health.get("tables", 0))


class Visits:
    """Somebody who looks around all the time."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.made = 0
        self._rng = random.Random(1)
        self._visitor = Guest("Visitor", 1 << 20)

    async def go_on(self) -> None:
        """One visit after the other."""
        await self._visitor.enter(self.world.server)
        while True:
            await asyncio.sleep(0.5)
            if self.world.tables:
                await self._visit()

    async def _visit(self) -> None:
        table = self._rng.choice(self.world.tables)
        try:
            async with self._visitor.connect(self.world.server) as socket:
                await send(socket, "subscribe", table=table.id, since=0)
                await receive(socket, "table")
            if table.ended:
                path = f"/api/tables/{table.id}/games/1/replay"
                status, answer = await self._visitor.ask(self.world.server, "GET", path)
                if status not in FINE:
                    self.world.lost.append(f"a replay of table {table.id}: {answer}")
            self.made += 1
        except GONE as error:
            self.world.lost.append(f"a visitor of table {table.id}: {error!r}")


class Reviews:
    """Somebody who always has a game reviewed: a finished one, then another."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.asked = 0
        self.complete = 0
        self.read = 0
        self._rng = random.Random(2)

    async def go_on(self) -> None:
        """One review after the other, each asked for by somebody else: a person may ask for few."""
        for number in count(1 << 22):
            while not (ended := [table for table in self.world.tables if table.ended]):
                await asyncio.sleep(READ_EVERY)
            reader = await Guest("Reader", number).enter(self.world.server)
            await self._review(reader, self._rng.choice(ended).id)

    async def _review(self, reader: Guest, table: str) -> None:
        """Ask for the review of a game, and read it again and again until it is complete."""
        path = f"/api/tables/{table}/games/1/review"
        status, progress = await reader.ask(self.world.server, "POST", path)
        self.asked += 1
        while status in FINE and progress["stage"] in ("waiting", "working"):
            await asyncio.sleep(READ_EVERY)
            status, answer = await reader.ask(self.world.server, "GET", f"/api/reviews/{progress['id']}")
            if status == 200:
                progress = answer["progress"]
                self.read += 1
        if status in FINE and progress["stage"] == "complete":
            self.complete += 1
        else:
            self.world.lost.append(f"a review of table {table}: {status} {progress}")
