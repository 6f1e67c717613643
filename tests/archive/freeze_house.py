"""A real server process and the people who use it, as they are needed to fill a data folder."""

from __future__ import annotations

import asyncio
import random
import shlex
import sys
from typing import TYPE_CHECKING, Any

from tests.server.processes import Guest, Server, receive, send

if TYPE_CHECKING:
    from pathlib import Path

    from websockets.asyncio.client import ClientConnection

PASSWORD = "a password to throw away"  # noqa: S105 (of an archive that everybody can read)
PROGRAM, BROKEN = "Erstling", "Kaputt"
"""The names of two programs that this server brings as bots: one that plays, one that only crashes."""
WAIT_SECONDS = 120.0
TOO_OFTEN = 429
LOOK_SECONDS = 0.05
FRAMES_PER_SECOND = 30.0
"""A little less than the server allows to one connection."""

OWN = {"type": "own"}
OPEN = {"type": "open"}
Sight = dict[str, Any]


def own(name: str) -> dict[str, str]:
    """A seat of whoever opens the table, with a name of its own: a hot-seat."""
    return {"type": "own", "name": name}


def bot(level: str) -> dict[str, str]:
    """A seat with a bot."""
    return {"type": "bot", "level": level}


def server_on(data: Path) -> Server:
    """A server with this data folder that brings two programs as bots."""
    python = shlex.quote(sys.executable)
    plays = f"{PROGRAM}=cmd:{python} -m stellwerk engine --bot simple"
    crashes = f'{BROKEN}=cmd:{python} -c "import sys; sys.stdin.readline()"'
    return Server(data, "--bot", plays, "--bot", crashes, "--log-level", "error")


class House:
    """A server that runs, the people in it, and the tables that they have made so far."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.scenes: dict[str, str] = {}
        """What is shown at a table, by the id of the table."""
        self.people: dict[str, Guest] = {}
        self.rng = random.Random("people")

    # People

    async def guest(self, name: str) -> Guest:
        """The guest of this name, who comes in when first asked for."""
        if name not in self.people:
            self.people[name] = await Guest(name, len(self.people) + 1).enter(self.server)
        return self.people[name]

    async def ask(self, who: Guest, method: str, path: str, body: object = None) -> Any:
        """A request that the server must not refuse, except that it was too soon; its answer."""
        status, answer = await who.ask(self.server, method, path, body)
        while status == TOO_OFTEN:
            await asyncio.sleep(answer["params"]["seconds"])
            status, answer = await who.ask(self.server, method, path, body)
        if status != 200:
            raise RuntimeError(f"{method} {path} {body}: {status} {answer}")
        return answer

    async def account(self, login: str) -> Guest:
        """Somebody with an account, whose login is the name in small letters."""
        who = await self.guest(login.title())
        await self.ask(who, "POST", "/api/me/account", {"login": login, "password": PASSWORD})
        return who

    # Tables

    async def open(
        self, scene: str, owner: Guest, game: str, seats: list[dict[str, str]], **config: object
    ) -> str:
        """Open a table; its id."""
        table: str = (await owner.open_table(self.server, game, seats, **config))["id"]
        self.scenes[table] = scene
        return table

    async def between(
        self, scene: str, game: str, names: tuple[str, ...], **config: object
    ) -> tuple[str, list[Guest]]:
        """Open a table at which these guests sit down, one after the other; its id and the guests."""
        guests = [await self.guest(name) for name in names]
        seats = [OWN, *[OPEN] * (len(names) - 1)]
        table = await self.open(scene, guests[0], game, seats, **config)
        for guest in guests[1:]:
            await self.do(guest, table, "join")
        return table, guests

    async def see(self, who: Guest, table: str) -> Sight:
        """The table as somebody sees it."""
        sight: Sight = await self.ask(who, "GET", f"/api/tables/{table}")
        return sight

    async def do(self, who: Guest, table: str, what: str, **command: object) -> Sight:
        """Carry a command out over REST; the table after it."""
        path = f"/api/tables/{table}/commands"
        sight: Sight = await self.ask(who, "POST", path, {"do": what, **command})
        return sight

    async def act(self, who: Guest, table: str) -> Sight:
        """Any legal action of this person, as soon as there is one."""
        sight = await self.until_quiet(who, table)
        text = self.rng.choice(sight["legal"])
        return await self.do(who, table, "act", text=text, expected=sight["seq"])

    async def go_on(self, guests: list[Guest], table: str, actions: int) -> Sight:
        """Play a number of actions at a table, each by the guest whose turn it is."""
        for _ in range(actions):
            await self.act(await self.turn_of(guests, table), table)
        return await self.until_quiet(guests[0], table)

    async def turn_of(self, guests: list[Guest], table: str) -> Guest:
        """The guest whose turn it is."""
        await self.until_quiet(guests[0], table)
        for guest in guests:
            if (await self.see(guest, table))["legal"]:
                return guest
        raise RuntimeError(f"nobody can act at {self.scenes[table]}")

    async def until_quiet(self, who: Guest, table: str) -> Sight:
        """Wait until no bot of the house has to act."""
        async with asyncio.timeout(WAIT_SECONDS):
            while True:
                sight = await self.see(who, table)
                actor = sight["actor"]
                if actor is None or sight["seats"][actor]["level"] is None:
                    return sight
                await asyncio.sleep(LOOK_SECONDS)

    async def play_out(self, who: Guest, table: str) -> None:
        """Play at random over the WebSocket until the game has ended."""
        async with who.connect(self.server) as socket:
            await send(socket, "subscribe", table=table, since=0)
            while (sight := await self._next_sight(socket))["status"] != "ended":
                if sight["legal"]:
                    act = {"do": "act", "text": self.rng.choice(sight["legal"]), "expected": sight["seq"]}
                    await asyncio.sleep(1 / FRAMES_PER_SECOND)
                    await send(socket, "do", id=sight["seq"], table=table, command=act)

    async def _next_sight(self, socket: ClientConnection) -> Sight:
        async with asyncio.timeout(WAIT_SECONDS):
            sight: Sight = (await receive(socket, "table"))["table"]
        return sight
