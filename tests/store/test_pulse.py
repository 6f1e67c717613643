"""The heartbeat of all processes: when nobody could move, and time that never goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stellwerk.store.pulse import KEPT, beat

if TYPE_CHECKING:
    from stellwerk.store.sql import SqlStore

pytestmark = pytest.mark.anyio


async def test_a_gap_is_an_outage_and_noted_once(store: SqlStore) -> None:
    assert (await beat(store, 1000, 0, 6)).outages == ()
    assert (await beat(store, 1002, 1002, 6)).outages == ()
    assert (await beat(store, 1065, 1065, 6)).outages == ((1002, 1065),)
    assert (await beat(store, 1067, 1067, 6)).outages == ((1002, 1065),)
    assert (await beat(store, 1070, 1070, 0)).outages == ((1002, 1065), (1067, 1070))
    assert (await beat(store, 1070 + KEPT, 0, 1e9)).outages == ()


async def test_two_processes_share_a_heartbeat(store: SqlStore) -> None:
    """The one that was killed is not missed."""
    for now in range(1000, 1030, 2):
        assert (await beat(store, now, now, 6)).outages == ()
    assert (await beat(store, 1029, 0, 6)).outages == ()
    assert (await beat(store, 1029, 0, 6)).time == 1029


async def test_time_never_goes_back(store: SqlStore) -> None:
    """The clock is set back by an hour: processes go on by their own, and a new one begins where they are."""
    await beat(store, 5000, 0, 6)
    went_on = await beat(store, 1402, 5002, 6)
    assert (went_on.time, went_on.reference, went_on.outages) == (5002, 1402, ())
    assert (await beat(store, 1403, 0, 6)).time == 5002


async def test_the_store_has_a_clock(store: SqlStore) -> None:
    pulse = await store.beat(0.0, 6)  # type: ignore[attr-defined]
    assert pulse.time == pulse.reference > 1_700_000_000
