"""Whole games of a searching bot, compiled and interpreted: `python3 run.py bench same [GAME …]`.

The same seed and the same number of simulations must give the same game, move by move. Few simulations and
narrow choices: interpreted, a turn takes seconds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import stellwerk
from stellwerk.core.bot import Seated
from stellwerk.core.game import CHANCE
from stellwerk.native import is_compiled
from stellwerk.search import SearchBot
from tests.bench import asked
from tests.search.minds import games_with_minds, thinker

if TYPE_CHECKING:
    from collections.abc import Sequence

SIMULATIONS = 12
WIDTH = 4


def run(arguments: Sequence[str]) -> None:
    """Compare the games asked for, or all."""
    for key in asked.games("same", arguments, games_with_minds()):
        begun = time.perf_counter()
        compiled, interpreted = played(key, "0"), played(key, "1")
        assert compiled == interpreted, f"{key}: compiled and interpreted differ"
        how = "compiled and interpreted" if is_compiled(key) else "only interpreted, nothing is compiled here"
        count = len(compiled.splitlines())
        print(f"{key}: the same {count} actions, {how}, {time.perf_counter() - begun:.0f} s", flush=True)


def played(key: str, interpreted: str) -> str:
    """The actions of a whole game, played by another process."""
    environment = {**os.environ, "STELLWERK_INTERPRETED": interpreted}
    command = [sys.executable, "-m", "tests.bench.cores.same", key]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def play(key: str) -> None:
    """A game between bots of the strongest level, thinking little; prints its actions."""
    game = stellwerk.load(key)
    seats = game.info.seats.min
    players = [Seated(hasty(thinker(game)), Random(seat)) for seat in range(seats)]
    state, rng, number = stellwerk.new_game(key, seats, seed="same"), Random(1), 0
    while (actor := game.actor(state)) is not None:
        number += 1
        if actor == CHANCE:
            action = game.chance(state, rng)
        else:
            action = players[actor].choose(number, partial(game.view, state, actor), game.legal(state))
        print(game.to_text(action))
        state = game.apply(state, action)


def hasty(bot: Any) -> SearchBot[Any, Any]:
    """The same bot with fewer simulations."""
    return SearchBot(bot.mind, replace(bot.effort, simulations=SIMULATIONS, width=WIDTH))


if __name__ == "__main__":
    play(sys.argv[1])
