"""How fast the cores for search are: `python3 run.py bench fast`.

Random play inside each core beside OpenSpiel's backgammon and hearts and Catanatron, all in one run; copies,
connections and playouts besides. CPU time of this process.
"""

from __future__ import annotations

import random
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

import stellwerk
from stellwerk.games.interurban.fast.core import Core as InterUrbanCore
from stellwerk.games.trambahn.fast.core import Core as TrambahnCore
from stellwerk.games.transamerica.fast.board import DISTANCES, LINE_A, LINE_B, N_CROSSINGS
from stellwerk.games.transamerica.fast.chance_play import random_round
from stellwerk.games.transamerica.fast.core import Core as TransAmericaCore
from stellwerk.games.transamerica.fast.scoring import start_costs
from stellwerk.native import is_compiled
from tests.bench import asked, references

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SECONDS = 0.5
ROUNDS = 8
RAILS = 49
"""In a round of four, on average."""


def run(arguments: Sequence[str]) -> None:
    """Measure everything."""
    asked.nothing("fast", arguments)
    for key in asked.bringing("fast"):
        print(f"{key}: {'compiled' if is_compiled(key) else 'interpreted'}")
    backgammon, hearts = references.openspiel("backgammon"), references.openspiel("hearts")
    catan, copy = references.catanatron()
    print(f"OpenSpiel backgammon {backgammon:,.0f} actions/s, hearts {hearts:,.0f}")
    print(f"Catanatron {catan:,.0f} actions/s, copy {copy:.0f} µs")
    for title, rate in (
        ("Trambahn", best(trambahn)),
        *((f"InterUrban, {seats} seats", best(partial(interurban, seats))) for seats in range(2, 6)),
        *((f"TransAmerica, {seats} seats", best(partial(random_rails, seats))) for seats in (2, 4, 6)),
    ):
        ratios = f"{rate / backgammon:.1f} × backgammon, {rate / hearts:.1f} × hearts"
        print(f"{title}: random play {rate:,.0f} actions/s ({ratios}, {rate / catan:.0f} × Catanatron)")
    for seats in (2, 4, 6):
        rate = best(partial(transamerica, seats))
        print(f"TransAmerica, {seats} nearest-first players: {rate:,.0f} rounds/s")
    rate = best(all_pairs)
    print(f"TransAmerica, for comparison: all distances kept up to date in numpy for {rate:,.0f} rounds/s")
    for key, fast in worlds().items():
        print(f"{key}: copy {1e6 / best(partial(rate_of, fast.copy)):.2f} µs")
    game = worlds()["transamerica"]
    cost = 1e6 / best(partial(rate_of, partial(start_costs, game)))
    print(f"TransAmerica: cost of a hand from every crossing {cost:.1f} µs")
    for key in asked.bringing("fast"):
        print(f"{key}: {best(partial(playouts, key)):,.0f} playouts/s of its strongest bot")


def best(measure: Callable[[], float]) -> float:
    """The best of several short rounds: whatever else the machine did only made it slower."""
    return max(measure() for _ in range(ROUNDS))


def worlds() -> dict[str, Any]:
    """One fast state of each game, after the deal."""
    return {
        "trambahn": TrambahnCore.from_state(stellwerk.new_game("trambahn", seed="fast")),
        "interurban": InterUrbanCore.from_state(stellwerk.new_game("interurban", seats=2, seed="fast")),
        "transamerica": TransAmericaCore.from_state(stellwerk.new_game("transamerica", seats=4, seed="fast")),
    }


def counted(play: Callable[[int], int]) -> float:
    """Things per second, of calls that say how many things they did."""
    total, number, begun = 0, 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        for _ in range(10):
            number += 1
            total += play(number)
    return total / (time.process_time() - begun)


def rate_of(call: Callable[[], object]) -> float:
    """Calls per second."""

    def thousand(number: int) -> int:
        del number
        for _ in range(1000):
            call()
        return 1000

    return counted(thousand)


def trambahn() -> float:
    """Actions per second of random games."""
    start = TrambahnCore.from_state(stellwerk.new_game("trambahn", seed="fast"))

    def play(number: int) -> int:
        game = start.copy()
        game.seed(number)
        return int(game.rollout())

    return counted(play)


def interurban(seats: int) -> float:
    """Actions per second of random games."""
    start = InterUrbanCore.from_state(stellwerk.new_game("interurban", seats=seats, seed="fast"))
    return counted(lambda number: int(start.copy().rollout(number)))


def hands(seats: int) -> list[TransAmericaCore]:
    """Games after their deals."""
    return [
        TransAmericaCore.from_state(stellwerk.new_game("transamerica", seats=seats, seed=f"fast {number}"))
        for number in range(50)
    ]


def random_rails(seats: int) -> float:
    """Actions per second of random rounds."""
    starts = hands(seats)

    def play(number: int) -> int:
        game = starts[number % len(starts)].copy()
        game.random = 2 * number + 1
        return int(random_round(game))

    return counted(play)


def transamerica(seats: int) -> float:
    """Rounds per second of players who build towards their nearest city, new hands each time."""
    starts = hands(seats)

    def play(number: int) -> int:
        starts[number % len(starts)].copy().rollout()
        return 1

    return counted(play)


def all_pairs() -> float:
    """Rounds per second whose distances between all crossings follow every rail, and nothing else is done."""
    start = np.array([int(far) for far in DISTANCES], dtype=np.uint8).reshape(N_CROSSINGS, N_CROSSINGS)
    lines = [(int(a), int(b)) for a, b in zip(LINE_A, LINE_B, strict=True)]

    def lay(number: int) -> int:
        far = start.copy()
        for a, b in random.Random(number).sample(lines, RAILS):
            from_a, from_b = far[a].copy(), far[b].copy()
            np.minimum(far, np.add.outer(from_a, from_b), out=far)
            np.minimum(far, np.add.outer(from_b, from_a), out=far)
        return 1

    return counted(lay)


def playouts(key: str) -> float:
    """Playouts per second of the strongest bot, early in a game with few seats."""
    game, state = stellwerk.load(key), stellwerk.new_game(key, seed="playouts")
    rng = random.Random(1)
    for _ in range(20):
        state = stellwerk.step(game, state, rng.choice(game.legal(state)), rng)
    bot: Any = game.bots[game.info.levels[-1]]()
    seat = game.actor(state)
    position = bot.mind.position(game.view(state, seat), rng, bot.effort.width)
    turns = len(position.turns)

    def play(number: int) -> int:
        position.playout(number % turns, number // turns)
        return 1

    return counted(play)
