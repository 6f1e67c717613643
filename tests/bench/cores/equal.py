"""The fast core of every game against its law: `python3 run.py bench equal [GAME …] [--actions N]`.

Random games are played by both side by side, a million actions each on all cores, and everything is compared;
the first difference is an error. Run it once more with `STELLWERK_INTERPRETED=1` for the uncompiled cores.
`equal_GAME.py` has the comparison of one game, by number.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import FIRST_COMPLETED, wait
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING

from stellwerk.native import is_compiled
from stellwerk.workers import process_pool
from tests.bench import asked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future

ACTIONS = 1_000_000
AT_ONCE = 20
"""Games that a process compares before it tells."""


def run(arguments: Sequence[str]) -> None:
    """Compare the games asked for, or all."""
    parser = asked.parser("equal")
    asked.add_games(parser, asked.bringing("fast"))
    parser.add_argument("--actions", type=asked.above_zero(int), default=ACTIONS, help="of each game")
    options = parser.parse_args(arguments)
    for key in options.games:
        begun = time.perf_counter()
        actions, games = compare(key, options.actions)
        how = "compiled" if is_compiled(key) else "interpreted"
        seconds = time.perf_counter() - begun
        print(f"{key} ({how}): {actions:,} actions of {games:,} games all equal, {seconds:.0f} s", flush=True)


def compare(key: str, actions: int) -> tuple[int, int]:
    """Compare at least a number of actions, on all cores; returns the numbers of actions and games."""
    processes = os.cpu_count() or 1
    compared = games = 0
    firsts = count(0, AT_ONCE)
    with process_pool(processes) as executor:
        running: set[Future[int]] = {
            executor.submit(some, key, next(firsts), AT_ONCE) for _ in range(processes)
        }
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                compared += future.result()
                games += AT_ONCE
                if compared < actions:
                    running.add(executor.submit(some, key, next(firsts), AT_ONCE))
            print(f"\r{key}: {compared:,} actions", end="\r", file=sys.stderr, flush=True)
    return compared, games


def some(key: str, first: int, games: int) -> int:
    """Some games, in a process of its own; gives their actions."""
    game = import_module(f"tests.bench.cores.equal_{key}").game
    return sum(game(number) for number in range(first, first + games))
