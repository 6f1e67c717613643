"""Reviews in both databases: claims, wishes, and findings that are kept one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from stellwerk.store import Store

pytestmark = pytest.mark.anyio


async def test_findings_are_kept_and_the_first_one_stays(store: Store) -> None:
    shelf = store.reviews
    assert await shelf.find("a") is None
    await shelf.add("a", "record", 50.0)
    await shelf.outline("a", "[1, 2]")
    await shelf.keep("a", 1, "second")
    await shelf.keep("a", 0, "first")
    await shelf.keep("a", 0, "again")
    assert await shelf.findings("a") == {0: "first", 1: "second"}
    assert await shelf.count("a") == 2
    kept = await shelf.find("a")
    assert kept is not None
    assert (kept.record, kept.outline, kept.is_complete, kept.wanted) == ("record", "[1, 2]", False, 50.0)
    await shelf.complete("a")
    kept = await shelf.find("a")
    assert kept is not None
    assert kept.is_complete


async def test_a_claim_belongs_to_one_worker_until_it_runs_out(store: Store) -> None:
    shelf = store.reviews
    await shelf.add("a", "record", 500.0)
    assert await shelf.claim("a", "one", now=100.0, until=120.0)
    assert not await shelf.claim("a", "two", now=110.0, until=130.0)
    assert await shelf.claim("a", "one", now=110.0, until=130.0)
    assert await shelf.abandoned(120.0, 120.0) == []
    assert await shelf.abandoned(131.0, 131.0) == ["a"]
    assert await shelf.claim("a", "two", now=131.0, until=151.0)
    await shelf.release("a", "one")  # it is no longer its own
    assert not await shelf.claim("a", "one", now=132.0, until=152.0)
    await shelf.release("a", "two")
    assert await shelf.claim("a", "one", now=132.0, until=152.0)
    await shelf.complete("a")
    assert not await shelf.claim("a", "one", now=200.0, until=220.0)
    assert await shelf.abandoned(300.0, 300.0) == []


async def test_wishes_only_grow_unless_they_are_taken_back(store: Store) -> None:
    shelf = store.reviews

    async def wanted() -> float:
        kept = await shelf.find("a")
        assert kept is not None
        return kept.wanted

    await shelf.add("a", "record", 50.0)
    await shelf.add("a", "record", 40.0)
    assert await wanted() == 50.0
    await shelf.want("a", 60.0)
    await shelf.want("a", 55.0)
    assert await wanted() == 60.0
    await shelf.want("a", 52.0, at_most=True)
    assert await wanted() == 52.0
    assert await shelf.abandoned(53.0, 53.0) == []  # nobody waits
    assert await shelf.abandoned(53.0, 10.0) == ["a"]


async def test_what_nobody_asks_for_is_forgotten(store: Store) -> None:
    shelf = store.reviews
    await shelf.add("old", "record", 50.0)
    await shelf.keep("old", 0, "finding")
    await shelf.add("new", "record", 150.0)
    await shelf.keep("new", 0, "finding")
    await shelf.forget(100.0)
    assert await shelf.find("old") is None
    assert await shelf.findings("old") == {}
    assert await shelf.findings("new") == {0: "finding"}
