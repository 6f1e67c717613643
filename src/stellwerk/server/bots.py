"""Bots at tables: they get their seat's view and nothing else, and think in other processes.

Any `concurrent.futures.Executor` will do: a process pool by default, a Dask cluster with `--cluster`. A worker
that dies is replaced and the bot is asked again; after a restart the store names where it is due.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, Final

import msgspec

from stellwerk.core import registry
from stellwerk.core.errors import StellwerkError
from stellwerk.tables.play import act_bot

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.server.hub import Hub
    from stellwerk.tables.table import Table

TRIES: Final = 3
log = logging.getLogger("stellwerk.bots")


def think(game: str, level: str, view: bytes, legal: tuple[str, ...], seed: int) -> str:
    """What a bot does, from its view alone (runs in a worker)."""
    law = registry.load(game)
    actions = tuple(map(law.parse, legal))
    bot = law.bots[level]()
    seen = msgspec.json.decode(view, type=law.view_type)
    return law.to_text(bot.choose(seen, actions, random.Random(seed)))  # noqa: S311 (whims are no secrets)


def process_pool(workers: int) -> Executor:
    """Processes that start clean, so that no lock of the server is copied into them."""
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=_end_with_server)


def _end_with_server() -> None:
    """A worker ends when its server has ended, also by kill -9; Ctrl-C is for the server alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = parent_process()
    assert server is not None

    def wait() -> None:
        server.join()
        os._exit(0)

    Thread(target=wait, daemon=True).start()


class Bots:
    """Asks bots and plays for them."""

    def __init__(self, hub: Hub, make_executor: Callable[[], Executor]) -> None:
        self._hub = hub
        self._make_executor = make_executor
        self._executor: Executor | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._random = random.SystemRandom()
        hub.when_bot_is_due = self.ask

    def ask(self, table: Table) -> None:
        """Let the bot whose turn it is think; one task per table."""
        running = self._tasks.get(table.id)
        if running is None or running.done():
            self._tasks[table.id] = asyncio.get_running_loop().create_task(self._play(table.id))

    async def resume(self) -> None:
        """Ask at every table where a bot is due, such as after a restart."""
        for table_id in await self._hub.store.tables_to_resume():
            self.ask((await self._hub.live(table_id)).table)

    async def _play(self, table_id: str) -> None:
        failures = 0
        while failures < TRIES:
            table = (await self._hub.live(table_id)).table
            seat = table.actor
            if seat is None or seat < 0 or table.seats[seat].level is None:
                break
            try:
                await self._move(table, seat)
            except StellwerkError as error:  # somebody was faster, or the table was paused: look again
                log.info("bot at table %s: %s", table_id, error.code)
                failures += 1
            except (BrokenExecutor, OSError) as error:
                log.warning("a bot's worker died (%s); asking again", type(error).__name__)
                self._executor = None
                failures += 1
            else:
                failures = 0
        self._tasks.pop(table_id, None)

    async def _move(self, table: Table, seat: int) -> None:
        game, level = table.game, table.seats[seat].level
        assert level is not None
        if self._executor is None:
            self._executor = self._make_executor()
        view = msgspec.json.encode(game.view(table.state, seat))
        legal = tuple(map(game.to_text, game.legal(table.state)))
        text = legal[0]
        if len(legal) > 1:
            loop = asyncio.get_running_loop()
            job = (table.config.game, level, view, legal, self._random.getrandbits(32))
            text = await loop.run_in_executor(self._executor, think, *job)
        await self._hub.do(table.id, lambda now_at, now: act_bot(now_at, seat, text, table.seq, now))

    def stop(self) -> None:
        """Think no more; what was not played is resumed at the next start."""
        for task in self._tasks.values():
            task.cancel()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
