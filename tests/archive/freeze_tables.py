"""Makes the data folder of an archive: with a real server, then with what no server does in a short time."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from contextlib import closing
from itertools import count
from typing import TYPE_CHECKING, Any, get_args

import stellwerk
from stellwerk.store import index_of, open_store
from stellwerk.tables import absence, commands, play
from stellwerk.tables.clocks import Outage
from stellwerk.tables.config import (
    BotSeat,
    Clock,
    DaysClock,
    LiveClock,
    NoClock,
    OpenSeat,
    OwnSeat,
    SeatPlan,
    TableConfig,
)
from stellwerk.tables.events import What
from tests.archive.freeze_house import House, server_on
from tests.archive.freeze_records import plain_json
from tests.archive.freeze_scenes import show_all
from tests.archive.tell import history, tell

if TYPE_CHECKING:
    from pathlib import Path

    from stellwerk.store import Store
    from stellwerk.tables.draft import Draft
    from stellwerk.tables.table import Table

DAY = 86_400.0
FAR_FUTURE = 4_102_444_800.0
"""The year 2100: a clock that began to run then does not run out in any test."""
DATABASE = "stellwerk.sqlite"
DAYS_OVER = "days clock ran out"


def write_tables(folder: Path) -> None:
    """Write ``data``, what is said of its tables in ``tables.json``, and ``keys.json`` to speak for some."""
    data = folder / "data"
    scenes, keys = asyncio.run(_use_server(data))
    asyncio.run(_finish(folder, data, scenes, keys))
    tidy(data / DATABASE)


async def _use_server(data: Path) -> tuple[dict[str, str], dict[str, Any]]:
    """Let people use a server; what each table shows, and how to speak for some of them."""
    with server_on(data) as server:
        house = House(server)
        keys = await show_all(house)
        if server.stop() != 0:
            raise RuntimeError("the server did not end well")
    return house.scenes, keys


async def _finish(folder: Path, data: Path, scenes: dict[str, str], keys: dict[str, Any]) -> None:
    """Add the tables that no server makes in a short time, and write down what is said of all of them."""
    store = await open_store(data)
    try:
        direct = Direct(store, "guest-of-the-archive")
        await store.add_player(direct.guest, "Toni")
        await direct.show_all()
        scenes |= direct.scenes
        table = next(table for table, scene in direct.scenes.items() if scene == DAYS_OVER)
        await store.set_webhook(table, direct.guest, "https://webhook.invalid/turn")
        await check_kinds(store, scenes)
        said = {table: {"scene": scenes[table], **await tell(store, table)} for table in sorted(scenes)}
    finally:
        await store.close()
    (folder / "tables.json").write_bytes(plain_json(said))
    (folder / "keys.json").write_bytes(plain_json(keys))


def _seed() -> str:
    return f"{stellwerk.__version__} another game"


async def check_kinds(store: Store, scenes: dict[str, str]) -> None:
    """Make sure that everything that can happen at a table has happened somewhere; raises `RuntimeError`."""
    known = {what.__struct_config__.tag for what in get_args(What)}
    happened = [step.event.what for table in scenes for step in await history(store, table)]
    seen = {what.__struct_config__.tag for what in happened}
    if known - seen:
        raise RuntimeError(f"the archive lacks events: {sorted(map(str, known - seen))}")


def tidy(database: Path) -> None:
    """Make the database one file without anything that was deleted from it."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    left = [path.name for path in database.parent.glob(f"{database.name}-*")]
    if left:
        raise RuntimeError(f"the database is more than one file: {left}")


