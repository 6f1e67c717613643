"""Other people's games, played at random from Python: what ours are measured beside.

Whatever is registered in OpenSpiel is played by the same loop, our own games too; its backgammon and hearts
run in C++ below Python. Catanatron is a game of Catan in Python.
"""

from __future__ import annotations

import random
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 2.0


def counted(play: Callable[[int], int], seconds: float) -> float:
    """Steps per second of games, numbered from 1, that say how many steps they had."""
    steps, number, begun = 0, 0, time.process_time()
    while time.process_time() - begun < seconds:
        number += 1
        steps += play(number)
    return steps / (time.process_time() - begun)


def openspiel(name: str, seconds: float = SECONDS) -> float:
    """Actions per second of random play in one of OpenSpiel's games, chance included."""
    game: Any = import_module("pyspiel").load_game(name)
    rng = random.Random(1)

    def play(number: int) -> int:
        del number
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                action = rng.choices(outcomes, weights)[0]
            else:
                action = rng.choice(state.legal_actions())
            state.apply_action(action)
            steps += 1
        return steps

    return counted(play, seconds)


def catanatron() -> tuple[float, float]:
    """Actions per second of four random players, and microseconds per copy of a game."""
    catan: Any = import_module("catanatron")  # installed for this benchmark alone

    actions, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        game: Any = catan.Game([catan.RandomPlayer(colour) for colour in catan.Color])
        game.play()
        actions += len(game.state.actions)
    rate = actions / (time.process_time() - begun)
    copies, begun = 500, time.process_time()
    for _ in range(copies):
        game.copy()
    return rate, (time.process_time() - begun) / copies * 1e6
