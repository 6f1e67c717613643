"""Long work for one request: in another process, bounded, and not for those who have left."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from stellwerk.server.refusals import ServerError
from stellwerk.server.thinking import chores
from stellwerk.server.thinking.chores import OF_ONE, WAITING, Chores
from stellwerk.workers import process_pool

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.anyio


class Asking:
    """As much of a request as is needed."""

    def __init__(self) -> None:
        self.is_gone = False

    async def is_disconnected(self) -> bool:
        return self.is_gone


@pytest.fixture
def busy() -> Iterator[tuple[Chores, Any]]:
    """Chores in a thread that waits until it is let go."""

    go = Event()
    made = Chores(lambda: ThreadPoolExecutor(1))
    yield made, go
    go.set()
    made.stop()


def ask(made: Chores, client: str, work: Any, *arguments: object, request: Any = None) -> asyncio.Task[Any]:
    asking: Any = request or Asking()
    return asyncio.create_task(made.do(client, asking, work, *arguments))


async def test_one_client_cannot_fill_the_queue(busy: tuple[Chores, Any]) -> None:
    made, go = busy
    own = [ask(made, "one", go.wait) for _ in range(OF_ONE)]
    await asyncio.sleep(0)
    with pytest.raises(ServerError, match="busy"):
        await ask(made, "one", go.wait)
    other = ask(made, "other", go.wait)
    await asyncio.sleep(0)
    assert made.size == OF_ONE + 1
    go.set()
    assert await asyncio.gather(*own, other) == [True] * (OF_ONE + 1)
    assert made.size == 0


async def test_the_queue_has_an_end(busy: tuple[Chores, Any]) -> None:
    made, go = busy
    waiting = [ask(made, f"client {number}", go.wait) for number in range(WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(ServerError, match="busy"):
        await ask(made, "one more", go.wait)
    go.set()
    await asyncio.gather(*waiting)


async def test_work_for_somebody_who_has_left_is_dropped(busy: tuple[Chores, Any]) -> None:
    made, go = busy
    done: list[str] = []
    first = ask(made, "one", go.wait)
    left = Asking()
    dropped = ask(made, "two", done.append, "for nobody", request=left)
    kept = ask(made, "three", done.append, "for three")
    await asyncio.sleep(0.01)
    left.is_gone = True
    go.set()
    await asyncio.gather(first, kept)
    with pytest.raises(ServerError):
        await dropped
    assert done == ["for three"]


async def test_a_cancelled_request_leaves_the_queue(busy: tuple[Chores, Any]) -> None:
    made, go = busy
    first, second = ask(made, "one", go.wait), ask(made, "two", go.wait)
    await asyncio.sleep(0.01)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    assert made.size == 1
    go.set()
    await first


async def test_a_worker_that_hangs_or_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chores, "SECONDS", 20)
    made = Chores(lambda: process_pool(1))
    try:
        before = await ask(made, "one", os.getpid)
        monkeypatch.setattr(chores, "SECONDS", 0.2)
        with pytest.raises(ServerError, match="busy"):
            await ask(made, "one", time.sleep, 1000)
        monkeypatch.setattr(chores, "SECONDS", 20)
        after = await ask(made, "one", os.getpid)
        assert after != before
        os.kill(after, signal.SIGKILL)
        with pytest.raises(ServerError, match="busy"):
            await ask(made, "one", time.sleep, 1000)
        assert await ask(made, "one", os.getpid) not in (before, after)
    finally:
        made.stop()
