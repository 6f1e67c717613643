"""How benchmarks measure: CPU time of this process, best of several rounds, beside a reference.

The reference is a trivial game with the same protocol, measured in the same run, so that figures of different
machines can be compared by their ratio.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ROUNDS = 3
SECONDS = 1.0


class Race(msgspec.Struct, frozen=True):
    """The trivial game: two players add 1, 2 or 3 in turn; whoever reaches 100 has won."""

    total: int = 0
    turn: int = 0


def race_actor(state: Race) -> int | None:
    """The seat whose turn it is."""
    return state.turn if state.total < 100 else None


def race_legal(state: Race) -> tuple[int, ...]:
    """What can be added."""
    return (1, 2, 3) if state.total < 98 else (1,)


def race_apply(state: Race, action: int) -> Race:
    """Add it."""
    if action not in race_legal(state):
        raise ValueError(action)
    return Race(state.total + action, 1 - state.turn)


def reference_speed() -> float:
    """Actions per second of the trivial game."""
    rng = random.Random(1)

    def play() -> int:
        state, actions = Race(), 0
        while race_actor(state) is not None:
            legal = race_legal(state)
            state = race_apply(state, legal[int(rng.random() * len(legal))])
            actions += 1
        return actions

    return rate(play)


def rate(work: Callable[[], int]) -> float:
    """Units of work per second of CPU time: the best of some rounds; `work` says how many units it did."""
    best = 0.0
    for _ in range(ROUNDS):
        units, began = 0, time.process_time()
        while time.process_time() - began < SECONDS:
            units += work()
        best = max(best, units / (time.process_time() - began))
    return best


def microseconds(call: Callable[[Any], object], arguments: list[Any]) -> float:
    """CPU time of one call, averaged over the arguments."""

    def work() -> int:
        for argument in arguments:
            call(argument)
        return len(arguments)

    return 1e6 / rate(work)


def show(title: str, columns: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table of figures."""
    table = Table(title=title, title_justify="left")
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place == 0 else "right")
    for row in rows:
        table.add_row(*row)
    Console().print(table)
