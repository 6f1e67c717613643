"""`kill -9` of the server under load, as often as wanted: `python3 run.py bench kill --kills 100`.

Ends with exit code 1 if anything that was acknowledged is lost, or if a game does not come to its end.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.bench import asked
from tests.bench.measure import show
from tests.server.killing import World, kill_under_load
from tests.server.processes import Server
from tests.store.server import running_server

BACKENDS = ("sqlite", "postgresql")


def run(arguments: list[str]) -> None:
    """Kill a server on each backend."""
    parser = asked.parser("kill")
    parser.add_argument("--kills", type=asked.above_zero(int), default=5, help="for each backend (5)")
    parser.add_argument("--pairs", type=asked.above_zero(int), default=6, help="pairs of players at once (6)")
    parser.add_argument("--backend", choices=BACKENDS, help="only this one")
    options = parser.parse_args(arguments)
    backends = (options.backend,) if options.backend else BACKENDS
    worlds = {backend: kill(backend, options.kills, options.pairs) for backend in backends}
    rows = [
        (backend, str(options.kills), f"{world.acknowledged:,}", str(world.games), f"{len(world.lost)}")
        for backend, world in worlds.items()
    ]
    columns = ("backend", "kills", "acknowledged", "games played to the end", "lost")
    show("kill -9 under load", columns, rows)
    if lost := [line for world in worlds.values() for line in world.lost]:
        sys.exit("\n".join(lost[:20]))


def kill(backend: str, kills: int, pairs: int) -> World:
    """Kill a server on one backend, with progress."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        options = []
        if backend == "postgresql":
            postgres = stack.enter_context(running_server(is_durable=True))
            options.append(f"--database={postgres.get_uri()}")
        server = stack.enter_context(Server(folder, *options))
        progress = stack.enter_context(
            Progress(
                TextColumn(backend),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("kills · {task.fields[acknowledged]} acknowledged · {task.fields[lost]} lost"),
                TimeElapsedColumn(),
                console=Console(stderr=True),
            )
        )
        task = progress.add_task("", total=kills, acknowledged=0, lost=0)

        def told(number: int, world: World) -> None:
            progress.update(task, completed=number, acknowledged=world.acknowledged, lost=len(world.lost))
            if not progress.console.is_terminal and number % 10 == 0:
                stamp = time.strftime("%H:%M:%S")
                progress.console.print(f"{stamp} {backend}: {number} kills, {len(world.lost)} lost")

        return asyncio.run(kill_under_load(server, kills, pairs=pairs, told=told))
