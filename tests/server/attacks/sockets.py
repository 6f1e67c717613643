"""Attacks by WebSocket: floods of frames, many connections, nobody who reads."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from tests.server.attacks.stranger import GONE, Found, Pace, Stranger, Target, attack, frame, wire

FLOOD = 5_000_000
"""Bytes of one flood."""
CHUNKS = 20
"""Per second."""


async def flood(target: Target, one: bytes) -> Found:
    """Send the same small frame again and again, a megabyte per second."""
    chunk = one * (target.some(FLOOD) // round(target.seconds * CHUNKS) // len(one) + 1)
    sent = 0
    async with Stranger(target) as stranger, stranger.socket() as socket:
        try:
            async for _ in Pace(target.seconds, CHUNKS):
                await socket.write(chunk)
                sent += len(chunk)
        except GONE:
            return Found(f"cut off after {sent / 1e6:.1f} MB", stopped=True)
        if await socket.is_cut_off_soon():
            return Found(f"cut off within {sent / 1e6:.1f} MB", stopped=True)
        return Found(f"{sent / 1e6:.1f} MB accepted", stopped=False)


@attack("pings", "one WebSocket sends 5 MB of ping frames")
async def pings(target: Target) -> Found:
    """Control frames: the server answers each."""
    return await flood(target, frame(9, b""))


@attack("bytes", "one WebSocket sends 5 MB of frames with one byte")
async def one_byte(target: Target) -> Found:
    """Frames that are refused one by one."""
    return await flood(target, frame(1, b"x"))


@attack("anonymous", "198 anonymous WebSockets from one address, all talking")
async def anonymous(target: Target) -> Found:
    """Each stays below the limit of a single connection."""
    wanted, refused = target.some(198), 0
    async with AsyncExitStack() as stack:
        sockets = []
        for _ in range(wanted):
            try:
                socket = await stack.enter_async_context(wire(target, target.source()))
                await socket.upgrade()
                sockets.append(socket)
            except GONE:
                refused += 1
        async for _ in Pace(target.seconds, 35):
            for socket in sockets:
                try:
                    await socket.say(b'{"type":"ping"}')
                except GONE:
                    continue
        cut = sum(socket.is_cut_off for socket in sockets)
    return Found(f"{refused} of {wanted} refused, {cut} cut off", stopped=refused + cut > 0)


@attack("deaf", "30 WebSockets ask for much and never read")
async def deaf(target: Target) -> Found:
    """What is sent to them must not pile up in memory for ever."""
    asking = frame(1, b'{"type":"ping"}') * 200
    cut = 0

    async def ask() -> None:
        nonlocal cut
        try:
            async with wire(target, target.source()) as socket:
                await socket.upgrade()
                assert socket._hearing is not None
                socket._hearing.cancel()
                async for _ in Pace(target.seconds, 5):
                    async with asyncio.timeout(target.seconds):
                        socket.writer.write(asking)
                        await socket.writer.drain()
        except GONE:
            cut += 1

    await asyncio.gather(*(ask() for _ in range(target.some(30))))
    return Found(f"{cut} of {target.some(30)} cut off", stopped=True)
