"""`kill -9` of the real server under load: nothing that was acknowledged is lost, no table is stuck.

`python3 run.py bench kill --kills 100` does the same for longer.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.server.killing import World, kill_under_load
from tests.server.processes import Server
from tests.store.server import running_server

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 2


def check(world: World) -> None:
    assert world.lost == []
    assert world.games == len(world.tables) > 0
    assert world.acknowledged > 20 * KILLS


def test_nothing_is_lost_with_sqlite(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        check(asyncio.run(kill_under_load(server, KILLS, pairs=3)))


def test_nothing_is_lost_with_postgresql(tmp_path: Path) -> None:
    with (
        running_server() as postgres,
        Server(tmp_path, f"--database={postgres.get_uri()}") as server,
    ):
        check(asyncio.run(kill_under_load(server, KILLS, pairs=3)))
