"""Everything by which a table leaves the server, gathered for one observer and one action.

A `House` is the real application without a network. A table can be put into any position, with everything
hidden replaced; then somebody acts, and what each channel says is kept: frames, REST, pictures, streams,
feeds, webhooks, notices by push and mail, jobs for bots, hints, and what is said to those who ask for the
review of a running game. Replays of running games are compared elsewhere (`test_replays`), as they are made
of the actions so far.
"""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import httpx
import msgspec
from msgspec.structs import replace

import stellwerk
from stellwerk.core.errors import StellwerkError
from stellwerk.review import Budget
from stellwerk.server.app import make_app
from stellwerk.server.live.audience import Wish
from stellwerk.server.live.hub import Live
from stellwerk.server.live.streams import EventStream
from stellwerk.server.notices import postman
from stellwerk.server.notices.mail import Mailer
from stellwerk.server.notices.wishes import Wishes
from stellwerk.server.services import Services
from stellwerk.server.thinking import examining
from stellwerk.server.thinking.hints import Hints
from stellwerk.store import open_store
from stellwerk.store.outbox import PushKeys
from stellwerk.tables import play
from tests.server.harness import OPEN, OWN, settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from stellwerk.store.interface import Store, TableIndex
    from stellwerk.tables.table import Table

CANDIDATES = 60
NOW = 1_800_000_000.0
HOOK = "https://192.0.2.1/hook"
BRIEF = Budget(width=3, odd=0, simulations=6)
"""For hints: how good they are does not matter here."""


class Memory:
    """A store that keeps of each append only the entry for lists."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.entry: TableIndex | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(
        self, _table: str, _expected: int, _events: object, index: TableIndex, _played: object = None
    ) -> None:
        self.entry = index

    async def keep_snapshot(self, *_: object) -> None:
        """Forget it."""

    async def tables_of(self, *_: object) -> list[TableIndex]:
        return [self.entry] if self.entry else []

    async def index(self, *_: object) -> TableIndex | None:
        return self.entry

    async def open_tables(self, *_: object) -> list[TableIndex]:
        return [self.entry] if self.entry else []


class Ear:
    """A subscriber."""

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.language = "en"
        self.frames: list[bytes] = []

    def tell(self, frame: bytes) -> None:
        self.frames.append(frame)


class Jobs(ThreadPoolExecutor):
    """Keeps what workers are asked, gives hints, and answers bots with the first legal action."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[bytes] = []

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        self.asked.append(repr(args).encode())
        done: Future[Any] = Future()
        done.set_result(fn(*args) if fn is examining.hint else ((args[3][0],), None))
        return done


