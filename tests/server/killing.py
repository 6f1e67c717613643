"""Players who go on whatever happens, and a server that is killed again and again.

Each player remembers what the server has acknowledged and what it has told; nothing of that may ever be gone.
After the last kill all games must come to their end. At last the server is killed once more, and the whole
history of each table is compared with what its players remember.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx
from websockets.exceptions import WebSocketException

from tests.server.processes import Guest, receive, send

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection

    from tests.server.processes import Server

GONE = (OSError, EOFError, TimeoutError, WebSocketException, httpx.HTTPError)
"""What a client notices of a server that was killed."""
STUCK_SECONDS = 90
"""No table moves for so long: something is stuck."""
OUTDATED = ("stale", "not_your_turn", "table_is_ended")
"""Refusals of a player who acted before hearing the news: after a restart nobody knows what was stored."""


def is_earned(kind: str, code: str) -> bool:
    """True for a refusal that these players bring on themselves: they are hasty, and talk too much."""
    return code in OUTDATED or (kind == "chatted" and code == "too_often")


class Acknowledged(NamedTuple):
    """The server said of a command that it was carried out."""

    kind: str
    text: str
    after: int
    """The event that the player knew before."""
    until: int
    """The event that the answer named."""


@dataclass
class Table:
    """A table, and what is remembered of it."""

    id: str
    players: list[Player] = field(default_factory=list)
    ended: bool = False


@dataclass
class World:
    """Everything that goes on."""

    server: Server
    seed: str
    lost: list[str] = field(default_factory=list)
    acknowledged: int = 0
    tables: list[Table] = field(default_factory=list)
    enough: bool = False
    """No new games are begun."""
    moved: float = field(default_factory=time.monotonic)
    pause: float = 0.0
    """Seconds before each action, on average."""
    drops: float = 0.0
    """How likely it is that somebody loses the connection after a frame, and comes back."""
    returns: int = 0
    """How often somebody came back."""

    @property
    def games(self) -> int:
        """Number of games that were played to their end."""
        return sum(table.ended for table in self.tables)


class Player:
    """One seat of a table, over a WebSocket; `rest`: its actions go over REST."""

    def __init__(self, world: World, guest: Guest, table: Table, *, rest: bool) -> None:
        self.world = world
        self.guest = guest
        self.table = table
        self.rest = rest
        self.seq = 0
        self.kept: list[Acknowledged] = []
        self._waiting: dict[int, tuple[str, str, int]] = {}
        self._numbers = count(1)
        self._rng = random.Random(f"{world.seed}:{guest.name}:{table.id}")
        table.players.append(self)

    async def play(self) -> None:
        """Until the game has ended."""
        while not self.table.ended:
            try:
                async with self.guest.connect(self.world.server) as socket:
                    self._waiting.clear()
                    await send(socket, "subscribe", table=self.table.id, since=self.seq)
                    while not self.table.ended:
                        await self._hear(socket, await receive(socket))
                        if self._rng.random() < self.world.drops:
                            self.world.returns += 1
                            break
            except GONE:
                await asyncio.sleep(0.05)

    async def _hear(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        if frame["type"] == "done":
            self._keep(*self._waiting.pop(frame["id"]), frame["seq"])
        elif frame["type"] == "refused":
            kind, _, _ = self._waiting.pop(frame.get("id") or 0, ("", "", 0))
            if not is_earned(kind, frame["error"]["code"]):
                self.world.lost.append(f"{self.guest.name} was refused: {frame['error']}")
        else:
            self._check(frame["table"], frame["news"])
            await self._go_on(socket, frame["table"])

    def _check(self, table: dict[str, Any], news: list[dict[str, Any]]) -> None:
        """The news follow what was told before, without a gap, and nothing twice."""
        told = [item["seq"] for item in news]
        if table["seq"] < self.seq or told != list(range(self.seq + 1, table["seq"] + 1)):
            self.world.lost.append(
                f"table {self.table.id}: {self.guest.name} knew event {self.seq} and was told {told} up to "
                f"{table['seq']}"
            )
        self.seq = table["seq"]
        self.world.moved = time.monotonic()
        self.table.ended = table["status"] == "ended"

    async def _go_on(self, socket: ClientConnection, table: dict[str, Any]) -> None:
        if not table["legal"] or self.table.ended:
            return
        if self.world.pause:
            await asyncio.sleep(self._rng.expovariate(1 / self.world.pause))
        if self._rng.random() < 0.1:
            text = f"{self.guest.name} {next(self._numbers)} {self._rng.random()}"
            await self._do(socket, "chatted", text, {"do": "say", "text": text})
        text = self._rng.choice(table["legal"])
        await self._do(socket, "acted", text, {"do": "act", "text": text, "expected": table["seq"]})

    async def _do(self, socket: ClientConnection, kind: str, text: str, command: dict[str, object]) -> None:
        if self.rest:
            seq = self.seq
            status, answer = await self.guest.do(self.world.server, self.table.id, **command)
            if status == 200:
                self._keep(kind, text, seq, answer["seq"])
            elif not is_earned(kind, answer["code"]):
                self.world.lost.append(f"{self.guest.name} was refused: {answer}")
            return
        number = next(self._numbers)
        self._waiting[number] = (kind, text, self.seq)
        await send(socket, "do", id=number, table=self.table.id, command=command)

    def _keep(self, kind: str, text: str, after: int, until: int) -> None:
        self.kept.append(Acknowledged(kind, text, after, until))
        self.world.acknowledged += 1


async def play_on(world: World, guests: tuple[Guest, ...], *, rest: bool, game: str = "trambahn") -> None:
    """Guests play one game after the other; a single guest plays against a bot."""
    seats = [{"type": "own"}, {"type": "open"} if len(guests) > 1 else {"type": "bot", "level": "simple"}]
    while not world.enough:
        try:
            opened = await guests[0].open_table(world.server, game, seats)
            table = Table(opened["id"])
            players = [Player(world, guest, table, rest=rest) for guest in guests]
            while len(guests) > 1 and not await _joined(world, guests[1], table.id):
                await asyncio.sleep(0.05)
        except GONE:
            await asyncio.sleep(0.05)
            continue
        world.tables.append(table)
        await asyncio.gather(*(player.play() for player in players))


async def _joined(world: World, guest: Guest, table: str) -> bool:
    """Whether the guest sits there: the answer to an earlier try may have been lost."""
    try:
        status, answer = await guest.do(world.server, table, do="join")
    except GONE:
        return False
    if status != 200 and answer["code"] not in ("already_seated", "table_is_playing"):
        world.lost.append(f"{guest.name} cannot join table {table}: {answer}")
    return True


async def kill_again_and_again(world: World, kills: int, told: Callable[[int], None]) -> None:
    """Kill the server at moments that nothing foresees, and start it again."""
    rng = random.Random(world.seed)
    for number in range(1, kills + 1):
        enough = world.acknowledged + rng.randint(20, 80)
        while world.acknowledged < enough:
            await asyncio.sleep(0.01)
            check_moving(world)
        await asyncio.sleep(rng.random() * 0.05)
        workers = world.server.children()
        world.server.kill()
        await all_gone(workers)
        await asyncio.to_thread(world.server.start)
        told(number)


def check_moving(world: World) -> None:
    """Raise if nothing has moved for long."""
    if time.monotonic() - world.moved > STUCK_SECONDS:
        stuck = [
            f"{table.id} at {[p.seq for p in table.players]}" for table in world.tables if not table.ended
        ]
        raise TimeoutError(f"stuck: {', '.join(stuck)}; {world.lost}")


async def all_gone(processes: list[int]) -> None:
    """Wait until the workers of a killed server have ended too."""
    began = time.monotonic()
    while any(_lives(process) for process in processes):
        if time.monotonic() - began > STUCK_SECONDS:
            raise TimeoutError(f"processes {processes} outlive their server")
        await asyncio.sleep(0.02)


def _lives(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as file:  # noqa: PTH123 (one line of the kernel)
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def check_history(world: World) -> None:
    """Compare the whole history of every table with what its players remember."""
    for table in world.tables:
        for player in table.players:
            async with player.guest.connect(world.server) as socket:
                await send(socket, "subscribe", table=table.id, since=0)
                frame = await receive(socket, "table")
            history = {item["seq"]: item for item in frame["news"]}
            if frame["table"]["seq"] < player.seq:
                world.lost.append(f"table {table.id} is at {frame['table']['seq']}, {player.seq} was told")
            for kept in player.kept:
                places = range(kept.after + 1, kept.until + 1)
                if not any(_is(history.get(seq), kept) for seq in places):
                    world.lost.append(f"table {table.id}: {kept} is not in the history")


def _is(item: dict[str, Any] | None, kept: Acknowledged) -> bool:
    return item is not None and item["kind"] == kept.kind and item["text"] == kept.text


async def kill_under_load(
    server: Server,
    kills: int,
    *,
    pairs: int = 6,
    told: Callable[[int, World], None] = lambda _number, _world: None,
    seed: str = "",
) -> World:
    """Pairs of people and people against bots play while the server is killed; see `World.lost`."""
    world = World(server, seed or os.urandom(8).hex())
    numbers = count(1)
    groups = [tuple(Guest(f"p{next(numbers)}", next(numbers)) for _ in range(2)) for _ in range(pairs)]
    groups += [(Guest(f"b{next(numbers)}", next(numbers)),) for _ in range(max(1, pairs // 3))]
    for group in groups:
        for guest in group:
            await guest.enter(server)
    async with asyncio.TaskGroup() as tasks:
        playing = [
            tasks.create_task(play_on(world, group, rest=number % 2 == 1))
            for number, group in enumerate(groups)
        ]
        await kill_again_and_again(world, kills, lambda number: told(number, world))
        world.enough = True
        while (await asyncio.wait(playing, timeout=0.1))[1]:
            check_moving(world)
    server.kill()
    await asyncio.to_thread(server.start)
    await check_history(world)
    return world
