"""Thinking takes no memory for good: what a decision or a review needs is given back.

mypyc never gives back a `vec` that interpreted code hands to a compiled function, so only compiled modules
may hand them around. A core handed over in parts lost 1 to 6 KB each time; a review makes tens of thousands.
"""

from __future__ import annotations

import gc
import random
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import stellwerk
from stellwerk.native import is_compiled
from stellwerk.search import SearchBot
from tests.search.minds import games_with_minds

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 0.3
"""KB that may be left of each; what Python keeps for later comes in lumps."""
needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")


def kilobytes() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4.096


def left_of(work: Callable[[int], object], times: int) -> float:
    """KB that are left of each piece of work, once it has been done often."""
    for number in range(times // 4):
        work(number)
    gc.collect()
    before = kilobytes()
    for number in range(times):
        work(number)
    gc.collect()
    return (kilobytes() - before) / times


def a_decision(key: str) -> Any:
    game, rng = stellwerk.load(key), random.Random(1)
    state = stellwerk.new_game(key, seats=2, seed="memory")
    for _ in range(12):
        state = stellwerk.step(game, state, rng.choice(game.legal(state)), rng)
    while not game.legal(state):
        state = stellwerk.step(game, state, None, rng)
    return state


@needs_proc
@pytest.mark.parametrize("key", games_with_minds())
def test_table_values_leave_nothing(key: str) -> None:
    if not is_compiled(key):
        pytest.skip("interpreted, vecs are lists")
    assessor = import_module(f"stellwerk.games.{key}.mind.review").ASSESSOR
    outlook = assessor.outlook(a_decision(key), 1)
    assert left_of(lambda world: outlook.looks((), world), 400) < MOST


@needs_proc
@pytest.mark.parametrize("key", games_with_minds())
def test_decisions_leave_nothing(key: str) -> None:
    if not is_compiled(key):
        pytest.skip("interpreted, vecs are lists")
    state, game = a_decision(key), stellwerk.load(key)
    bot = game.bots["hard"]()
    assert isinstance(bot, SearchBot)
    view, mind = game.view(state, game.actor(state)), bot.mind
    root = mind.position(view, random.Random(1), 8)

    def decide(number: int) -> None:
        position = mind.position(view, random.Random(number), 8)
        position.consider(root.turns[-1].actions)
        position.playout(0, number)
        position.line(0, number)
        position.terms(0)

    assert left_of(decide, 120) < 10 * MOST
