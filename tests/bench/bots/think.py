"""How long the bots think about a turn: `python3 run.py bench think [GAME …]`. CPU time of this process.

Four games of each level against greedy bots, with few, some and many seats.
"""

from __future__ import annotations

import random
import time
from functools import partial
from statistics import quantiles
from typing import TYPE_CHECKING, Any

import stellwerk
from stellwerk.core.bot import Seated, plan_of
from stellwerk.core.game import CHANCE
from tests.bench import asked
from tests.bench.bots.matches import yardstick
from tests.bench.measure import show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.chance import RandomSource

GAMES = 4


class Timed:
    """A bot, and how long each of its plans took."""

    def __init__(self, bot: Any, times: list[float]) -> None:
        self.bot = bot
        self.times = times

    def choose(self, view: Any, legal: tuple[Any, ...], rng: RandomSource) -> Any:
        """The first action of its plan."""
        return self.plan(view, legal, rng)[0]

    def plan(self, view: Any, legal: tuple[Any, ...], rng: RandomSource) -> tuple[Any, ...]:
        """What the bot plans; where there is no choice, nobody thinks."""
        begun = time.process_time()
        plan = plan_of(self.bot, view, legal, rng)
        if len(legal) > 1:
            self.times.append(1000 * (time.process_time() - begun))
        return plan


def run(arguments: Sequence[str]) -> None:
    """Measure the games asked for, or all."""
    rows = []
    for key in asked.games("think", arguments):
        info = stellwerk.load(key).info
        fewest, most = info.seats.min, info.seats.max
        for seats in sorted({fewest, (fewest + most) // 2, most}):
            for level in info.levels:
                steps = quantiles(times_of(key, seats, level), n=20)
                rows.append((key, str(seats), level, f"{steps[9]:.0f}", f"{steps[18]:.0f}"))
    show("Thinking about a turn", ("game", "seats", "level", "p50, ms", "p95, ms"), rows)


def times_of(key: str, seats: int, level: str) -> list[float]:
    """The times of one bot's plans in some games, from the first seat and the last."""
    game = stellwerk.load(key)
    times: list[float] = []
    for number in range(GAMES):
        rng = random.Random(number)
        own = 0 if number % 2 else seats - 1
        bots: list[Any] = [game.bots[yardstick(game)]() for _ in range(seats)]
        bots[own] = Timed(game.bots[level](), times)
        players = [Seated(bot, rng) for bot in bots]
        state, done = stellwerk.new_game(key, seats=seats, seed=f"think {number}"), 0
        while (actor := game.actor(state)) is not None:
            done += 1
            if actor == CHANCE:
                action = game.chance(state, rng)
            else:
                view = partial(game.view, state, actor)
                action = players[actor].choose(done, view, game.legal(state))
            state = game.apply(state, action)
    return times
