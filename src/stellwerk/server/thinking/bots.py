"""Bots at tables: they get their seat's view, nothing else, and think in other processes.

They think for the person who opened the table, in that person's share of the workers (`shares`, `thinkers`);
bots that cost nothing have a worker of their own. The operator's programs are asked by `programs`. A worker
that dies or hangs is replaced and the bot asked again; after a restart the store says where bots are due. A
table of bots alone rests while nobody looks at it. A bot that keeps failing plays random legal actions, so no
table waits for it for ever.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec

from stellwerk.core import registry
from stellwerk.core.bot import plan_of, within
from stellwerk.core.languages import FALLBACK
from stellwerk.core.texts import load_texts
from stellwerk.engine.program import ProgramError
from stellwerk.server.refusals import ServerError
from stellwerk.server.thinking.shares import Urgency
from stellwerk.server.thinking.thinkers import Thinkers
from stellwerk.store.errors import StoreError
from stellwerk.tables.errors import TableError
from stellwerk.tables.play import act_bot

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from stellwerk.server.live.hub import Hub
    from stellwerk.server.thinking.programs import Programs
    from stellwerk.store.interface import Store
    from stellwerk.tables.table import Table

TRIES: Final = 3
QUICK: Final = 0.1
"""Seconds of CPU: a bot that needs no more for a decision costs nothing."""
SLOW: Final = 15.0
"""Seconds after which a worker counts as hanging; a bot that should cost nothing has a third of them."""
QUOTA: Final = 50
"""Unfinished tables with bots that one person may have."""
UNFINISHED: Final = ("open", "playing", "paused")
NOTED: Final = 0.2
"""How much a decision changes what is known of a bot's cost."""
SECONDS: Final = 1.5
"""Seconds per decision for bots that accept a time limit."""
T = TypeVar("T")
log = logging.getLogger("stellwerk.bots")
_asked: set[tuple[str, str]] = set()
"""The games and levels that this worker has been asked for."""


def think(
    game: str, level: str, view: bytes, legal: tuple[str, ...], seed: int
) -> tuple[tuple[str, ...], float | None]:
    """A bot's next actions, from its view alone: one, or a plan for its turn; and the CPU time they cost.

    Runs in a worker. Its first decision of a kind says nothing about the cost: the game is loaded for it.
    """
    is_first = (game, level) not in _asked
    _asked.add((game, level))
    began = time.thread_time()
    law = registry.load(game)
    actions = tuple(map(law.parse, legal))
    bot = within(law.bots[level](), SECONDS)
    seen = msgspec.json.decode(view, type=law.view_type)
    plan = plan_of(bot, seen, actions, Random(seed))  # noqa: S311 (a bot's choices need no secure randomness)
    return tuple(map(law.to_text, plan)), None if is_first else time.thread_time() - began


class Plan(NamedTuple):
    """A bot's next actions, valid only while its table is at event `seq`."""

    seq: int = -1
    texts: tuple[str, ...] = ()


