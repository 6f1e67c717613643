"""Random games by numbers, to test on."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import stellwerk
from stellwerk.core.coding import coding_of
from stellwerk.envs.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.core.setup import Setup


def positions(key: str, seats: int, seed: str) -> Iterator[Position]:
    """A random game, its positions one after the other (each is the same object, moved on)."""
    rng = random.Random(seed)
    setup = stellwerk.load(key).setup(seats, start_seat=rng.randrange(seats))
    return positions_of(key, setup, rng)


def positions_of(key: str, setup: Setup, rng: random.Random) -> Iterator[Position]:
    """The same for a set-up."""
    game = stellwerk.load(key)
    position = Position(game, coding_of(key), game.begin(setup))
    while True:
        position.settle(rng)
        yield position
        if position.actor is None:
            return
        position.play(rng.choice(position.legal()))
