"""`kill -9` of the real server in the middle of a review: nothing found is lost, and it goes on by itself.

Of two processes on one PostgreSQL the other one goes on.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.core import registry
from stellwerk.core.chance import Chance
from stellwerk.core.play import moments
from stellwerk.core.record import make_record
from tests.server.killing import all_gone
from tests.server.processes import Guest, Server, receive, send
from tests.store.server import running_server

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 120.0


def some_game(key: str, seed: str) -> dict[str, Any]:
    """A record of random play."""
    game, rng = registry.load(key), random.Random(seed)
    setup = game.setup()
    played = moments(game, game.begin(setup), lambda state: rng.choice(game.legal(state)), Chance(seed))
    players = [f"P{seat}" for seat in range(setup.seats)]
    record = make_record(game, setup, players, [moment.action for moment in played], seed)
    found: dict[str, Any] = msgspec.to_builtins(record)
    return found


async def progress_of(guest: Guest, server: Server, review: str) -> dict[str, Any]:
    """How far a review is; whoever has asked too often waits as long as the server says."""
    status, answer = await guest.ask(server, "GET", f"/api/reviews/{review}")
    while answer.get("code") == "too_often":
        await asyncio.sleep(answer["params"]["seconds"])
        status, answer = await guest.ask(server, "GET", f"/api/reviews/{review}")
    assert status == 200, answer
    found: dict[str, Any] = answer["progress"]
    return found


async def begin(guest: Guest, server: Server) -> dict[str, Any]:
    """Ask for a review, and wait until something of it is done: how far it is."""
    status, asked = await guest.ask(server, "POST", "/api/reviews", some_game("interurban", "kill"))
    assert status == 200, asked
    async with asyncio.timeout(PATIENCE):
        while (before := await progress_of(guest, server, asked["id"]))["done"] < 2:
            await asyncio.sleep(0.05)
    assert before["done"] < before["pieces"]
    return before


async def goes_on(guest: Guest, server: Server, before: dict[str, Any]) -> None:
    """Wait until more of a review is done than before."""
    async with asyncio.timeout(PATIENCE):
        while (await progress_of(guest, server, before["id"]))["done"] <= before["done"]:
            await asyncio.sleep(0.1)


async def kill_in_the_middle(server: Server) -> None:
    guest = await Guest("Ada", 1).enter(server)
    before = await begin(guest, server)
    workers = server.children()
    server.kill()
    await all_gone(workers)
    await asyncio.to_thread(server.start)
    async with asyncio.timeout(PATIENCE):
        while (after := await progress_of(guest, server, before["id"]))["stage"] != "working":
            assert after["stage"] == "waiting"  # it goes on, though nobody has asked again
            await asyncio.sleep(0.01)
    assert after["done"] >= before["done"]
    await goes_on(guest, server, before)


async def kill_one_of_two(first: Server, second: Server) -> None:
    guest = await Guest("Ada", 1).enter(first)
    review = (await begin(guest, first))["id"]
    async with guest.connect(second) as socket:  # somebody looks on through the other process
        await send(socket, "follow", review=review)
        await receive(socket, "review")
        workers = first.children()
        first.kill()
        await all_gone(workers)
        before = await progress_of(guest, second, review)
        assert before["done"] < before["pieces"]
        async with asyncio.timeout(PATIENCE):
            while (seen := (await receive(socket, "review"))["review"])["done"] <= before["done"]:
                assert seen["stage"] in ("waiting", "working")
        assert seen["pieces"] == before["pieces"]


def test_a_review_goes_on_after_a_kill(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        asyncio.run(kill_in_the_middle(server))


def test_of_two_processes_the_other_one_goes_on(tmp_path: Path) -> None:
    with running_server() as postgres:
        options = (tmp_path, f"--database={postgres.get_uri()}")
        with Server(*options) as first, Server(*options) as second:
            asyncio.run(kill_one_of_two(first, second))