class Direct:
    """Tables that are made without a server, with a clock that goes as it is told."""

    def __init__(self, store: Store, guest: str) -> None:
        self.scenes: dict[str, str] = {}
        self.guest = guest
        self._store = store
        self._numbers = count(1)
        self._rng = random.Random("direct")
        self._now = time.time()
        self._table: Table

    async def show_all(self) -> None:
        """All of these tables."""
        for key in stellwerk.games():
            await self._show_time_out(f"live clock ran out, {key}", key, LiveClock(300, 10), 2)
        await self._show_time_out("live clock ran out, a substitute", "interurban", LiveClock(300), 3)
        await self._show_time_out(DAYS_OVER, "transamerica", DaysClock(3), 2)
        await self._show_time_out("days clock ran out, a substitute", "transamerica", DaysClock(3), 4)
        await self._show_absence("a bot for who was absent", goes_on=True)
        await self._show_absence("somebody came back")
        await self._show_abandoned()
        await self._show_credit()
        self._now = FAR_FUTURE
        for key in stellwerk.games():
            await self._show_playing(f"days clock runs, {key}", key, DaysClock(7))
            await self._open(f"a bot is due, {key}", key, [BotSeat("random"), OwnSeat()], NoClock())

    async def _show_playing(self, scene: str, key: str, clock: Clock, seats: int = 2) -> None:
        await self._open(scene, key, [OwnSeat(), *[OpenSeat()] * (seats - 1)], clock)
        for number in range(1, seats):
            friend, name = f"friend-{number}-of-the-archive", f"Uwe {number}"
            await self._store.add_player(friend, name)
            await self._keep(commands.join(self._table, friend, name, None, self._now))
        for _ in range(5):
            self._now += 20
            await self._act()

    async def _show_time_out(self, scene: str, key: str, clock: Clock, seats: int) -> None:
        begin = self._now
        await self._show_playing(scene, key, clock, seats)
        self._now += 4 * DAY
        draft = play.expire(self._table, self._now)
        assert draft is not None
        await self._keep(draft)
        self._now = begin

    async def _show_absence(self, scene: str, *, goes_on: bool = False) -> None:
        """One of three is absent, is reminded, and a bot takes the seat until they come back."""
        begin = self._now
        await self._show_playing(scene, "interurban", NoClock(), 3)
        absent, voters = await self._miss("takeover")
        await self._keep(
            play.answer(self._table, voters[1], agree=True, seat=None, now=self._now, fresh=_seed)
        )
        if not goes_on:
            await self._keep(absence.take_back(self._table, absent, "Back again", None, self._now))
        self._now = begin

    async def _show_abandoned(self) -> None:
        """The other one of two ends the game."""
        begin = self._now
        await self._show_playing("ended without a result, one was absent", "trambahn", NoClock())
        await self._miss("abandon")
        self._now = begin

    async def _miss(self, wish: str) -> tuple[str, list[str]]:
        """Somebody is reminded in vain, and the first of the others proposes to go on; all of them."""
        table, actor = self._table, self._table.actor
        assert actor is not None
        people = [str(seat.player) for seat in table.seats]
        absent, others = people[actor], people[:actor] + people[actor + 1 :]
        self._now += absence.PATIENCE
        await self._keep(absence.nudge(self._table, others[0], None, self._now))
        self._now += absence.AFTER_NUDGE + 1
        await self._keep(play.propose(self._table, others[0], wish, 0, None, self._now, _seed))
        return absent, others

    async def _show_credit(self) -> None:
        """A clock that did not run while the server was down."""
        await self._show_playing("a clock was put back", "transamerica", LiveClock(300, 10))
        down = Outage(self._now + 5, self._now + 65)
        self._now += 70
        draft = play.credit(self._table, [down], self._now)
        assert draft is not None
        await self._keep(draft)
        await self._act()

    async def _open(self, scene: str, key: str, seats: list[SeatPlan], clock: Clock) -> None:
        number = next(self._numbers)
        table, code = f"direct-{number}", f"DIR{number:03}"
        seed = f"{stellwerk.__version__} direct {number}"
        config = TableConfig(key, tuple(seats), clock=clock, start=0)
        self.scenes[table] = scene
        await self._keep(commands.open_table(table, config, self.guest, "Toni", code, seed, self._now))

    async def _act(self) -> None:
        table = self._table
        assert table.actor is not None
        player = table.seats[table.actor].player
        assert player is not None
        text = table.game.to_text(self._rng.choice(table.game.legal(table.state)))
        await self._keep(play.act(table, player, text, table.seq, None, self._now))

    async def _keep(self, draft: Draft) -> None:
        self._table = draft.table
        await self._store.append(draft.table.id, draft.base, draft.events, index_of(draft.table))
