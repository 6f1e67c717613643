"""The live tables of this process: loads them, carries out commands, stores events, updates subscribers.

Updates are sent only after they are durable. Other processes may append to the same tables: the store says
so, and the hub loads what it lacks. A command that meets a conflict is tried again on the newer table.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Any, TypeVar

from stellwerk.server.live.audience import Asked, Audience, Listener, Wish
from stellwerk.server.live.slices import in_slices
from stellwerk.server.live.stories import story
from stellwerk.store.errors import Conflict, StoreError
from stellwerk.store.games import played_in
from stellwerk.store.history import pages
from stellwerk.store.index import index_of
from stellwerk.store.snapshots import EVERY, freeze, thawed
from stellwerk.tables.draft import Step
from stellwerk.tables.errors import TableError
from stellwerk.tables.evolve import evolve
from stellwerk.tables.matches import begin_due
from stellwerk.tables.news import news
from stellwerk.tables.play import credit, expire
from stellwerk.tables.sight import require_sight

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator

    from stellwerk.store.interface import Store
    from stellwerk.tables.clocks import Outage
    from stellwerk.tables.draft import Draft
    from stellwerk.tables.events import Event
    from stellwerk.tables.news import News
    from stellwerk.tables.table import Table

log = logging.getLogger("stellwerk.hub")
T = TypeVar("T")
RETRIES = 8
KEEP_IDLE = 600.0
"""Seconds that a table without listeners stays in memory."""
RECENT = 20
"""Number of steps kept per live table: a client that was cut off briefly gets what it missed from memory."""


class Live:
    """A table in memory."""

    def __init__(self, table: Table, steps: Iterable[Step], frozen: int = 0) -> None:
        self.table = table
        self.recent = deque(steps, RECENT)
        """The last steps, ending with the one that made `table`; none if it was thawed as it is."""
        self.frozen = frozen
        """The event of its last snapshot."""
        self.lock = asyncio.Lock()
        self.appending = 0
        """The last event that this process is appending: the store's notice of it is skipped."""
        self.listeners = Audience()
        self.used = time.monotonic()

    def remembers(self, since: int) -> bool:
        """True if everything after event `since` is among the recent steps."""
        return since >= (self.recent[0].event.seq - 1 if self.recent else self.table.seq)


