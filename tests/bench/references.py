"""Other people's games, played at random from Python: what the fast cores are measured beside.

OpenSpiel's backgammon and hearts run in C++ below Python; Catanatron is a game of Catan in Python.
"""

from __future__ import annotations

import random
import time
from typing import Any

SECONDS = 2.0


def openspiel(name: str) -> float:
    """Actions per second of random play in one of OpenSpiel's games, chance included."""
    import pyspiel  # type: ignore[import-not-found]  # an extra of this benchmark

    game: Any = pyspiel.load_game(name)
    rng, actions, begun = random.Random(1), 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                action = rng.choices(outcomes, weights)[0]
            else:
                action = rng.choice(state.legal_actions())
            state.apply_action(action)
            actions += 1
    return actions / (time.process_time() - begun)


def catanatron() -> tuple[float, float]:
    """Actions per second of four random players, and microseconds per copy of a game."""
    from catanatron import (  # type: ignore[import-not-found]  # an extra of this benchmark
        Color,
        Game,
        RandomPlayer,
    )

    actions, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        game: Any = Game([RandomPlayer(colour) for colour in Color])
        game.play()
        actions += len(game.state.actions)
    rate = actions / (time.process_time() - begun)
    copies, begun = 500, time.process_time()
    for _ in range(copies):
        game.copy()
    return rate, (time.process_time() - begun) / copies * 1e6
