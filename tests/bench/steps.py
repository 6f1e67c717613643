"""How fast programs that learn can step: `python3 run.py bench steps [SECONDS]`.

Random play through each adapter, beside OpenSpiel's and PettingZoo's own games by the same loops in the same
run. A step is an action of a player or of chance; in PettingZoo it includes the observation and its mask. CPU
time of this process, best of five rounds.
"""

from __future__ import annotations

import logging
import random
import warnings
from functools import partial
from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from stellwerk.native import is_compiled
from tests.bench import asked, references
from tests.bench.references import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROUNDS = 5
PYTHON = "python_"
"""How the names of OpenSpiel's games in Python begin."""
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
    for key in asked.bringing("coding"):
        print(f"{key}: {'compiled' if is_compiled(key) else 'interpreted'}")
    warnings.simplefilter("ignore")  # what the references say of themselves
    logging.getLogger("absl").setLevel(logging.ERROR)  # the same
    print("\nOpenSpiel, steps/s")
    tell(spiel_games(), seconds)
    print("\nPettingZoo, steps/s")
    tell(zoo_games(), seconds)
    print("\nGymnasium against simple bots, steps of the learner/s")
    tell({f"Stellwerk {key}": partial(solo, key) for key in asked.bringing("coding")}, seconds)


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


def spiel_games() -> dict[str, Callable[[float], float]]:
    """By title."""
    import_module("open_spiel.python.games")
    import_module("stellwerk.envs.openspiel")
    names = {f"OpenSpiel {name.removeprefix(PYTHON)} (Python)": name for name in python_games()}
    names |= {f"OpenSpiel {name} (C++)": name for name in OTHER_GAMES}
    names |= {f"Stellwerk {key}": f"stellwerk_{key}" for key in asked.bringing("coding")}
    return {title: partial(references.openspiel, name) for title, name in names.items()}


def python_games() -> list[str]:
    """All that OpenSpiel itself has in Python, but for those in which players act at the same time: there is
    nobody whose step it is."""
    pyspiel = import_module("pyspiel")
    sequential = pyspiel.GameType.Dynamics.SEQUENTIAL
    kinds = [kind for kind in pyspiel.registered_games() if kind.dynamics == sequential]
    return [kind.short_name for kind in kinds if kind.short_name.startswith(PYTHON)]


def zoo_games() -> dict[str, Callable[[float], float]]:
    """By title."""
    own = import_module("stellwerk.envs.pettingzoo").Environment
    makers = {f"PettingZoo {name}": partial(classic, name) for name in CLASSIC}
    makers |= {f"Stellwerk {key}": partial(own, key) for key in asked.bringing("coding")}
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