class Hub:
    """All live tables of this process."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.clock = clock
        self.new_seed = new_seed
        """Makes a seed for the next game of a match that begins by itself."""
        self.outages: tuple[Outage, ...] = ()
        """Times in which nobody could move."""
        self.when_bot_is_due: Callable[[str], None] = lambda _: None
        """Called with the id of a table."""
        self.when_audience_changed: Callable[[str], None] = lambda _: None
        """Called with the id of a table."""
        self.before_expiry: Callable[[str], Awaitable[object]] = nothing
        """Called with the id of a table whose time is up; may give time back."""
        self.when_moved: list[Callable[[Table, Table], None]] = []
        """Each is called with a table before and after what this process appended."""
        self._live: dict[str, Live] = {}
        self._loading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._tasks: set[asyncio.Task[Any]] = set()
        store.subscribe(self._appended)

    async def live(self, table_id: str) -> Live:
        """A table by its id; raises `TableError` if there is none."""
        if (live := self._live.get(table_id)) is None:
            try:
                async with self._loading[table_id]:
                    live = self._live.get(table_id) or await self._load(table_id)
            finally:  # also for an id that does not exist
                self._loading.pop(table_id, None)
        live.used = time.monotonic()
        return live

    async def at(self, table_id: str, seq: int) -> Table:
        """A table at a stored event or later."""
        live = await self.live(table_id)
        if live.table.seq < seq:
            await self._catch_up(table_id)
        return live.table

    def tells(self, table_id: str, listener: Listener) -> bool:
        """True while a listener is subscribed to a table."""
        live = self._live.get(table_id)
        return live is not None and listener in live.listeners

    async def _load(self, table_id: str) -> Live:
        table = await thawed(self.store, table_id)
        frozen = 0 if table is None else table.seq
        recent: deque[Step] = deque(maxlen=RECENT)
        async for page in pages(self.store, table_id, frozen):
            async for step in in_slices(steps_of(table, page)):
                recent.append(step)
            table = recent[-1].after
        if table is None:
            raise TableError("no_such_table")
        live = self._live.setdefault(table_id, Live(table, recent, frozen))
        self._freeze(live)
        return live

    async def open(self, draft: Draft) -> Table:
        """Store a new table."""
        await self.store.append(draft.table.id, 0, draft.events, index_of(draft.table))
        self._live[draft.table.id] = Live(draft.table, draft.steps)
        self._wake(None, draft.table)
        return draft.table

    async def update(
        self, table_id: str, command: Callable[[Table, float], Draft | None], asked: Asked | None = None
    ) -> Table:
        """Carry out a command, again if another process was faster; raises what the command refuses.

        A caller that is cancelled does not stop it: what is stored is also sent.
        """
        return await asyncio.shield(self._keep(self.carry_out(table_id, command, asked)))

    async def carry_out(
        self, table_id: str, command: Callable[[Table, float], Draft | None], asked: Asked | None = None
    ) -> Table:
        """The same for a caller that is never cancelled in the middle, which saves a task."""
        live = await self.live(table_id)
        async with live.lock:
            for _ in range(RETRIES):
                now = self.clock()
                owed = credit(live.table, self.outages, now)
                draft = owed or command(live.table, now)
                if draft is None:
                    return live.table
                live.appending = draft.table.seq
                try:
                    index, played = index_of(draft.table), played_in(draft)
                    await self.store.append(table_id, draft.base, draft.events, index, played)
                except Conflict:
                    live.appending = 0
                    self._advance(live, await self._missed(live.table))
                    continue
                except BaseException:  # it may be stored all the same: look once this one is done
                    live.appending = 0
                    self._keep(self._catch_up(table_id))
                    raise
                before = live.table
                self._advance(live, draft.steps, None if owed is not None else asked)
                if owed is not None:  # now that the clock is right
                    continue
                self._wake(before, live.table)
                return live.table
        raise TableError("too_busy")

    async def listen(self, table_id: str, listener: Listener, since: int, wish: Wish | None = None) -> None:
        """Send a subscriber the updates of a table, beginning with what happened after event `since`."""
        live = await self.live(table_id)
        player, language = listener.player, listener.language
        require_sight(live.table, player)
        told: list[News] = []
        while since < live.table.seq and not live.remembers(since):
            table = live.table
            told += await story(self.store, table, since, player, language)
            since = table.seq
        async with live.lock:  # what somebody asked for before they lost the connection is shown to them
            require_sight(live.table, player)
            told += [news(*step, player, language) for step in live.recent if step.event.seq > since]
            live.listeners.add(listener, wish or Wish(), live.table, told)
        self.when_audience_changed(table_id)
        self._ask_bot(live.table)  # it may have waited for somebody to look

    def forget(self, table_id: str, listener: Listener) -> None:
        """End a subscription."""
        if (live := self._live.get(table_id)) is not None:
            live.listeners.discard(listener)
            self.when_audience_changed(table_id)

    def listeners_of(self, table_id: str) -> set[str]:
        """The people who follow a table through this process."""
        live = self._live.get(table_id)
        return set() if live is None else {one.player for one in live.listeners if one.player is not None}

    def people(self) -> dict[str, list[str]]:
        """The people who follow tables through this process, by table."""
        found = {table_id: sorted(self.listeners_of(table_id)) for table_id in self._live}
        return {table_id: people for table_id, people in found.items() if people}

    def tell_presence(self, table_id: str, frame: bytes) -> None:
        """Tell those who want to know it who is at a table."""
        if (live := self._live.get(table_id)) is not None:
            live.listeners.tell_presence(frame)

    def _advance(self, live: Live, steps: list[Step], asked: Asked | None = None) -> None:
        """Go on to what has been stored, and send it to every subscriber."""
        if steps:
            before, live.table = live.table, steps[-1].after
            live.recent.extend(steps)
            self._freeze(live)
            live.listeners.tell(live.table, steps, asked)
            if live.table.seats is not before.seats:  # who sat down may have looked on before
                self.when_audience_changed(live.table.id)

    def _freeze(self, live: Live) -> None:
        """Keep a snapshot of a table now and then, so that loading it costs little."""
        if live.table.seq - live.frozen >= EVERY:
            live.frozen = live.table.seq
            self._keep(self._keep_snapshot(live.table))

    async def _keep_snapshot(self, table: Table) -> None:
        try:
            await self.store.keep_snapshot(table.id, freeze(table))
        except StoreError as error:  # the table loads without it, too
            log.info("no snapshot of table %s: %s", table.id, error.code)

    async def _missed(self, table: Table) -> list[Step]:
        """What other processes have appended to a table since."""
        return list(steps_of(table, await self.store.load(table.id, table.seq)))

    def _wake(self, before: Table | None, table: Table) -> None:
        """After an append by this process, ask the bot that is due and notify people."""
        self._ask_bot(table)
        if before is not None:
            for call in self.when_moved:
                call(before, table)

    def _ask_bot(self, table: Table) -> None:
        actor = table.actor
        if actor is not None and actor >= 0 and table.seats[actor].level is not None:
            self.when_bot_is_due(table.id)

    def _appended(self, table_id: str, seq: int) -> None:
        """Called by the store after an append by any process."""
        live = self._live.get(table_id)
        if live is not None and seq > max(live.table.seq, live.appending):
            self._keep(self._catch_up(table_id))

    def _keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that runs to its end even if nobody waits for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _catch_up(self, table_id: str) -> None:
        if (live := self._live.get(table_id)) is not None:
            async with live.lock:
                self._advance(live, await self._missed(live.table))

    async def expire_due(self) -> None:
        """End the turns whose time has run out."""
        for table_id in await self.store.tables_due(self.clock()):
            try:
                await self.before_expiry(table_id)
                await self.update(table_id, self._expire)
            except Exception:  # one table that cannot be loaded must not stop the clocks of all others
                log.exception("a clock ran out, and nothing could be done")

    def _expire(self, table: Table, now: float) -> Draft | None:
        return begin_due(table, now, self.new_seed) or expire(table, now)

    def drop_idle(self) -> None:
        """Drop tables from memory that had no listeners for a while."""
        now = time.monotonic()
        for table_id, live in list(self._live.items()):
            if not live.listeners and not live.lock.locked() and now - live.used > KEEP_IDLE:
                del self._live[table_id]

    def is_looked_at(self, table_id: str) -> bool:
        """True while somebody follows a table, as far as this process knows."""
        live = self._live.get(table_id)
        return live is not None and bool(live.listeners)

    def peek(self, table_id: str) -> Table | None:
        """A table, if it is in memory."""
        live = self._live.get(table_id)
        return None if live is None else live.table

    @property
    def size(self) -> tuple[int, int]:
        """How many tables and listeners there are."""
        return len(self._live), sum(len(live.listeners) for live in self._live.values())


def steps_of(table: Table | None, events: Iterable[Event]) -> Iterator[Step]:
    """The events after a table (None: from the beginning), each with the tables before and after it."""
    for event in events:
        after = evolve(table, event)
        yield Step(table, event, after)
        table = after


async def nothing(_table_id: str) -> None:
    """Give no time back."""


def new_seed() -> str:
    """A secret seed: 32 random bytes in hex."""
    return secrets.token_hex(32)
