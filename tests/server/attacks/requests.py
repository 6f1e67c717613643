"""Attacks by HTTP: headers without end, pipelines, half a request, work for everybody, strange texts."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from tests.server.attacks.prepared import long_record
from tests.server.attacks.stranger import GONE, PATIENCE, Found, Pace, Stranger, Target, attack, wire

if TYPE_CHECKING:
    import httpx

MEGABYTE = 1_000_000
HEADER_MEGABYTES = 100


def asking(target: Target, path: str, *lines: str) -> bytes:
    """The head of a request, without its end."""
    host = target.address.removeprefix("http://")
    return "\r\n".join([f"GET {path} HTTP/1.1", f"Host: {host}", *lines, ""]).encode()


@attack("header", "a header line of 100 MB")
async def header(target: Target) -> Found:
    """One line that never ends."""
    sent = 0
    async with wire(target, target.source()) as opened:
        opened.hear()
        try:
            await opened.write(asking(target, "/health") + b"X-Long: ")
            for _ in range(target.some(HEADER_MEGABYTES)):
                await opened.write(b"a" * MEGABYTE)
                sent += 1
        except GONE:
            return Found(f"cut off after {sent} MB", stopped=True)
        if await opened.is_cut_off_soon():
            return Found(f"cut off within {sent} MB", stopped=True)
    return Found(f"{sent} MB accepted", stopped=False)


@attack("pipeline", "pipelined requests on two connections")
async def pipeline(target: Target) -> Found:
    """Many requests at once, without waiting for answers."""
    count = target.some(500)
    many = (asking(target, "/api/games") + b"\r\n") * count

    async def send() -> int:
        sent = 0
        try:
            async with wire(target, target.source()) as opened:
                opened.hear()
                async for _ in Pace(target.seconds, 20):
                    await opened.write(many)
                    sent += count
        except GONE:
            return -sent
        return sent

    sent = await asyncio.gather(send(), send())
    said = f"{sum(map(abs, sent)):,} requests sent"
    return Found(f"{said}, {sum(count < 0 for count in sent)} cut off", stopped=True)


@attack("half-open", "2,000 half-open requests")
async def half_open(target: Target) -> Found:
    """Heads that never end, held open."""
    wanted, refused = target.some(2_000), 0
    async with AsyncExitStack() as stack:
        held = []
        for _ in range(wanted):
            try:
                opened = await stack.enter_async_context(wire(target, target.source()))
                await opened.write(asking(target, "/health", "X-Slow: 1"))
                held.append(opened)
            except GONE:
                refused += 1
        for opened in held:
            opened.hear()
        await asyncio.sleep(target.seconds)
        cut = sum(opened.is_cut_off for opened in held)
    return Found(f"{refused} of {wanted} refused, {cut} cut off", stopped=refused + cut > 0)


@attack("replays", "POST /api/replay without identity, TransAmerica with six seats")
async def replays(target: Target) -> Found:
    """Work for the asking, and somebody who wants to log in meanwhile."""
    record, statuses = long_record(), []
    login = {"login": f"nobody{target.number}", "password": "correct horse battery"}

    async def ask(stranger: Stranger) -> None:
        end = time.monotonic() + target.seconds
        while time.monotonic() < end:
            try:
                answer = await stranger.http.post("/api/replay?seat=0", content=record)
                statuses.append(answer.status_code)
            except GONE:
                statuses.append(0)
            if statuses[-1] != 200:
                await asyncio.sleep(0.05)

    async with Stranger(target) as stranger, Stranger(target, 2) as person:
        asked = [asyncio.create_task(ask(stranger)) for _ in range(target.some(8))]
        await asyncio.sleep(target.seconds / 2)
        began = time.monotonic()
        await person.http.post("/api/me/login", json=login)
        waited = time.monotonic() - began
        await asyncio.gather(*asked)
    done = statuses.count(200)
    said = f"{done} of {len(statuses)} answered; a login took {waited:.1f} s"
    return Found(said, stopped=waited < PATIENCE)


@attack(
    "strange",
    "a bot level of 60 KB, a path of 5,000 letters, a name with control characters",
)
async def strange(target: Target) -> Found:
    """Each is refused in a sentence that is not longer than what was sent."""
    own = {"type": "own", "name": "a\u0007b"}
    async with Stranger(target) as stranger:
        await stranger.enter()
        bot = {"type": "bot", "level": "x" * 60_000}
        level = await stranger.open_table("trambahn", {"type": "own"}, bot)
        name = await stranger.open_table("trambahn", own, {"type": "open"})
        path = await stranger.http.get("/assets/" + "x" * 5_000)
    faults = [
        *(["level echoed"] if len(level.content) > 2_000 else []),
        *(["name accepted"] if name.status_code == 200 else []),
        *faults_of(level, name, path),
    ]
    return Found(", ".join(faults) or "all refused", stopped=not faults)


def faults_of(*answers: httpx.Response) -> list[str]:
    """Answers that say that the server broke."""
    return [f"{answer.status_code}" for answer in answers if answer.status_code >= 500]
