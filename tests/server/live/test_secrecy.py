"""What goes over the wire: nothing hidden, for any seat or spectator, in whole games of every game.

Every byte is kept. Then positions of the game are set up again on the server, with everything that is hidden
from one observer replaced by something else that looks the same to them: what the server sends must be the
same, byte for byte.
"""

from __future__ import annotations

import random
from contextlib import AsyncExitStack
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk.server.live.wire import ChangeFrame, ServerFrame, TableFrame
from stellwerk.tables.events import Acted, Joined, Opened
from stellwerk.tables.evolve import evolve
from tests.server.channels import NOW, same_for
from tests.server.harness import OPEN, OWN, Person, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from stellwerk.core.game import AnyGame
    from stellwerk.tables.events import Event
    from stellwerk.tables.table import Table
    from tests.server.harness import Server

pytestmark = pytest.mark.anyio

MOMENTS = 24
"""About this many moments of a game are looked at."""
LONG = 3
"""Lists of fewer pieces are found by accident."""


class Played:
    """A game that was played on a server, and everybody who was there."""

    def __init__(self, server: Server, table: str, seated: list[Person], watcher: Person) -> None:
        self.server = server
        self.table = table
        self.seated = seated
        self.watcher = watcher
        self.game: AnyGame
        self.events: list[Event] = []
        self.tables: list[Table] = []
        """After each event."""

    def observers(self) -> list[tuple[int | None, Person]]:
        return [*enumerate(self.seated), (None, self.watcher)]

    def person(self, seat: int) -> Person:
        return self.seated[seat]

    def frames(self, person: Person) -> dict[int, bytes]:
        """The first frame of each seq that somebody got."""
        found: dict[int, bytes] = {}
        for raw in person.received:
            frame = msgspec.json.decode(raw, type=ServerFrame)
            if isinstance(frame, TableFrame):
                found.setdefault(frame.table.seq, raw)
            elif isinstance(frame, ChangeFrame):
                found.setdefault(frame.news[-1].seq, raw)
        return found

    async def load(self) -> None:
        """Read from the store what happened."""
        self.events = await self.server.inside(self.server.services.store.load(self.table))
        table: Table | None = None
        for event in self.events:
            table = evolve(table, event)
            self.tables.append(table)
        self.game = self.tables[0].game

    def moments(self) -> list[tuple[Table, Acted]]:
        """Actions of seats, a spread of them, with the tables before."""
        found = [
            (before, event.what)
            for before, event in zip(self.tables, self.events[1:], strict=False)
            if isinstance(event.what, Acted) and event.what.seat is not None
        ]
        return found[:: max(1, len(found) // MOMENTS)]


async def played(stack: AsyncExitStack, folder: Path, key: str, *, changes: bool) -> Played:
    """A whole game between guests, watched by a visitor; they are told changes, or always the whole table."""
    numbers = count()
    fewest, most = stellwerk.load(key).info.seats
    seats = max(fewest, min(3, most))
    server = stack.enter_context(
        serving(
            folder, clock=lambda: NOW, new_seed=lambda: sha256(f"seed {next(numbers)}".encode()).hexdigest()
        )
    )
    people = [await stack.enter_async_context(Person(server, f"Guest {seat}")) for seat in range(seats)]
    watcher = await stack.enter_async_context(Person(server))
    table = await people[0].open_table(key, OWN, *(OPEN,) * (seats - 1))
    for person in (*people, watcher):
        person.wants_changes = changes
        await person.connect()
        await person.follow(table)
        if person not in (people[0], watcher):
            await person.do(table, "join")
    rng = random.Random(f"wire {key}")
    while people[0].sights[table].status != "ended":
        sight = people[0].sights[table]
        for person in (*people, watcher):
            await person.until(lambda person=person, seq=sight.seq: person.sights[table].seq == seq)  # type: ignore[misc]
        assert sight.actor is not None
        actor = people[sight.actor]
        done = await actor.act(table, rng.choice(actor.sights[table].legal))
        await people[0].until(lambda done=done: people[0].sights[table].seq == done)  # type: ignore[misc]
    for person in (*people, watcher):
        await person.until(lambda person=person: person.sights[table].status == "ended")  # type: ignore[misc]
    game = Played(server, table, people, watcher)
    await game.load()
    return game


@pytest.mark.parametrize("key", stellwerk.games())
async def test_bytes_hold_no_secrets(tmp_path: Path, key: str) -> None:
    async with AsyncExitStack() as stack:
        game = await played(stack, tmp_path, key, changes=True)
        opened = game.events[0].what
        assert isinstance(opened, Opened)
        ids = [opened.owner, *(e.what.player for e in game.events if isinstance(e.what, Joined))]
        tokens = [part for person in game.seated for part in person.cookie.partition("=")[2].split(".")]
        never = [*ids, *tokens]
        before_the_end = [opened.seed, *chance_texts(game.events)]
        assert len(ids) == len(game.seated)
        assert len(before_the_end) > 1
        for seat, person in game.observers():
            frames = game.frames(person)
            last = game.tables[-1].seq
            for seq, raw in frames.items():
                text = raw.decode()
                assert not [secret for secret in never if secret in text]
                if seq < last:
                    assert not [secret for secret in before_the_end if secret in text]
                    state = game.tables[seq - 1].state
                    assert not [lists for lists in hidden_lists(game, state, seat) if lists in text]
            assert stellwerk.commitment(opened.seed) in frames[min(frames)].decode()
            assert person.sights[game.table].seed == opened.seed
            news = {told.kind: told.data for told in person.news[game.table]}
            assert news["ended"]["seed"] == opened.seed
            assert [kind for kind, data in news.items() if "seed" in data] == ["ended"]


def chance_texts(events: list[Event]) -> list[str]:
    """What chance did, as it stands in the record."""
    texts = [e.what.text for e in events if isinstance(e.what, Acted) and e.what.seat is None]
    return [text for text in texts if len(text) > 8]


def hidden_lists(game: Played, state: Any, seat: int | None) -> set[str]:
    """Lists of pieces, as JSON, that are in the state but not in what this observer may see."""
    if state is None:
        return set()
    return set(lists(msgspec.to_builtins(state))) - set(
        lists(msgspec.to_builtins(game.game.view(state, seat)))
    )


def lists(value: Any) -> Iterator[str]:
    """Every list of plain values that is long enough to be no accident."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from lists(inner)
    elif isinstance(value, list | tuple):
        if (
            len(value) >= LONG
            and len(set(map(str, value))) >= LONG
            and not any(isinstance(inner, dict | list | tuple) for inner in value)
        ):
            yield msgspec.json.encode(value).decode()
        for inner in value:
            yield from lists(inner)


@pytest.mark.parametrize("key", stellwerk.games())
async def test_other_worlds_give_the_same_bytes(tmp_path: Path, key: str) -> None:
    async with AsyncExitStack() as stack:
        game = await played(stack, tmp_path, key, changes=False)
        game.server.services.hub.store = Forgetful(game.server.services.store)
        original = {seat: game.frames(person) for seat, person in game.observers()}
        rng = random.Random(4)
        looked, acted = 0, dict.fromkeys(original, 0)
        moments = game.moments()
        for before, what in moments:
            for seat, person in game.observers():
                world = replace(before, state=game.game.sample(game.game.view(before.state, seat), rng))
                assert await looks(game, person, before) == await looks(game, person, world)
                looked += world.state != before.state
                if (text := same_for(before, world, what.text, seat, rng)) is not None:
                    await put(game, world)
                    raw, seq = await acts(game, person, what.seat, text, before.seq)
                    assert raw == original[seat][seq]
                    acted[seat] += 1
        assert looked > len(moments) // 2
        assert min(acted.values()) >= len(moments) // 5, acted


class Forgetful:
    """A store that keeps nothing more."""

    def __init__(self, store: Any) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, *_: object) -> None:
        """Forget it."""


async def put(game: Played, table: Table) -> None:
    """Let the server believe that the table stands like this."""

    async def change() -> None:
        live = await game.server.services.hub.live(game.table)
        live.table = table
        live.recent.clear()

    await game.server.inside(change())


async def looks(game: Played, person: Person, table: Table) -> list[bytes]:
    """What somebody gets who looks at the table: by WebSocket and by REST."""
    await put(game, table)
    await person.follow(game.table, since=table.seq)
    answer = await person.http.get(f"/api/tables/{game.table}")
    assert answer.status_code == 200
    return [person.received[-1], answer.content]


async def acts(game: Played, person: Person, actor: int | None, text: str, seq: int) -> tuple[bytes, int]:
    """Let the actor act; the frame that this person gets, and its seq."""
    assert actor is not None
    person.sights.pop(game.table)
    await game.person(actor).do(game.table, "act", text=text, expected=seq)
    await person.until(lambda: game.table in person.sights)
    frames = [raw for raw in person.received[-2:] if b'"type":"table"' in raw]
    return frames[-1], person.sights[game.table].seq
