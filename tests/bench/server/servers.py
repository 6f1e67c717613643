"""HTTP servers side by side: `python3 run.py bench servers [--seconds N]`.

A bare application on uvicorn with httptools and with h11, on hypercorn, on granian, and on uvicorn with our
gate. CPU per request and per frame, memory, and what somebody who asks 50 times a second waits for while an
attack runs. The other servers are installed into an environment of this benchmark and nowhere else. It takes
about four minutes: no measurement waits for a server that does not answer.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
import venv
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from websockets.frames import Frame, Opcode

from tests.bench import asked
from tests.bench.measure import show
from tests.bench.server.load import cpu_seconds, memory
from tests.server.processes import ROOT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator

PACKAGES = ("uvicorn[standard]==0.54.0", "hypercorn==0.18.0", "granian==2.8.7")
BARE = "tests.bench.server.servers_bare:app"
SERVERS = {
    "uvicorn (httptools)": ("-m", "uvicorn", BARE, "--http=httptools", "--log-level=error", "--port={port}"),
    "uvicorn (h11)": ("-m", "uvicorn", BARE, "--http=h11", "--log-level=error", "--port={port}"),
    "hypercorn": ("-m", "hypercorn", BARE, "--bind=127.0.0.1:{port}", "--log-level=error"),
    "granian": ("-m", "granian", "--interface=asgi", "--port={port}", "--log-level=error", BARE),
}
GATED = ("-m", "tests.bench.server.servers_bare", "{port}")
AT_ONCE = 8
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
TEXT = bytes(Frame(Opcode.TEXT, b"x" * 100).serialize(mask=True))
PINGS = bytes(Frame(Opcode.PING, b"x" * 125).serialize(mask=True)) * 1_000
HALF_OPEN = 2_000
PATIENCE = 20
"""Seconds that anybody waits for a server that does not answer."""
GONE = (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError)


class Place(NamedTuple):
    """A server that runs."""

    port: int
    pid: int

    def processes(self) -> list[int]:
        """It and its workers."""
        found = [self.pid]
        for pid in found:
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                found += map(int, children.read_text().split())
        return found

    def cpu(self) -> float:
        return sum(map(cpu_seconds, self.processes()))

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()


def run(arguments: list[str]) -> None:
    """Measure all servers."""
    asking = asked.parser("servers")
    asking.add_argument("--seconds", type=asked.above_zero(float), default=2, help="of each measurement (2)")
    seconds = asking.parse_args(arguments).seconds
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "-q", "-q", *PACKAGES], check=True)
        found = {name: measured(python, command, command, seconds) for name, command in SERVERS.items()}
    found["uvicorn with our gate"] = measured(sys.executable, (*GATED, "free"), GATED, seconds)
    rows = [(name, *(figures[name] for figures in found.values())) for name in next(iter(found.values()))]
    show("HTTP servers with a bare application", ("", *found), rows)


def measured(python: str, free: tuple[str, ...], command: tuple[str, ...], seconds: float) -> dict[str, str]:
    """All figures of one server, started `free` of limits for its costs; each attack meets a fresh one."""
    figures: dict[str, str] = {}
    with running(python, free) as place:
        figures["CPU per request, µs"] = asyncio.run(cost(place, REQUEST, requests, seconds))
        figures["CPU per frame there and back, µs"] = asyncio.run(cost(place, TEXT, frames, seconds))
        figures["memory, MB"] = f"{sum(map(memory, place.processes())) / 1e6:.0f}"
    for name in ATTACKS:
        with running(python, command) as place, ProcessPoolExecutor(1) as attacker:
            figures[f"{name}: p99, ms; what became of it"] = asyncio.run(
                attacked(place, attacker, name, seconds)
            )
    return figures


@contextmanager
def running(python: str, command: tuple[str, ...]) -> Iterator[Place]:
    """A server in a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folders = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    process = subprocess.Popen(
        [python, *(part.format(port=port) for part in command)],
        env={**os.environ, "PYTHONPATH": folders},
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    place = Place(port, process.pid)
    try:
        asyncio.run(answering(place))
        yield place
    finally:
        for pid in reversed(place.processes()):
            with suppress(ProcessLookupError):
                os.kill(pid, 9)
        process.wait()


async def answering(place: Place) -> None:
    """Return once it answers."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(*GONE):
                async with place.connection() as (reader, writer):
                    writer.write(REQUEST)
                    await reader.readuntil(b"ok")
                    return
            await asyncio.sleep(0.05)


async def cost(
    place: Place, data: bytes, ask: Callable[[Place, bytes, float], Awaitable[int]], seconds: float
) -> str:
    """µs of CPU for each answer."""
    before = place.cpu()
    async with asyncio.timeout(seconds + PATIENCE):
        answers = await asyncio.gather(*(ask(place, data, seconds) for _ in range(AT_ONCE)))
    return f"{(place.cpu() - before) / max(1, sum(answers)) * 1e6:.0f}"


async def requests(place: Place, data: bytes, seconds: float) -> int:
    """Ask again and again; the number of answers."""
    number, end = 0, time.perf_counter() + seconds
    async with place.connection() as (reader, writer):
        while time.perf_counter() < end:
            writer.write(data)
            await reader.readuntil(b"ok")
            number += 1
    return number


async def frames(place: Place, data: bytes, seconds: float) -> int:
    """Send frames and read them again; the number of answers."""
    number, end = 0, time.perf_counter() + seconds
    async with place.connection() as (reader, writer):
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        while time.perf_counter() < end:
            writer.write(data)
            await reader.readexactly(102)  # without a mask
            number += 1
    return number


# Attacks


async def attacked(place: Place, attacker: ProcessPoolExecutor, name: str, seconds: float) -> str:
    """What somebody waits for during an attack by another process, and what became of it."""
    attacking = asyncio.get_running_loop().run_in_executor(attacker, run_attack, name, place, seconds)
    waits: list[float] = []
    end = time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        try:
            async with place.connection() as (reader, writer):
                while time.perf_counter() < end:
                    writer.write(REQUEST)
                    await asyncio.wait_for(reader.readuntil(b"ok"), PATIENCE)
                    waits.append(time.perf_counter() - began)
                    await asyncio.sleep(0.02)
                    began = time.perf_counter()
        except GONE:  # not even connected, or cut off: it counts as long as it lasted
            waits.append(time.perf_counter() - began)
    waits.sort()
    return f"{waits[int(len(waits) * 0.99)] * 1000:,.0f}; {await attacking}"


def run_attack(name: str, place: Place, seconds: float) -> str:
    """One of `ATTACKS`, in a process of its own."""
    return asyncio.run(ATTACKS[name](place, seconds))


async def head(place: Place, seconds: float) -> str:
    """A head of 100 MB."""
    sent, end = 0, time.perf_counter() + seconds
    async with place.connection() as (_, writer):
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        try:
            while sent < 100_000_000 and time.perf_counter() < end:
                writer.write(b"x" * 100_000)
                await asyncio.wait_for(writer.drain(), seconds)
                sent += 100_000
        except GONE:
            return f"cut off after {sent / 1e6:.0f} MB"
    return f"{sent / 1e6:.0f} MB taken"


async def pipeline(place: Place, seconds: float) -> str:
    """Pipelined requests on two connections, whose answers nobody waits for."""

    async def flood() -> str:
        sent, end = 0, time.perf_counter() + seconds
        async with place.connection() as (reader, writer):
            try:
                while time.perf_counter() < end:
                    writer.write(REQUEST * 500)
                    sent += 500
                    await asyncio.wait_for(writer.drain(), seconds)
                    if not await asyncio.wait_for(reader.read(1 << 20), seconds):
                        return f"cut off after {sent:,}"
            except GONE:
                return f"cut off after {sent:,}"
        return f"{sent:,} sent"

    return ", ".join(await asyncio.gather(flood(), flood()))


async def half_open(place: Place, seconds: float) -> str:
    """Requests that are never completed."""
    closed = 0

    async def hold() -> None:
        nonlocal closed
        with suppress(*GONE):
            async with place.connection() as (reader, writer):
                writer.write(REQUEST[:20])
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(), seconds)
                    closed += 1

    await asyncio.gather(*(hold() for _ in range(HALF_OPEN)))
    return f"{closed:,} of {HALF_OPEN:,} closed"


async def pings(place: Place, seconds: float) -> str:
    """5 MB of pings on one WebSocket."""
    sent, end = 0, time.perf_counter() + seconds
    async with place.connection() as (reader, writer):
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        hearing = asyncio.create_task(reader.read(-1))
        try:
            while sent < 5_000_000 and time.perf_counter() < end and not hearing.done():
                writer.write(PINGS)
                await asyncio.wait_for(writer.drain(), seconds)
                sent += len(PINGS)
        except GONE:
            return "cut off"
        await asyncio.wait((hearing,), timeout=max(0.1, end - time.perf_counter()))
        is_over = hearing.done()
        hearing.cancel()
        return "cut off" if is_over else "open"


ATTACKS: dict[str, Callable[[Place, float], Coroutine[None, None, str]]] = {
    "a head of 100 MB": head,
    "pipelined requests": pipeline,
    "half-open requests": half_open,
    "5 MB of pings": pings,
}
