"""A process of `bench beside`: measures the version that it finds on its path.

First it prints the titles of everything it can measure. Then, for each title that it reads, it prints a rate.
It asks only for what the benchmarks of every version have had since 0.1.0.
"""

from __future__ import annotations

import os
import sys
import warnings
from functools import partial
from typing import TYPE_CHECKING

from tests.bench import fast, steps

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 0.15


def measures() -> dict[str, Callable[[], float]]:
    """Random play inside the cores, and steps of our games through the adapters."""
    found: dict[str, Callable[[], float]] = {"core: Trambahn": fast.trambahn}
    for seats in range(2, 6):
        found[f"core: InterUrban, {seats} seats"] = partial(fast.interurban, seats)
    for seats in (2, 4, 6):
        found[f"core: TransAmerica, {seats} seats"] = partial(fast.random_rails, seats)
    for name, games in (("OpenSpiel", steps.spiel_games()), ("PettingZoo", steps.zoo_games())):
        for title, measure in games.items():
            if title.startswith("Stellwerk "):
                found[f"{name}: {title.removeprefix('Stellwerk ')}"] = partial(measure, SECONDS)
    return found


def main() -> None:
    """Answer until there is nothing more to read."""
    warnings.simplefilter("ignore")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the same processor for both versions
    fast.SECONDS = SECONDS
    known = measures()
    print("\t".join(known), flush=True)
    for line in sys.stdin:
        print(known[line.rstrip("\n")](), flush=True)


if __name__ == "__main__":
    main()
