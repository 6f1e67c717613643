"""`kill -9` of the real server in the middle of a review: nothing found is lost, and it goes on by itself."""

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
from tests.server.processes import Guest, Server

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
    status, answer = await guest.ask(server, "GET", f"/api/reviews/{review}")
    assert status == 200, answer
    found: dict[str, Any] = answer["progress"]
    return found


async def kill_in_the_middle(server: Server) -> None:
    guest = await Guest("Ada", 1).enter(server)
    status, asked = await guest.ask(server, "POST", "/api/reviews", some_game("interurban", "kill"))
    assert status == 200, asked
    async with asyncio.timeout(PATIENCE):
        while (before := await progress_of(guest, server, asked["id"]))["done"] < 2:
            await asyncio.sleep(0.05)
    assert before["done"] < before["pieces"]
    workers = server.children()
    server.kill()
    await all_gone(workers)
    await asyncio.to_thread(server.start)
    async with asyncio.timeout(PATIENCE):
        while (after := await progress_of(guest, server, asked["id"]))["stage"] != "working":
            assert after["stage"] == "waiting"  # it goes on, though nobody has asked again
            await asyncio.sleep(0.01)
    assert after["done"] >= before["done"]
    async with asyncio.timeout(PATIENCE):
        while (await progress_of(guest, server, asked["id"]))["done"] <= before["done"]:
            await asyncio.sleep(0.1)


def test_a_review_goes_on_after_a_kill(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        asyncio.run(kill_in_the_middle(server))