class Bots:
    """Asks bots for their actions and plays them."""

    def __init__(
        self, hub: Hub, make_executor: Callable[[], Executor], programs: Programs, workers: int = 1
    ) -> None:
        self.when_failed: Callable[[str], None] = lambda _level: None
        self._hub = hub
        self._programs = programs
        self._failing: set[tuple[str, int]] = set()
        """Tables and seats where a bot failed the last time it was asked."""
        self._deep = Thinkers(make_executor, workers, SLOW)
        self._quick = Thinkers(make_executor, 1, SLOW / 3)
        """A worker for bots that cost nothing: they never wait behind a master."""
        self._costs: dict[tuple[str, str, int], float] = {}
        """Seconds of CPU per decision, by game, level and number of seats."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._resting: set[str] = set()
        """Tables of bots alone that nobody looks at."""
        self._resuming: asyncio.Task[None] | None = None
        self._stopped = False
        hub.when_bot_is_due = self.ask

    def ask(self, table_id: str) -> None:
        """Start a task for the bot whose turn it is, unless the table has one."""
        self._resting.discard(table_id)
        running = self._tasks.get(table_id)
        if not self._stopped and (running is None or running.done()):
            self._tasks[table_id] = asyncio.get_running_loop().create_task(self._play(table_id))

    def resume(self, idle: float = 0.0) -> None:
        """Ask every bot that has been due for some seconds: after a restart, or if another process has died.

        It goes on in the background, one table after the other, as each is loaded; those that rest are left
        alone.
        """
        if self._resuming is None or self._resuming.done():
            self._resuming = asyncio.get_running_loop().create_task(self._resume(idle))

    async def _resume(self, idle: float) -> None:
        try:
            due = await self._hub.store.tables_to_resume(self._hub.clock() - idle)
        except StoreError as error:  # tried again soon
            log.warning("bots that are due: %s", error.code)
            return
        for table_id in due:
            if table_id in self._tasks or table_id in self._resting:
                continue
            try:
                await self._hub.live(table_id)
                self.ask(table_id)
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
            if not self._is_wanted(table):
                self._resting.add(table_id)
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

    def _is_wanted(self, table: Table) -> bool:
        """True if somebody waits for a bot's move: a person at the table, now or later, or whoever looks."""
        return bool(table.people()) or self._hub.is_looked_at(table.id)

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
        """The bot's plan, from its view alone; raises `TableError` if the table has changed meanwhile."""
        game, level = table.config.game, table.seats[seat].level
        assert level is not None

        def urgency() -> Urgency:
            return Urgency.LOOKED_AT if self._hub.is_looked_at(table.id) else Urgency.LATER

        def view() -> Any:
            now = self._hub.peek(table.id)
            if now is None or now.position_seq != table.position_seq:
                raise TableError("stale", {"expected": table.seq, "seq": -1 if now is None else now.seq})
            return table.game.view(table.state, seat)

        seed = whim(table, seat)
        if level not in table.game.bots:
            return await self._programs.ask(game, level, view, legal, seed, table.owner, urgency)
        costs = (game, level, len(table.seats))
        thinkers = self._quick if self._is_quick(*costs) else self._deep
        try:
            texts, seconds = await thinkers.do(
                table.owner, urgency, lambda: (game, level, msgspec.json.encode(view()), legal, seed), think
            )
        except TimeoutError:
            self._costs[costs] = SLOW
            raise
        if seconds is not None:
            before = self._costs.get(costs, seconds)
            self._costs[costs] = before + (seconds - before) * NOTED
        return texts

    async def lend(self, person: str, work: Callable[..., T], *arguments: object) -> T:
        """What a bot's worker returns for somebody at a table who is looking at it now."""
        return await self._deep.do(person, lambda: Urgency.LOOKED_AT, lambda: arguments, work)

    def _is_quick(self, game: str, level: str, seats: int) -> bool:
        """True for a bot that costs nothing: it has shown so, or it is none that would keep a time limit."""
        known = self._costs.get((game, level, seats))
        if known is not None:
            return known <= QUICK
        return not hasattr(registry.load(game).bots[level](), "within")

    @property
    def waiting(self) -> int:
        """How many bots wait for a worker."""
        return self._quick.waiting + self._deep.waiting

    def stop(self) -> None:
        """Stop all thinking; bots that are due are asked again at the next start."""
        self._stopped = True
        for task in (*self._tasks.values(), *([self._resuming] if self._resuming else [])):
            task.cancel()
        for thinkers in (self._quick, self._deep):
            thinkers.stop()


async def check_quota(store: Store, player: str) -> None:
    """Refuse a player whose bots already sit at many unfinished tables."""
    tables = await store.tables_of(player, 2 * QUOTA)
    if sum(bool(table.bots) and table.status in UNFINISHED for table in tables) >= QUOTA:
        raise ServerError("too_many_bots", {"limit": QUOTA})


def whim(table: Table, seat: int) -> int:
    """The random seed of a bot's decision. It follows from the table's seed, so games repeat, and reveals
    nothing about it."""
    place = f"{table.seed} bot {seat} {table.seq}"
    return int.from_bytes(hashlib.sha256(place.encode()).digest()[:4])


def bot_due(table: Table) -> int | None:
    """The seat of the bot that is due; None if none is."""
    actor = table.actor
    return actor if actor is not None and actor >= 0 and table.seats[actor].level is not None else None
