"""The same games whatever PYTHONHASHSEED is: no result depends on the order of a set."""

from __future__ import annotations

import subprocess
import sys
from os import environ

PROGRAM = """
from hashlib import sha256
import stellwerk
from tests.contract.worlds import dump, observers, random_game, setups
import random
for key in stellwerk.games():
    game, digest = stellwerk.load(key), sha256()
    for setup in setups(game).values():
        for moment in random_game(game, setup, "hash"):
            digest.update(dump(game.legal(moment.before)) + dump(moment.after))
        for observer in observers(setup):
            view = game.view(moment.before, observer)
            digest.update(dump(view) + dump(game.sample(view, random.Random(1))))
    print(key, digest.hexdigest())
"""


def test_two_hash_seeds_give_the_same_games() -> None:
    first, second = (_run(seed) for seed in ("1", "2"))
    assert first == second
    assert first.count("\n") >= 1


def _run(hash_seed: str) -> str:
    environment = environ | {"PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
