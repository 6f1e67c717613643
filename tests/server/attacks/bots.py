"""Attacks on the bots: more thinking than there are workers, and a worker that hangs."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from tests.server.attacks.stranger import GONE, Found, Stranger, Target, attack

if TYPE_CHECKING:
    from typing import Any

OWN = {"type": "own"}
TABLES = 41
GIVE_UP = 60.0
"""Seconds after which nobody waits for a bot any more."""


async def simple_bot(target: Target, which: int = 2) -> float:
    """Seconds until a simple bot at somebody else's new table has moved."""
    async with Stranger(target, which) as ada:
        await ada.enter("Ada")
        began = time.monotonic()
        opened = await ada.open_table("trambahn", OWN, {"type": "bot", "level": "simple"}, start=1)
        opened.raise_for_status()
        table: dict[str, Any] = opened.json()
        while table["actor"] == 1 and time.monotonic() - began < GIVE_UP:
            await asyncio.sleep(0.02)
            table = (await ada.http.get(f"/api/tables/{table['id']}")).json()
        return time.monotonic() - began


@attack("masters", "one guest opens 41 tables with three masters each")
async def masters(target: Target) -> Found:
    """And watches them, so that somebody is looking."""
    seats = [{"type": "bot", "level": "master"}] * 3
    quiet = await simple_bot(target, 3)
    async with Stranger(target) as mallory:
        await mallory.enter()
        opened = 0
        for _ in range(target.some(TABLES)):
            answer = await mallory.open_table("interurban", OWN, *seats, start=1)
            opened += answer.status_code == 200
        async with mallory.socket() as socket:
            try:
                for entry in (await mallory.http.get("/api/me/tables")).json():
                    await socket.say(b'{"type":"subscribe","table":"%s","since":0}' % entry["id"].encode())
            except GONE:
                pass
            waited = await simple_bot(target)
            await asyncio.sleep(max(0.0, target.seconds - waited))
    said = f"{opened} opened; a simple bot elsewhere {waited:.2f} s (quiet {quiet:.2f})"
    return Found(said, stopped=waited < GIVE_UP)


@attack("hang", "a bot's worker hangs (SIGSTOP)")
async def hang(target: Target) -> Found:
    """The next bot must not wait for it for ever."""
    quiet = await simple_bot(target, 3)  # a worker runs by now
    stopped = workers(target)
    for worker in stopped:
        os.kill(worker, signal.SIGSTOP)
    try:
        waited = await simple_bot(target)
    except httpx.HTTPError:
        waited = GIVE_UP
    finally:
        for worker in stopped:
            try:
                os.kill(worker, signal.SIGKILL)
            except ProcessLookupError:
                continue
    said = "never" if waited >= GIVE_UP else f"after {waited:.1f} s"
    return Found(f"a simple bot answers {said} (quiet {quiet:.2f} s)", stopped=waited < GIVE_UP)


def workers(target: Target) -> list[int]:
    """The processes in which bots think."""
    return [child for child in target.server.children() if b"spawn_main" in command_of(child)]


def command_of(process: int) -> bytes:
    """Its command line."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
