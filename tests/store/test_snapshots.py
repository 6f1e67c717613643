"""Snapshots are derived data: with or without them, a table is what its events say."""

from __future__ import annotations

import asyncio
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

import stellwerk
from stellwerk.core.errors import StellwerkError
from stellwerk.store import Store, index_of, open_store, snapshots
from stellwerk.store.snapshots import Snapshot, freeze, mark_of, thaw, thawed
from stellwerk.tables import commands, matches, play
from stellwerk.tables.config import LiveClock, OpenSeat, OwnSeat, TableConfig
from stellwerk.tables.events import Ended, Event
from stellwerk.tables.evolve import evolve, load, skim
from tests.store.sample import execute, fill

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from stellwerk.tables.draft import Draft
    from stellwerk.tables.table import Table

pytestmark = pytest.mark.anyio
ARCHIVES = sorted((Path(__file__).parent.parent / "archive").glob("*/data"))
_decoder = msgspec.json.Decoder(Event)


def stored(events: list[Event]) -> list[Event]:
    """Events as they come back from a database."""
    return [_decoder.decode(msgspec.json.encode(event)) for event in events]


def random_table(key: str, seed: str, turns: int = 60) -> list[Event]:
    """What happens at a table where people do anything they may."""
    rng, numbers = random.Random(seed), iter(range(1000))
    fewest = stellwerk.load(key).info.seats.min
    plan = TableConfig(
        key,
        (OwnSeat(), *(OpenSeat(),) * (fewest - 1)),
        clock=LiveClock(600, 5),
        games=rng.choice((1, fewest)),
    )
    draft = commands.open_table("t", plan, "p0", "P0", "CODE", "seed", 1000.0)
    events, people = draft.events, [f"p{seat}" for seat in range(fewest)]
    for now in range(1001, 1001 + turns):
        try:
            draft = _anything(draft.table, rng.choice(people), rng, now, lambda: f"seed {next(numbers)}")
            events += draft.events
        except StellwerkError:
            continue
    return stored(events)


def _anything(table: Table, player: str, rng: random.Random, now: float, fresh: Callable[[], str]) -> Draft:
    if table.status == "open":
        return commands.join(table, player, player.upper(), None, now)
    if table.status == "ended":
        return rng.choice(
            (
                lambda: matches.get_ready(table, player, now, fresh),
                lambda: play.propose(table, player, "rematch", 0, None, now, fresh),
                lambda: play.answer(table, player, agree=True, seat=None, now=now, fresh=fresh),
            )
        )()
    whim = rng.random()
    if whim < 0.15:
        return play.undo(table, player, None, now)
    if whim < 0.2:
        return commands.say(table, player, "Hm", None, now)
    if whim < 0.25:
        return play.propose(
            table, player, rng.choice(("undo", "pause")), len(table.actions), None, now, fresh
        )
    if whim < 0.3:
        return play.answer(table, player, agree=rng.random() < 0.8, seat=None, now=now, fresh=fresh)
    if table.status == "paused":
        return play.resume(table, player, None, now)
    assert table.actor is not None
    actor = table.seats[table.actor].player
    assert actor is not None
    text = table.game.to_text(rng.choice(table.game.legal(table.state)))
    return play.act(table, actor, text, table.seq, None, now)


def tables_of(events: list[Event]) -> Iterator[Table]:
    """The table after each event."""
    table: Table | None = None
    for event in events:
        table = evolve(table, event)
        yield table


@pytest.mark.parametrize("key", stellwerk.games())
def test_a_thawed_table_is_the_table(key: str) -> None:
    kinds = set()
    for seed in range(3):
        events = random_table(key, f"{key} {seed}", 160)
        for event, table in zip(events, tables_of(events), strict=True):
            kinds.add(event.what.__struct_config__.tag)
            assert thaw(freeze(table)) == table
    assert {"acted", "undone", "chatted"} <= kinds


@pytest.mark.parametrize("key", stellwerk.games())
def test_a_thawed_table_goes_on_as_the_table_does(key: str) -> None:
    events = random_table(key, f"{key} goes on")
    for number, table in list(enumerate(tables_of(events), start=1))[::9]:
        other = thaw(freeze(table))
        for event in events[number:]:
            other = evolve(other, event)
        assert other == load(events)


