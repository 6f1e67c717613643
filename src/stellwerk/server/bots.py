"""Bots at tables: they get their seat's view, nothing else, and think in other processes.

Any `concurrent.futures.Executor` will do: a process pool by default, a Dask cluster with `--cluster`. The
operator's programs are asked by `programs`. A worker that dies is replaced and the bot asked again; after a
restart the store says where bots are due. A bot that keeps failing plays random legal actions, so no table
waits for it for ever.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from concurrent.futures import BrokenExecutor
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from stellwerk.core import registry
from stellwerk.core.bot import plan_of, within
from stellwerk.core.languages import FALLBACK
from stellwerk.core.texts import load_texts
from stellwerk.engine.program import ProgramError
from stellwerk.store.errors import StoreError
from stellwerk.tables.errors import TableError
from stellwerk.tables.play import act_bot

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from stellwerk.server.hub import Hub
    from stellwerk.server.programs import Programs
    from stellwerk.tables.table import Table

TRIES: Final = 3
SECONDS: Final = 1.5
"""Seconds per decision for bots that accept a time limit."""
log = logging.getLogger("stellwerk.bots")


def think(game: str, level: str, view: bytes, legal: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """A bot's next actions, from its view alone: one, or a plan for its turn. Runs in a worker."""
    law = registry.load(game)
    actions = tuple(map(law.parse, legal))
    bot = within(law.bots[level](), SECONDS)
    seen = msgspec.json.decode(view, type=law.view_type)
    plan = plan_of(bot, seen, actions, Random(seed))  # noqa: S311 (a bot's choices need no secure randomness)
    return tuple(map(law.to_text, plan))


class Plan(NamedTuple):
    """A bot's next actions, valid only while its table is at event `seq`."""

    seq: int = -1
    texts: tuple[str, ...] = ()


class Bots:
    """Asks bots for their actions and plays them."""

    def __init__(self, hub: Hub, make_executor: Callable[[], Executor], programs: Programs) -> None:
        self.when_failed: Callable[[str], None] = lambda _level: None
        self._hub = hub
        self._programs = programs
        self._failing: set[tuple[str, int]] = set()
        """Tables and seats where a bot failed the last time it was asked."""
        self._make_executor = make_executor
        self._executor: Executor | None = None
        self._making = asyncio.Lock()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopped = False
        hub.when_bot_is_due = self.ask

    def ask(self, table: Table) -> None:
        """Start a task for the bot whose turn it is, unless the table has one."""
        running = self._tasks.get(table.id)
        if not self._stopped and (running is None or running.done()):
            self._tasks[table.id] = asyncio.get_running_loop().create_task(self._play(table.id))

    async def resume(self) -> None:
        """Ask every bot that is due, for example after a restart."""
        for table_id in await self._hub.store.tables_to_resume():
            try:
                self.ask((await self._hub.live(table_id)).table)
            except Exception:  # one table that cannot be loaded must not keep the others waiting
                log.exception("table %s cannot be resumed", table_id)

    async def _play(self, table_id: str) -> None:
        """Play as long as a bot is due; one that keeps failing plays random legal actions."""
        tries = failures = 0
        plan = Plan()
        while tries <= TRIES:
            table = (await self._hub.live(table_id)).table
            if (seat := bot_due(table)) is None:
                break
            patience = (
                1 if (table_id, seat) in self._failing else TRIES
            )  # it failed before: do not wait for it again
            tries += 1
            try:
                plan = await self._move(table, seat, plan, does_think=failures < patience)
                tries = failures = 0
            except StoreError as error:  # asked again later, when the store may work
                log.warning("bot at table %s: %s", table_id, error.code)
                break
            except TableError as error:  # the table has changed: look again
                log.info("bot at table %s: %s", table_id, error.code)
            except Exception as error:  # noqa: BLE001 (whatever it is, the table goes on)
                self._report(table, seat, error)
                failures += 1
        if table.status == "ended":
            self._failing = {place for place in self._failing if place[0] != table_id}
        self._tasks.pop(table_id, None)

    def _report(self, table: Table, seat: int, error: Exception) -> None:
        """Log the failure of a bot: an operator's program, or a bug in ours."""
        level = str(table.seats[seat].level)
        self.when_failed(level)
        if isinstance(error, ProgramError):
            sentence = load_texts(None, FALLBACK, "stellwerk.engine").sentence(error)
            log.warning("bot %s at table %s: %s", level, table.id, sentence)
        else:
            log.error("bot at table %s failed; asking again", table.id, exc_info=error)

    async def _move(self, table: Table, seat: int, plan: Plan, *, does_think: bool) -> Plan:
        """Play one action and return the rest of the bot's plan."""
        game, place = table.game, (table.id, seat)
        legal = tuple(map(game.to_text, game.legal(table.state)))
        has_failed = False
        if plan.seq == table.seq and plan.texts and plan.texts[0] in legal:
            texts = plan.texts
        elif does_think and len(legal) > 1:
            texts = await self._think(table, seat, legal)
            self._failing.discard(place)
        else:
            texts = (Random(whim(table, seat)).choice(legal),)  # noqa: S311 (a bot's choices need no secure randomness)
            has_failed = not does_think and place not in self._failing
        await self._hub.update(
            table.id,
            lambda now_at, now: act_bot(now_at, seat, texts[0], table.seq, now, has_failed=has_failed),
        )
        if has_failed:
            self._failing.add(place)
        return Plan(table.seq + 1, texts[1:])

    async def _think(self, table: Table, seat: int, legal: tuple[str, ...]) -> tuple[str, ...]:
        """The bot's plan, from its view alone."""
        game, level = table.config.game, table.seats[seat].level
        assert level is not None
        view, seed = table.game.view(table.state, seat), whim(table, seat)
        if level in table.game.bots:
            return await self._ask_worker(game, level, msgspec.json.encode(view), legal, seed)
        return await self._programs.ask(game, level, view, legal, seed)

    async def _ask_worker(self, *job: Any) -> tuple[str, ...]:
        """The answer of a worker; a broken pool is replaced for the next try."""
        async with self._making:
            if (executor := self._executor) is None:
                executor = self._executor = await asyncio.to_thread(self._make_executor)
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, think, *job)
        except (BrokenExecutor, OSError):
            executor.shutdown(wait=False)
            if executor is self._executor:  # unless another table has replaced it already
                self._executor = None
            raise
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise BrokenExecutor("the work was given up") from error  # by a cluster that lost it

    def stop(self) -> None:
        """Stop all thinking; bots that are due are asked again at the next start."""
        self._stopped = True
        for task in self._tasks.values():
            task.cancel()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


def whim(table: Table, seat: int) -> int:
    """The random seed of a bot's decision. It follows from the table's seed, so games repeat, and reveals
    nothing about it."""
    place = f"{table.seed} bot {seat} {table.seq}"
    return int.from_bytes(hashlib.sha256(place.encode()).digest()[:4])


def bot_due(table: Table) -> int | None:
    """The seat of the bot that is due; None if none is."""
    actor = table.actor
    return actor if actor is not None and actor >= 0 and table.seats[actor].level is not None else None
