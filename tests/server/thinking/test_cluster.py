"""Bots that think on a Dask cluster, by its address."""

from __future__ import annotations

import asyncio
import random
from threading import Event, Thread
from typing import TYPE_CHECKING

import httpx
import pytest

from stellwerk.review import Budget
from stellwerk.server import hosting
from stellwerk.workers import Cluster
from tests.server.harness import WAIT, Person, serving
from tests.server.past.test_review_kill import some_game
from tests.server.thinking.test_bots import Watched, against, bot_acts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor
    from pathlib import Path

pytestmark = pytest.mark.anyio


@pytest.fixture
def cluster() -> Iterator[str]:
    """A scheduler and one worker, in a thread of this process; the address."""
    from distributed import Scheduler, Worker

    address: list[str] = []
    ready, leave = Event(), Event()

    async def run() -> None:
        async with (
            Scheduler(
                host="127.0.0.1", port=0, dashboard=False, dashboard_address="127.0.0.1:0"
            ) as scheduler,
            Worker(scheduler.address, nthreads=1, dashboard=False),
        ):
            address.append(scheduler.address)
            ready.set()
            while not leave.is_set():
                await asyncio.sleep(0.05)

    thread = Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    try:
        assert ready.wait(3 * WAIT)  # dask takes its time, and a busy machine more
        yield address[0]
    finally:
        leave.set()
        thread.join(WAIT)


async def test_reviews_are_made_on_a_cluster(tmp_path: Path, cluster: str) -> None:
    quick = Budget(width=4, odd=0, simulations=8, worlds=4, limit=4, sketch=1, table=1)
    with serving(tmp_path, make_reviewer=lambda: Cluster(cluster), budget=quick) as server:
        async with Person(server, "Ada") as ada:
            asked = await ada.post("/api/reviews", some_game("tiny", "cluster"))
            await ada.connect()
            await ada.send({"type": "follow", "review": asked["id"]})
            await ada.until(lambda: bool(ada.progress) and ada.progress[-1].stage == "complete")


def test_bots_and_reviews_share_a_cluster_without_waiting_for_each_other() -> None:
    for threads in range(2, 40):
        assert sum(hosting.shared_threads(threads)) == threads
    assert hosting.shared_threads(1) == (1, 1)


async def test_bots_think_on_a_cluster(tmp_path: Path, cluster: str) -> None:
    executors: list[Watched] = []

    def make() -> Executor:
        executors.append(Watched(Cluster(cluster)))
        return executors[-1]

    with serving(tmp_path, make_executor=make) as server:
        async with Person(server, "Ada") as ada:
            table = await against(ada, "simple")
            await bot_acts(ada, table)
            await ada.play(table, random.Random(1), actions=4)
    (executor,) = executors
    assert len(executor.jobs) >= 1


async def test_a_server_without_its_cluster_plays_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody answers at the address: the bot does something legal, and people are not bothered."""

    def make() -> Executor:
        raise OSError("no cluster")

    with serving(tmp_path, make_executor=make) as server:
        async with Person(server, "Ada") as ada:
            table = await against(ada, "simple")
            await bot_acts(ada, table)
            assert httpx.get(f"{server.url}/health", trust_env=False).status_code == 200
    caplog.clear()
