"""How fast programs that learn can step: `python3 run.py bench steps [SECONDS]`.

Random play through each adapter, beside OpenSpiel's and PettingZoo's own games by the same loops in the same
run. A step is an action of a player or of chance; in PettingZoo it includes the observation and its mask. CPU
time of this process, best of five rounds.
"""

from __future__ import annotations

import random
import time
import warnings
from functools import partial
from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

import stellwerk
from stellwerk.native import is_compiled
from tests.bench import asked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROUNDS = 5
PYTHON_GAMES = ("kuhn_poker", "liars_poker", "team_dominoes", "block_dominoes", "tic_tac_toe")
OTHER_GAMES = ("hearts", "backgammon", "hanabi")
"""Of OpenSpiel, in C++."""
CLASSIC = (
    "rps_v2",
    "tictactoe_v3",
    "connect_four_v3",
    "leduc_holdem_v4",
    "texas_holdem_v4",
    "texas_holdem_no_limit_v6",
    "hanabi_v5",
    "go_v5",
    "chess_v6",
)


def run(arguments: Sequence[str]) -> None:
    """Measure everything."""
    seconds = asked.number("steps", arguments, 0.5, "seconds for each round of a game")
    for key in stellwerk.games():
        print(f"{key}: {'compiled' if is_compiled(key) else 'interpreted'}")
    warnings.simplefilter("ignore")  # what the references say of themselves
    print("\nOpenSpiel, steps/s")
    tell(spiel_games(), seconds)
    print("\nPettingZoo, steps/s")
    tell(zoo_games(), seconds)
    print("\nGymnasium against simple bots, steps of the learner/s")
    tell({f"Stellwerk {key}": partial(solo, key) for key in stellwerk.games()}, seconds)


def tell(games: dict[str, Callable[[float], float]], seconds: float) -> None:
    """The rates of all games that can be made here, the highest first.

    Every round visits all of them, so that whatever else the machine does meets them alike.
    """
    rates: dict[str, float] = {}
    for number, (title, measure) in product(range(ROUNDS), games.items()):
        if number and title not in rates:
            continue
        try:
            rates[title] = max(rates.get(title, 0.0), measure(seconds))
        except Exception as error:  # noqa: BLE001 (a reference that does not run here is no failure of ours)
            print(f"  {title}: not here ({type(error).__name__})")
    for title, rate in sorted(rates.items(), key=lambda item: -item[1]):
        print(f"  {title:<42}{rate:>12,.0f}")


def counted(play: Callable[[int], int], seconds: float) -> float:
    """Steps per second of games that say how many steps they had."""
    steps, number, begun = 0, 0, time.process_time()
    while time.process_time() - begun < seconds:
        number += 1
        steps += play(number)
    return steps / (time.process_time() - begun)


def spiel_games() -> dict[str, Callable[[float], float]]:
    """By title."""
    import_module("open_spiel.python.games")
    import_module("stellwerk.envs.openspiel")
    names = {f"OpenSpiel {name} (Python)": f"python_{name}" for name in PYTHON_GAMES}
    names |= {f"OpenSpiel {name} (C++)": name for name in OTHER_GAMES}
    names |= {f"Stellwerk {key}": f"stellwerk_{key}" for key in stellwerk.games()}
    return {title: partial(spiel, name) for title, name in names.items()}


def spiel(name: str, seconds: float) -> float:
    """One of OpenSpiel's games."""
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


def zoo_games() -> dict[str, Callable[[float], float]]:
    """By title."""
    own = import_module("stellwerk.envs.pettingzoo").Environment
    makers = {f"PettingZoo {name}": partial(classic, name) for name in CLASSIC}
    makers |= {f"Stellwerk {key}": partial(own, key) for key in stellwerk.games()}
    return {title: partial(zoo, make) for title, make in makers.items()}


def classic(name: str) -> Any:
    """One of PettingZoo's own environments."""
    return import_module(f"pettingzoo.classic.{name}").env()


def zoo(make: Callable[[], Any], seconds: float) -> float:
    """An AEC environment."""
    env, rng = make(), random.Random(1)

    def play(number: int) -> int:
        env.reset(seed=number)
        steps = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            action = None if terminated or truncated else chosen(env, agent, observation, info, rng)
            env.step(action)
            steps += 1
        return steps

    return counted(play, seconds)


def chosen(env: Any, agent: str, observation: Any, info: Any, rng: random.Random) -> int:
    """Any legal action, by the mask where there is one."""
    mask = observation.get("action_mask") if isinstance(observation, dict) else info.get("action_mask")
    if mask is None:
        return int(env.action_space(agent).sample())
    return int(rng.choice(np.flatnonzero(mask)))


def solo(key: str, seconds: float) -> float:
    """Our environment for one learner."""
    env: Any = import_module("stellwerk.envs.gymnasium").Solo(key)
    rng = random.Random(1)

    def play(number: int) -> int:
        observation, _ = env.reset(seed=number)
        steps, over = 0, False
        while not over:
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
            observation, _, over, _, _ = env.step(action)
            steps += 1
        return steps

    return counted(play, seconds)
