"""Small versions of the attacks of `bench attack`, while two people play: they are always answered.

How long people wait is measured by the bench; here it counts that they are served at all, and that the
attacker is cut off or refused.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from tests.bench.server.load import players
from tests.server.attacks import ATTACKS, Target
from tests.server.processes import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.server.attacks.stranger import Found

SMALL = 0.02
SECONDS = 0.4
PATIENCE = 20
TRIES = 5
"""In such a short time a busy machine may get nowhere."""
BENCH_ONLY = ("downtime", "hang", "masters", "chatted", "undone")
"""Too long for here, or tested in their own place: `test_clocks`, `test_bots`."""


STOPPED = ("header", "lobby", "strange", "weak")
"""Those that are cut off or refused even at this size."""


class House:
    """A server and two people who play there."""

    def __init__(self, server: Server, folder: Path, order: Callable[..., dict[str, Any]]) -> None:
        self.server = server
        self.folder = folder
        self.order = order


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("attacked")
    with Server(folder, "--log-level=error") as server, players(server, "trambahn") as order:
        order(tables=1)
        yield House(server, folder, order)


@pytest.mark.parametrize("name", [name for name in ATTACKS if name not in BENCH_ONLY])
def test_people_are_answered(house: House, name: str) -> None:
    target = Target(house.server, house.folder, SECONDS, SMALL, 1 + list(ATTACKS).index(name))
    for _ in range(TRIES):
        noticed, found = asyncio.run(both(house, name, target))
        if noticed["moves"]:
            break
    assert noticed["moves"] > 0
    assert max(noticed["latencies"]) < PATIENCE
    assert noticed["refused"] == {}
    assert found.said
    assert found.stopped or name not in STOPPED, found.said


async def both(house: House, name: str, target: Target) -> tuple[dict[str, Any], Found]:
    """What people notice, and what became of the attack."""
    people = asyncio.to_thread(house.order, seconds=SECONDS, pause=0.05, patience=PATIENCE)
    noticed, found = await asyncio.gather(people, ATTACKS[name].run(target))
    return noticed, found
