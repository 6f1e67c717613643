"""Clocks of tables stand still while nobody can move, and do not believe a clock that jumps."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from stellwerk.server.live import timekeeping
from stellwerk.server.live.timekeeping import SLOWER, Steady
from stellwerk.store.pulse import Pulse
from stellwerk.store.sqlite import SqliteStore
from tests.server.harness import OWN, Person, serving

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
LIVE = {"type": "live", "seconds": 30}


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds by which the clock of the machine is set; heartbeats come quickly."""
    by = [0.0]
    monkeypatch.setattr(SqliteStore, "wall", staticmethod(lambda: time.time() + by[0]))
    monkeypatch.setattr(timekeeping, "EVERY", 0.02)
    return by


async def until_noted(server: Server) -> None:
    """Wait for the heartbeat that notices an outage."""
    while not server.services.hub.outages:
        await asyncio.sleep(0.01)


async def test_a_game_with_30_seconds_survives_a_minute_without_a_server(
    tmp_path: Path, jump: list[float]
) -> None:
    with serving(tmp_path) as server:
        async with Person(server, "Ada") as ada:
            table = await ada.open_table("trambahn", OWN, OWN, clock=LIVE)
            cookies = ada.http.cookies
    jump[0] = 63
    with serving(tmp_path) as server:
        async with Person(server) as ada:
            ada.http.cookies = cookies
            await ada.connect()
            sight = await ada.follow(table)
            assert sight.status == "playing"
            await ada.act(table, sight.legal[0])
            await ada.until(lambda: "credited" in [news.kind for news in ada.news[table]])
            (told,) = [news for news in ada.news[table] if news.kind == "credited"]
            assert 62 < told.data["seconds"] < 93
            left = (ada.sights[table].deadline or 0) - server.services.hub.clock()
            assert 0 < left <= 30


async def test_a_clock_that_jumps_forfeits_nothing(tmp_path: Path, jump: list[float]) -> None:
    with serving(tmp_path) as server:
        async with Person(server, "Ada") as ada:
            table = await ada.open_table("trambahn", OWN, OWN, clock=LIVE)
            await ada.connect()
            await ada.follow(table)
            jump[0] = 3600
            await until_noted(server)
            await server.inside(server.services.hub.expire_due())
            assert server.services.hub.clock() > time.time() + 3500
            await ada.until(lambda: (ada.sights[table].deadline or 0) > time.time() + 3500)
            await ada.act(table, ada.sights[table].legal[0])
            jump[0] = -3600
            await asyncio.sleep(0.1)
            before = server.services.hub.clock()
            await asyncio.sleep(0.1)
            assert 0 < server.services.hub.clock() - before < 1800
            await ada.act(table, ada.sights[table].legal[0])
            assert ada.sights[table].status == "playing"


def test_a_steady_clock_follows_and_never_goes_back() -> None:
    ticks = [0.0]
    steady = Steady(lambda: 1000.0, lambda: ticks[0])
    ticks[0] = 5
    assert steady() == 1005
    steady.follow(Pulse(1005.5, 1005.5, ()))
    ticks[0] = 7
    assert steady() == 1007.5
    steady.follow(Pulse(1007.5, 400, ()))  # the machine's clock was set back
    ticks[0] = 107
    assert steady() == 1007.5 + 100 * SLOWER
    steady.follow(Pulse(1000, 1000, ()))
    assert steady() == 1007.5 + 100 * SLOWER