@pytest.mark.parametrize("key", stellwerk.games())
def test_records_need_no_positions(key: str) -> None:
    events = random_table(key, f"{key} records", 500)
    skimmed: Table | None = None
    ended = 0
    for event, table in zip(events, tables_of(events), strict=True):
        skimmed = skim(skimmed, event)
        if isinstance(event.what, Ended):
            assert (skimmed.record(), skimmed.results) == (table.record(), table.results)
            ended += 1
    assert ended


@pytest.mark.parametrize("folder", ARCHIVES, ids=lambda path: path.parent.name)
async def test_tables_of_every_version_can_be_frozen(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "data")
    store = await open_store(tmp_path / "data")
    rows = await asyncio.to_thread(
        execute, str(tmp_path / "data" / "stellwerk.sqlite"), "SELECT id FROM tables"
    )
    assert rows
    for (table_id,) in rows:
        table = load(await store.load(table_id))
        assert table is not None
        await store.keep_snapshot(table_id, freeze(table))
        assert await thawed(store, table_id) == table
    await store.close()


async def kept(store: Store, key: str = "tiny") -> Table:
    """A stored table with a snapshot of its middle."""
    events = random_table(key, "kept")
    table = load(events)
    assert table is not None
    await store.append("t", 0, events, index_of(table))
    middle = load(events[: len(events) // 2])
    assert middle is not None
    await store.keep_snapshot("t", freeze(middle))
    return table


async def test_the_rest_is_read_after_the_snapshot(store: Store) -> None:
    table = await kept(store)
    then = await thawed(store, "t")
    assert then is not None
    assert then.seq < table.seq
    for event in await store.load("t", then.seq):
        then = evolve(then, event)
    assert then == table


async def test_a_table_without_snapshot_has_none(store: Store) -> None:
    await fill(store)
    assert await store.snapshot("t1") is None
    assert await thawed(store, "t1") is None
    assert await thawed(store, "nowhere") is None


async def test_an_older_snapshot_replaces_none(store: Store) -> None:
    await kept(store)
    before = await store.snapshot("t")
    assert before is not None
    await store.keep_snapshot("t", Snapshot(before.seq - 1, before.mark, "{}"))
    assert await store.snapshot("t") == before
    later = Snapshot(before.seq - 1, "another program", "{}")  # which could not use the one that is there
    await store.keep_snapshot("t", later)
    assert await store.snapshot("t") == later


async def test_a_snapshot_of_another_program_is_ignored(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await kept(store)
    assert await thawed(store, "t") is not None
    monkeypatch.setattr(snapshots, "mark_of", lambda _game: "after a change of the rules")
    assert await thawed(store, "t") is None


@pytest.mark.parametrize("payload", ["", "{}", '{"table": {"config": {"game": "chess"}}}', "null"])
async def test_a_broken_snapshot_is_ignored(store: Store, payload: str) -> None:
    await kept(store)
    await store.keep_snapshot("t", Snapshot(10**6, mark_of("tiny"), payload))
    assert await thawed(store, "t") is None


def test_the_mark_follows_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = mark_of.__wrapped__("tiny")
    source = tmp_path / "law.py"
    monkeypatch.setattr(snapshots, "_sources", lambda package: [source] if package.endswith("tiny") else [])
    marks = set()
    for text in ("legal = 1", "legal = 2"):
        source.write_text(text)
        marks.add(mark_of.__wrapped__("tiny"))
    assert len(marks | {before}) == 3


async def test_only_some_kinds_are_read(store: Store) -> None:
    await kept(store)
    events = await store.load("t")
    acted = [event for event in events if event.what.__struct_config__.tag in ("acted", "undone")]
    assert await store.load_kinds("t", ("acted", "undone")) == acted
    assert await store.load_kinds("t", ("acted", "undone"), acted[3].seq, 5) == acted[-5:]
    assert await store.load("t", 4, 3) == events[4:7]
