"""Appending, loading and listing, the same for both backends."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from stellwerk.core.game import Result
from stellwerk.store import Conflict, StoreError, index_of
from stellwerk.tables.config import BotSeat, DaysClock, OpenSeat, OwnSeat, TableConfig
from stellwerk.tables.draft import Draft
from stellwerk.tables.events import Acted, Began, Ended, Event, Opened, What
from tests.store.sample import chat, eventually, execute, fill, index, opened

if TYPE_CHECKING:
    from stellwerk.store import Store
    from stellwerk.tables.table import Table

pytestmark = pytest.mark.anyio


async def test_what_is_appended_is_loaded(store: Store) -> None:
    result = Result((3, 5), (2, 1), (1,), "TB-5.1", {"lines": [1, None, "ä"]})
    whats: tuple[What, ...] = (Began(1), Acted(None, "!D B7"), Acted(0, "P B7"), Ended(result))
    more = [Event("t1", seq, 1_800_000_000.123456, what) for seq, what in enumerate(whats, start=2)]
    first = opened()
    await store.append("t1", 0, [first], index())
    await store.append("t1", 1, more, index())
    assert await store.load("t1") == [first, *more]
    assert await store.load("t1", after=3) == more[2:]
    assert await store.load("t1", after=5) == await store.load("t2") == []


async def test_columns_tell_kind_and_seat(store: Store, place: str) -> None:
    await store.append("t1", 0, [opened(), Event("t1", 2, 5.5, Acted(1, "P B7"))], index())
    sql = "SELECT table_id, seq, kind, seat, payload, time FROM events ORDER BY seq"
    first, second = await asyncio.to_thread(execute, place, sql)
    assert first[:4] == ("t1", 1, "opened", None)
    assert second == ("t1", 2, "acted", 1, '{"kind":"acted","seat":1,"text":"P B7"}', 5.5)


@pytest.mark.parametrize("expected", [0, 1, 3, 4])
async def test_only_what_follows_is_appended(store: Store, expected: int) -> None:
    await store.append("t1", 0, [opened(), chat(2)], index())
    before = await store.load("t1")
    event = chat(expected + 1) if expected else opened()
    with pytest.raises(Conflict) as refused:
        await store.append("t1", expected, [event], index(people=("bo",), bot_due=True))
    assert refused.value.params == {"table": "t1", "seq": expected}
    assert await store.load("t1") == before
    assert await store.tables_of("bo", 9) == []
    assert await store.tables_to_resume() == []


async def test_a_table_must_be_opened_first(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.append("t1", 1, [chat(2)], index())
    assert await store.load("t1") == []


async def test_a_code_belongs_to_one_table(store: Store) -> None:
    await fill(store, "t1", code="abc")
    with pytest.raises(Conflict):
        await fill(store, "t2", code="abc")
    assert await store.load("t2") == []
    assert await store.find("abc") == "t1"
    assert await store.find("xyz") is None


@pytest.mark.parametrize("events", [[], [chat(3)], [chat(2), chat(2)], [chat(2, table="t2")]])
async def test_events_that_do_not_follow_each_other_are_a_bug(store: Store, events: list[Event]) -> None:
    await fill(store)
    with pytest.raises(ValueError, match="do not follow event 1"):
        await store.append("t1", 1, events, index())


async def test_of_many_at_once_exactly_one_wins(store: Store) -> None:
    await fill(store)
    attempts = [store.append("t1", 1, [chat(2, str(number))], index()) for number in range(50)]
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    (winner,) = [number for number, outcome in enumerate(outcomes) if outcome is None]
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 49
    _, event = await store.load("t1")
    assert event.what == chat(2, str(winner)).what


async def test_appends_that_build_on_each_other_keep_their_order(store: Store) -> None:
    await fill(store)
    await asyncio.gather(*(store.append("t1", seq, [chat(seq + 1)], index()) for seq in range(1, 20)))
    assert [event.seq for event in await store.load("t1")] == list(range(1, 21))


async def test_many_tables_at_once(store: Store) -> None:
    tables = [f"t{number}" for number in range(50)]
    await asyncio.gather(*(fill(store, table) for table in tables))
    await asyncio.gather(*(store.append(table, 1, [chat(2, table, table)], index(table)) for table in tables))
    for table in tables:
        assert [event.seq for event in await store.load(table)] == [1, 2]


async def test_subscribers_hear_of_commits_only(store: Store) -> None:
    heard: list[tuple[str, int]] = []
    store.subscribe(lambda table, seq: heard.append((table, seq)))
    await store.append("t1", 0, [opened(), chat(2)], index())
    with pytest.raises(Conflict):
        await store.append("t1", 1, [chat(2)], index())
    await store.append("t1", 2, [chat(3)], index())
    await eventually(lambda: ("t1", 3) in heard)
    assert set(heard) == {("t1", 2), ("t1", 3)}


async def test_a_failing_subscriber_harms_nobody(store: Store) -> None:
    heard: list[int] = []
    reported: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["exception"]))
    store.subscribe(lambda _, seq: heard.append(1 // (seq - seq)))
    store.subscribe(lambda _, seq: heard.append(seq))
    await fill(store)
    await eventually(lambda: bool(heard))
    assert set(heard) == {1}
    assert isinstance(reported[0], ZeroDivisionError)


async def test_open_tables_are_public_waiting_and_the_latest_first(store: Store) -> None:
    await fill(store, "old", time=1.0)
    await fill(store, "new", time=3.0)
    await fill(store, "middle", time=2.0)
    await fill(store, "private", public=False)
    await fill(store, "full", open_seats=0)
    await fill(store, "playing", status="playing")
    assert [entry.id for entry in await store.open_tables(9)] == ["new", "middle", "old"]
    assert [entry.id for entry in await store.open_tables(2)] == ["new", "middle"]
    await store.append("new", 1, [chat(2, table="new")], index("new", status="closed"))
    assert [entry.id for entry in await store.open_tables(9)] == ["middle", "old"]


async def test_tables_of_a_person(store: Store) -> None:
    entry = index("a", people=("ada", "bo"), time=1.0, turn="bo", clock=DaysClock(3))
    await store.append("a", 0, [opened("a")], entry)
    await fill(store, "b", people=("bo",), time=2.0)
    assert [found.id for found in await store.tables_of("bo", 9)] == ["b", "a"]
    assert await store.tables_of("ada", 9) == [entry]
    assert [found.id for found in await store.tables_of("bo", 1)] == ["b"]
    await store.append("a", 1, [chat(2, table="a")], index("a", people=("cy", "ada")))
    assert [found.id for found in await store.tables_of("bo", 9)] == ["b"]
    assert [found.id for found in await store.tables_of("cy", 9)] == ["a"]
    await store.append("a", 2, [chat(3, table="a")], index("a", people=()))
    assert await store.tables_of("cy", 9) == await store.tables_of("ada", 9) == []


async def test_tables_whose_time_is_up(store: Store) -> None:
    await fill(store, "later", deadline=30.0)
    await fill(store, "second", deadline=20.0)
    await fill(store, "first", deadline=10.0)
    await fill(store, "never")
    assert await store.tables_due(20.0) == ["first", "second"]
    await store.append("first", 1, [chat(2, table="first")], index("first"))
    assert await store.tables_due(20.0) == ["second"]


async def test_tables_where_a_bot_is_due(store: Store) -> None:
    await fill(store, "a", bot_due=True)
    await fill(store, "b")
    assert await store.tables_to_resume() == ["a"]
    await store.append("a", 1, [chat(2, table="a")], index("a"))
    assert await store.tables_to_resume() == []


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
async def test_nothing_is_found_under_a_text_that_cannot_be_stored(store: Store, text: str) -> None:
    assert await store.find(text) is None
    assert await store.load(text) == []
    assert await store.session(text) is None
    with pytest.raises(StoreError, match="unstorable_text"):
        await store.add_player("ada", text)


async def test_an_event_of_an_unknown_kind_is_told(store: Store, place: str) -> None:
    await fill(store)
    await asyncio.to_thread(execute, place, 'UPDATE events SET payload = \'{"kind":"flew"}\'')
    with pytest.raises(StoreError, match="unreadable_event"):
        await store.load("t1")


async def test_closing_twice_is_fine(store: Store) -> None:
    await store.close()
    await store.close()


async def test_a_closed_store_says_so(store: Store) -> None:
    await store.close()
    with pytest.raises(StoreError, match="store_closed"):
        await fill(store)
    with pytest.raises(StoreError, match="store_closed"):
        await store.load("t1")


def test_the_index_of_a_table() -> None:
    config = TableConfig("trambahn", (OwnSeat(), BotSeat("simple")), public=True, clock=DaysClock(2))
    now = time.time()
    draft = Draft.opening("t1", Opened(config, "ada", "Ada", "abc", "seed"), now)
    entry = index_of(draft.table)
    assert (entry.id, entry.code, entry.status, entry.public) == ("t1", "abc", "open", True)
    assert (entry.seats, entry.people, entry.open_seats) == (("Ada", "Pauline"), ("ada",), 0)
    assert (entry.turn, entry.bot_due, entry.deadline, entry.time) == (None, False, None, now)


@pytest.mark.parametrize("start", [0, 1])
def test_the_index_tells_whose_turn_it_is(start: int) -> None:
    table = playing(start)
    entry = index_of(table)
    assert entry.turn == ("ada" if start == 0 else None)
    assert entry.bot_due == (start == 1)
    assert entry.deadline == pytest.approx(table.time + 2 * 86_400)


def test_a_free_seat_is_counted() -> None:
    config = TableConfig("trambahn", (OpenSeat(), OpenSeat()))
    draft = Draft.opening("t1", Opened(config, "ada", "Ada", "abc", "seed"), 1.0)
    entry = index_of(draft.table)
    assert (entry.open_seats, entry.people) == (2, ("ada",))


def playing(start: int) -> Table:
    """A game of Ada and a bot."""
    config = TableConfig("trambahn", (OwnSeat(), BotSeat("simple")), clock=DaysClock(2))
    draft = Draft.opening("t1", Opened(config, "ada", "Ada", "abc", "seed"), 100.0)
    draft.add(Began(start))
    draft.settle()
    return draft.table