class House:
    """A server, its people and one table with a game that has begun; use as an async context manager."""

    def __init__(self, folder: Path, key: str) -> None:
        self.law = stellwerk.load(key)
        self._folder = folder
        self._key = key
        self._exit = AsyncExitStack()
        self.jobs = Jobs()
        self.called: list[bytes] = []
        """What webhooks said."""
        self.told: dict[str, list[bytes]] = {"mail": [], "push": [], "notice": []}
        """What notices said, by mail, by push message, and by webhook and ntfy."""
        self.people: list[httpx.AsyncClient] = []
        self.table: Table

    async def __aenter__(self) -> House:
        chores = ThreadPoolExecutor(1)
        settings = settings_for(
            self._folder, clock=lambda: NOW, make_executor=lambda: self.jobs, make_chores=lambda: chores,
            private_webhooks=True, budget=BRIEF,
        )  # fmt: skip
        self._app = make_app(settings)
        store = await open_store(settings.database)
        self._exit.push_async_callback(store.close)
        self.services: Services = Services(settings, store)
        self._app.state.services = self.services
        self.services.caller.post = self._hear  # type: ignore[method-assign]
        self.services.channels.mailer = Mailer("smtp://localhost", "a@example.org")
        self.services.channels.mailer.send = self._mail  # type: ignore[assignment, method-assign]
        self.services.channels._push_one = self._push  # type: ignore[assignment, method-assign]
        self._exit.enter_context(patch.dict(postman.DELAYS, dict.fromkeys(postman.DELAYS, 0.0)))
        await self._begin()
        self.store = Memory(store)
        for part in (self.services.hub, self.services, self.services.streams):
            part.store = self.store  # type: ignore[union-attr]
        self.services.postman._store = self.store
        return self

    async def __aexit__(self, *_: object) -> None:
        for person in self.people:
            await person.aclose()
        self.services.notifier.stop()
        self.services.caller.stop()
        self.services.chores.stop()
        await self._exit.aclose()

    def _hear(self, url: str, body: bytes, headers: Mapping[str, str] | None = None) -> int:
        assert url in (HOOK, HOOK.removesuffix("hook"))
        (self.told["notice"] if headers and "Idempotency-Key" in headers else self.called).append(body)
        return 200

    def _mail(self, *said: str) -> None:
        self.told["mail"].append("\n".join(said).encode())

    async def _push(self, _browser: object, body: bytes, *_: object) -> int:
        self.told["push"].append(body)
        return 201

    async def _wish(self, player: str) -> None:
        """Somebody wants to be told by every channel."""
        outbox = self.services.store.outbox
        await outbox.add_browser(player, PushKeys(f"https://example/{player}", "", ""), NOW)
        wishes = Wishes(email="a@example.org", mail="turn", ntfy=HOOK, webhook=HOOK, push=True)
        await outbox.set_wishes(player, msgspec.json.encode(wishes).decode())

    async def _notices(self) -> dict[str, bytes]:
        """What notices say about what has just happened."""
        while self.services.postman._tasks:
            await asyncio.sleep(0)
        await self.services.postman.deliver()
        return {channel: b"\n".join(sorted(said)) for channel, said in self.told.items()}

    async def _begin(self) -> None:
        fewest, most = self.law.info.seats
        seats = max(fewest, min(3, most))
        for number in range(seats + 1):  # the last one watches
            person = httpx.AsyncClient(
                transport=httpx.ASGITransport(self._app),
                base_url="http://localhost",
                headers={"origin": "http://localhost"},
            )
            self.people.append(person)
            (await person.put("/api/me", json={"name": f"Guest {number}"})).raise_for_status()
        plan = {"game": self._key, "seats": [OWN, *(OPEN,) * (seats - 1)], "public": True}
        opened = (await self.people[0].post("/api/tables", json=plan)).json()
        for person in self.people[1:seats]:
            await person.post(f"/api/tables/{opened['id']}/commands", json={"do": "join"})
        for person in self.people[:seats]:
            path = f"/api/tables/{opened['id']}/webhook"
            (await person.put(path, json={"url": HOOK})).raise_for_status()
        self.table = (await self.services.hub.live(opened["id"])).table
        for player in self.table.people():
            await self._wish(player)
        self.services.postman.forget()
        self.feeds = [(await person.post("/api/me/feed")).json()["feed"] for person in self.people]

    def observers(self) -> list[int | None]:
        return [*range(len(self.table.seats)), None]

    def person(self, seat: int | None) -> httpx.AsyncClient:
        return self.people[-1 if seat is None else seat]

    def player(self, seat: int | None) -> str | None:
        return None if seat is None else self.table.seats[seat].player

    def tables(self) -> Iterator[tuple[Table, str]]:
        """Every position of a random game in which a seat acts, with its action."""
        rng = random.Random(f"channels {self._key}")
        table = self.table
        while table.status == "playing":
            text = rng.choice([self.law.to_text(action) for action in self.law.legal(table.state)])
            yield table, text
            assert table.actor is not None
            table = play.act(table, self.player(table.actor) or "", text, table.seq, None, NOW).table

    def put(self, table: Table) -> Live:
        """Let the server believe that the table stands like this."""
        live = Live(table, (), table.seq)
        self.services.hub._live[table.id] = live
        return live

    async def frames(self, table: Table, text: str, seat: int | None) -> dict[str, bytes]:
        """What an observer's connection gets: when looking, and when somebody acts.

        All others listen too, and are told first: what is made once for several must not carry secrets over.
        """
        live, ear, changes = self.put(table), Ear(self.player(seat)), Ear(self.player(seat))
        others = [Ear(self.player(other)) for other in self.observers() if other != seat]
        for other in others:
            await self.services.hub.listen(table.id, other, table.seq, Wish(changes=True, aids=False))
        await self.services.hub.listen(table.id, ear, table.seq)
        await self.services.hub.listen(table.id, changes, table.seq, Wish(changes=True, aids=False))
        actor = self.player(table.actor) or ""
        await self.services.hub.update(
            table.id, lambda now_at, now: play.act(now_at, actor, text, table.seq, None, now)
        )
        for listener in (ear, changes, *others):
            live.listeners.discard(listener)
        looked, acted = ear.frames
        bare, changed = changes.frames
        return {"look": looked, "frame": acted, "bare": bare, "change": changed}

    async def everything(self, table: Table, text: str, seat: int | None) -> dict[str, bytes]:
        """What every channel says to an observer before, while and after somebody acts."""
        stream, person = EventStream(self.player(seat) or "", None, "en"), self.person(seat)
        self.called.clear()
        for heard in self.told.values():
            heard.clear()
        await self.services.store._change("DELETE FROM outbox")  # type: ignore[attr-defined]
        self.services.notifier._known.clear()
        said = await self.frames(table, text, seat)
        while self.services.notifier._tasks:
            await asyncio.sleep(0)
        noticed = await self._notices()
        after = self.services.hub.peek(table.id)
        assert after is not None
        stream.see(after)
        paths = {
            "table": f"/api/tables/{table.id}",
            "code": f"/api/codes/{table.code}",
            "picture": f"/api/tables/{table.id}/picture",
            "mine": "/api/me/tables",
            "lobby": "/api/tables",
            "feed": self.feeds[-1 if seat is None else seat],
        }
        answers = {name: (await person.get(path)).content for name, path in paths.items()}
        review = await person.post(f"/api/tables/{table.id}/games/{table.game_number}/review")
        answers["review"] = review.content
        job = (
            {}
            if seat is None
            else {"job": await self._job(table, seat), "hint": await self._hint(table, seat)}
        )
        return {
            **said, **answers, **job, **noticed,
            "stream": b"\n".join(stream._lines), "webhook": b"\n".join(self.called),
        }  # fmt: skip

    async def _job(self, table: Table, seat: int) -> bytes:
        """What a worker is told if a bot sits here and is asked; nothing if it is not its turn."""
        if table.actor != seat:
            return b""
        bot = replace(table.seats[seat], player=None, level="random")
        seated = replace(table, seats=(*table.seats[:seat], bot, *table.seats[seat + 1 :]))
        self.put(seated)
        legal = tuple(map(self.law.to_text, self.law.legal(table.state)))
        await self.services.bots._think(seated, seat, legal)
        return self.jobs.asked[-1]

    async def _hint(self, table: Table, seat: int) -> bytes:
        """The hint that a seat gets if all others are bots; nothing if it is not its turn."""
        if table.actor != seat:
            return b""
        bots = (replace(other, player=None, level="random") for other in table.seats)
        seats = tuple(table.seats[seat] if place == seat else bot for place, bot in enumerate(bots))
        self.put(replace(table, seats=seats))
        self.services.hints = Hints()
        asked = await self.person(seat).post(f"/api/tables/{table.id}/hint", json={"depth": 3})
        assert asked.status_code == 200, asked.text
        return asked.content

    def other_world(self, table: Table, text: str, seat: int | None, rng: random.Random) -> tuple[Table, str]:
        """The table with everything hidden from an observer replaced, and an action there that looks to them
        as the real one does; the table itself if there is no such action."""
        world = replace(table, state=self.law.sample(self.law.view(table.state, seat), rng))
        found = same_for(table, world, text, seat, rng)
        return (table, text) if found is None else (world, found)


def same_for(before: Table, world: Table, text: str, seat: int | None, rng: random.Random) -> str | None:
    """An action in the other world that looks to this observer as the real one does, if there is one."""
    law, actor = before.game, before.actor
    assert actor is not None
    player = before.seats[actor].player
    assert player is not None
    after = play.act(before, player, text, before.seq, actor, NOW).table
    if after.status == "ended":
        return None
    texts = [law.to_text(action) for action in law.legal(world.state)]
    rng.shuffle(texts)
    if seat == actor or text in texts:
        texts = [text] if seat == actor else [text, *texts]
    seen = msgspec.json.encode(law.view(after.state, seat))
    for other_text in texts[:CANDIDATES]:
        try:
            other = play.act(world, player, other_text, world.seq, actor, NOW).table
        except StellwerkError:
            continue
        if other.status != "ended" and msgspec.json.encode(law.view(other.state, seat)) == seen:
            return other_text
    return None
