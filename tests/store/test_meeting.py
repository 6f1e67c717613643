"""Who waits for whom, who shuns whom, and reports, in both databases."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from stellwerk.store import StoreError
from stellwerk.store.pairing import KEPT, Waiting
from stellwerk.store.reports import KeptReport

if TYPE_CHECKING:
    from stellwerk.store import Store

pytestmark = pytest.mark.anyio
PEOPLE = ("ada", "bo", "cy", "di")


@pytest.fixture(autouse=True)
async def people(store: Store) -> None:
    for player in PEOPLE:
        await store.add_player(player, player.title())


def wish(player: str, now: float = 1_000.0, pace: str = "quick", rating: float | None = None) -> Waiting:
    return Waiting(player, "tiny", pace, rating, False, False, now, now)


async def test_whoever_asks_again_keeps_their_place(store: Store) -> None:
    shelf = store.pairing
    assert await shelf.find("ada", 1_000.0) is None
    assert await shelf.wait(wish("ada")) == wish("ada")
    assert (await shelf.wait(wish("ada", 1_005.0, rating=3.5))).since == 1_000.0
    await shelf.wait(wish("bo", 1_001.0))
    assert [one.player for one in await shelf.free("tiny", "quick", 1_000.0)] == ["ada", "bo"]
    assert [one.player for one in await shelf.free("tiny", "quick", 1_002.0)] == ["ada"]
    assert await shelf.free("tiny", "days", 0.0) == []
    assert (await shelf.wait(wish("ada", 1_006.0, "days"))).since == 1_006.0
    assert (await shelf.wait(wish("bo", 1_002.0 + KEPT))).since == 1_002.0 + KEPT  # gone for too long


async def test_whoever_goes_leaves_nothing_behind(store: Store) -> None:
    shelf = store.pairing
    await shelf.wait(wish("ada"))
    await shelf.wait(wish("bo"))
    await shelf.leave("ada")
    assert await shelf.find("ada", 1_000.0) is None
    assert await shelf.find("bo", 1_001.0 + KEPT) is None
    await shelf.clear(1_001.0 + KEPT)
    assert await shelf.free("tiny", "quick", 0.0) == []
    with pytest.raises(StoreError):
        await shelf.wait(wish("nobody"))


async def test_nobody_gets_two_tables(store: Store) -> None:
    """However many try at the same time to give pairs of the same four people a table."""
    shelf = store.pairing
    for player in PEOPLE:
        await shelf.wait(wish(player))
    pairs = [(one, two) for one in PEOPLE for two in PEOPLE if one < two]
    done = await asyncio.gather(
        *(shelf.claim(pair, f"table {number}", 1_001.0) for number, pair in enumerate(pairs)),
        return_exceptions=True,  # PostgreSQL may end one of two that wait for each other
    )
    won = {f"table {number}": pair for number, pair in enumerate(pairs) if done[number] is True}
    for player in PEOPLE:
        found = await shelf.find(player, 1_001.0)
        assert found is not None
        assert found.table_id is None or player in won[found.table_id]
    for table, pair in won.items():
        assert {(await shelf.find(one, 1_001.0) or wish(one)).table_id for one in pair} == {table}


async def test_a_table_that_was_never_opened_is_given_back(store: Store) -> None:
    shelf = store.pairing
    for player in ("ada", "bo"):
        await shelf.wait(wish(player))
    assert await shelf.claim(("ada", "bo"), "t", 1_001.0)
    assert (await shelf.wait(wish("ada", 1_002.0))).table_id == "t"
    assert await shelf.free("tiny", "quick", 0.0) == []
    await shelf.release("t")
    assert len(await shelf.free("tiny", "quick", 0.0)) == 2


async def test_attitudes(store: Store) -> None:
    company = store.company
    await company.set("ada", "bo", "block", 1.0)
    await company.set("ada", "cy", "mute", 2.0)
    await company.set("di", "ada", "block", 3.0)
    assert await company.of("ada") == {"cy": "mute", "bo": "block"}
    assert await company.apart("ada") == {"bo", "di"}
    assert await company.apart("bo") == {"ada"}
    assert await company.apart("cy") == frozenset()
    await company.set("ada", "bo", "none", 4.0)
    assert await company.apart("ada") == {"di"}
    with pytest.raises(StoreError):
        await company.set("ada", "nobody", "mute", 1.0)


async def test_attitudes_come_along_with_a_guest(store: Store) -> None:
    company = store.company
    await company.set("ada", "bo", "block", 1.0)
    await company.set("cy", "ada", "block", 2.0)
    await company.set("ada", "di", "mute", 2.0)
    await company.move("ada", "di")
    assert await company.apart("di") == {"bo", "cy"}
    assert await company.of("di") == {"bo": "block"}
    assert await company.apart("ada") == frozenset()


async def test_nothing_is_kept_of_somebody_who_has_left(store: Store) -> None:
    await store.pairing.wait(wish("ada"))
    await store.company.set("ada", "bo", "block", 1.0)
    await store.company.set("cy", "ada", "block", 1.0)
    await store.forget("ada", "–")
    assert await store.pairing.find("ada", 1_000.0) is None
    assert await store.company.of("ada") == await store.company.of("cy") == {}
    assert {one.name for one in (await store.players(["ada", "bo", "nobody"])).values()} == {"–", "Bo"}


async def test_reports(store: Store) -> None:
    reports = store.reports
    for number, time in (("1", 10.0), ("2", 20.0)):
        await reports.add(KeptReport(number, time, "ada", "bo", "t", '{"text": "Rude"}'))
    assert [one.id for one in await reports.latest(9, with_settled=False)] == ["2", "1"]
    assert await reports.settle("2", "talked", 30.0)
    assert not await reports.settle("3", "", 30.0)
    assert [one.id for one in await reports.latest(9, with_settled=False)] == ["1"]
    assert [one.id for one in await reports.by("ada")] == ["2", "1"]
    settled = await reports.find("2")
    assert settled is not None
    assert (settled.settled, settled.note) == (30.0, "talked")
    await reports.clear(31.0)
    assert [one.id for one in await reports.latest(9, with_settled=True)] == ["1"]
