"""A server that is killed while games end, and two of them on one database: every game counts once."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise
from typing import TYPE_CHECKING

import httpx
import pytest

from stellwerk.store import open_store
from tests.server.processes import Server
from tests.store.server import running_server

if TYPE_CHECKING:
    from pathlib import Path

    from stellwerk.store import Store

pytestmark = pytest.mark.anyio
GAMES = 6
LIMIT = 120.0


def person(server: Server, cookies: httpx.Cookies | None = None) -> httpx.AsyncClient:
    headers = {"origin": server.address}
    return httpx.AsyncClient(
        base_url=server.address, headers=headers, cookies=cookies, timeout=30, trust_env=False
    )


async def signed_up(server: Server, name: str) -> httpx.Cookies:
    async with person(server) as somebody:
        (await somebody.put("/api/me", json={"name": name})).raise_for_status()
        account = {"login": name.lower(), "password": "a long way from home to here"}
        (await somebody.post("/api/me/account", json=account)).raise_for_status()
        return somebody.cookies


async def play(first: httpx.AsyncClient, second: httpx.AsyncClient) -> None:
    """A rated game that the second player resigns."""
    plan = {"game": "trambahn", "seats": [{"type": "own"}, {"type": "open"}], "rated": True}
    table = (await first.post("/api/tables", json=plan)).raise_for_status().json()["id"]
    for command in ("join", "resign"):
        (await second.post(f"/api/tables/{table}/commands", json={"do": command})).raise_for_status()


async def check(store: Store, games: int) -> None:
    """Each game changed both ratings, once, and each change goes on from the one before."""
    async with asyncio.timeout(LIMIT):
        while await store.games.due(1):
            await asyncio.sleep(0.1)
    for login in ("ada", "bo"):
        account = await store.account(login)
        assert account is not None
        course = await store.ratings.course(account.player, "trambahn", 1000)
        assert [one.position for one in course] == list(range(1, games + 1))
        assert len({(one.table_id, one.number) for one in course}) == games
        for before, after in pairwise(course):
            assert (before.mean, before.deviation) == (after.mean_before, after.deviation_before)


async def test_kill_while_games_end(tmp_path: Path) -> None:
    rng = random.Random(18)
    server = Server(tmp_path).start()
    cookies = [await signed_up(server, name) for name in ("Ada", "Bo")]
    for _ in range(3):
        async with person(server, cookies[0]) as ada, person(server, cookies[1]) as bo:
            await asyncio.gather(*(play(ada, bo) for _ in range(GAMES)))
            await asyncio.sleep(rng.uniform(0.0, 0.05))  # before, while or after they are rated
        server.kill()
        server.start()
    async with person(server) as visitor:
        (await visitor.get("/health")).raise_for_status()
    await asyncio.sleep(1)
    server.stop()
    store = await open_store(tmp_path, read_only=True)
    await check(store, 3 * GAMES)
    await store.close()


async def test_two_processes_rate_at_the_same_time(tmp_path: Path) -> None:
    with running_server() as postgres:
        options = (tmp_path, f"--database={postgres.get_uri()}")
        with Server(*options) as one, Server(*options) as other:
            cookies = [await signed_up(one, name) for name in ("Ada", "Bo")]
            async with (
                person(one, cookies[0]) as ada,
                person(one, cookies[1]) as bo,
                person(other, cookies[0]) as ada_too,
                person(other, cookies[1]) as bo_too,
            ):
                games = [play(ada, bo) for _ in range(GAMES)] + [play(bo_too, ada_too) for _ in range(GAMES)]
                await asyncio.gather(*games)
            store = await open_store(postgres.get_uri(), read_only=True)
            await check(store, 2 * GAMES)
            await store.close()
