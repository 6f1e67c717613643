"""A slow line to a server: a proxy that delays every byte, and can hold all of them back for a while.

It runs in a thread of its own, because the browser's driver needs the loop of the test.
"""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

PIECE = 65_536


class SlowLine:
    """A proxy to `address`; `round_trip` is how long a question and its answer are on their way, in seconds.

    A new connection needs a round trip of its own before the first byte, as it would between two machines.
    """

    def __init__(self, address: str, round_trip: float = 0.0) -> None:
        self.round_trip = round_trip
        self.address = ""
        host, _, port = address.removeprefix("http://").partition(":")
        self._server = (host, int(port))
        self._loop = asyncio.new_event_loop()
        self._flows = asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def stall(self) -> None:
        """Hold back everything, in both directions, until `flow`."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def flow(self) -> None:
        """Let go what was held back."""
        self._loop.call_soon_threadsafe(self._flows.set)

    def sleep(self, seconds: float) -> None:
        """Hear and see nothing for a while, as on a busy machine."""
        self._loop.call_soon_threadsafe(time.sleep, seconds)

    def __enter__(self) -> SlowLine:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _listen(self) -> None:
        self._flows.set()
        listening = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        self._listening = listening

    async def _end(self) -> None:
        """Every connection is cut; what it had under way then ends by itself.

        Nobody new is heard, but whoever was accepted in this very moment is waited for before the door is
        shut: asyncio would forget them, and their socket would stay open.
        """
        for door in self._listening.sockets:
            self._loop.remove_reader(door.fileno())
        self._flows.set()
        this = asyncio.current_task()
        while self._writers or asyncio.all_tasks() != {this}:
            for writer in self._writers:
                writer.transport.abort()
            await asyncio.sleep(0.01)  # they are closed in a later step of the loop
        self._listening.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            await asyncio.sleep(self.round_trip)
            far_reader, far_writer = await asyncio.open_connection(*self._server)
            self._writers.add(far_writer)
            try:
                await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
            finally:
                await self._close(far_writer)
        finally:
            await self._close(writer)

    async def _close(self, writer: asyncio.StreamWriter) -> None:
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()
        self._writers.discard(writer)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Pass bytes on, each piece half a round trip after it came."""
        queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sender = asyncio.create_task(self._send(queue, target))
        with suppress(ConnectionError):
            while piece := await source.read(PIECE):
                queue.put_nowait((self._loop.time() + self.round_trip / 2, piece))
        queue.put_nowait((self._loop.time() + self.round_trip / 2, b""))
        await sender

    async def _send(self, queue: asyncio.Queue[tuple[float, bytes]], target: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while True:
                due, piece = await queue.get()
                await asyncio.sleep(max(0.0, due - self._loop.time()))
                await self._flows.wait()
                if not piece:
                    break
                target.write(piece)
                await target.drain()
        target.close()
