"""What reviews cost the bots at tables: how long people wait for a bot's turn, with and without four reviews.

`python3 run.py bench reviews [--turns N] [--rounds N] [--game KEY] [--level NAME]`: a real server with one
worker for bots and one for reviews. Rounds without and with reviews take turns, so that a busy machine is the
same for both.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import stellwerk
from tests.bench.asked import above_zero, parser
from tests.server.past.test_review_kill import some_game
from tests.server.processes import Guest, Server, receive, send

if TYPE_CHECKING:
    import argparse

    from websockets.asyncio.client import ClientConnection

REVIEWS = 4
LIMITS = (
    "--limit=person_reviews=100", "--limit=reviews=1000/10", "--limit=files=1000/10",
    "--limit=requests=9000/900", "--limit=histories=9000/900",
)  # fmt: skip


def run(arguments: list[str]) -> None:
    """Measure and print."""
    asking = parser("reviews")
    asking.add_argument("--turns", type=above_zero(int), default=12, help="turns of the bot in a round")
    asking.add_argument("--rounds", type=above_zero(int), default=4, help="rounds of each kind")
    asking.add_argument("--game", choices=stellwerk.games(), default="trambahn")
    asking.add_argument("--level", default="master")
    asked = asking.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), *LIMITS) as server:
        asyncio.run(_measure(server, asked))


async def _measure(server: Server, asked: argparse.Namespace) -> None:
    waits: dict[bool, list[float]] = {False: [], True: []}
    found = 0
    guest = await Guest("Ada", 1).enter(server)
    await _turns(server, guest, asked, 2, "warm")  # workers start, games are loaded
    for number in range(2 * asked.rounds):
        with_reviews = number % 2 == 1
        reviews = await _begin(server, guest, number) if with_reviews else []
        waits[with_reviews] += await _turns(server, guest, asked, asked.turns, str(number))
        for review in reviews:
            found += (await guest.ask(server, "DELETE", f"/api/reviews/{review}"))[1]["done"]
    for with_reviews, times in waits.items():
        middle, high = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        kind = f"{REVIEWS} reviews" if with_reviews else "no review "
        print(f"{kind}: {len(times)} turns of {asked.level}, median {middle:.2f} s, p95 {high:.2f} s")
    print(f"{found} pieces were examined meanwhile")


async def _begin(server: Server, guest: Guest, number: int) -> list[str]:
    """Ask for reviews, and wait until the first piece is under way."""
    found = []
    for one in range(REVIEWS):
        record = some_game("interurban", f"{number}:{one}")
        status, answer = await guest.ask(server, "POST", "/api/reviews", record)
        assert status == 200, answer
        found.append(answer["id"])
    while (await guest.ask(server, "GET", f"/api/reviews/{found[0]}"))[1]["progress"]["stage"] == "waiting":
        await asyncio.sleep(0.1)
    return found


async def _turns(
    server: Server, guest: Guest, asked: argparse.Namespace, turns: int, seed: str
) -> list[float]:
    """How long the bot's turns take, from the end of the person's to the bot's first action."""
    rng = random.Random(seed)
    waits: list[float] = []
    while len(waits) < turns:
        seats = [{"type": "own"}, {"type": "bot", "level": asked.level}]
        table = await guest.open_table(server, asked.game, seats)
        async with guest.connect(server) as socket:
            await send(socket, "subscribe", table=table["id"])
            await _play(socket, rng, waits, turns)
    return waits


async def _play(socket: ClientConnection, rng: random.Random, waits: list[float], turns: int) -> None:
    """Play at random until the game is over or enough turns were measured."""
    since: float | None = None
    number = 0
    while len(waits) < turns:
        frame = await receive(socket, "table")
        table: dict[str, Any] = frame["table"]
        if since is not None and any(one["kind"] == "acted" and one["seat"] == 1 for one in frame["news"]):
            waits.append(time.monotonic() - since)
            since = None
        if table["status"] == "ended":
            return
        if table["legal"]:
            number += 1
            command = {"do": "act", "text": rng.choice(table["legal"]), "expected": table["seq"]}
            await send(socket, "do", id=number, table=table["id"], command=command)
            since = time.monotonic()
