"""What is kept from tile to tile is what would be found anew."""

from __future__ import annotations

import random

import msgspec
import pytest

from stellwerk import settle, step
from stellwerk.games.interurban import GAME
from stellwerk.games.interurban.law.sites import ground_of
from stellwerk.games.interurban.law.state import State


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_kept_sites_are_those_that_would_be_found_anew(seats: int) -> None:
    """A copy of a state has objects of its own, of which nobody has kept anything."""
    compared = 0
    for number in range(4):
        rng = random.Random(f"{seats} {number}")
        state = settle(GAME, GAME.begin(GAME.setup(seats)), rng)
        while GAME.actor(state) is not None:
            copy = msgspec.json.decode(msgspec.json.encode(state), type=State)
            assert copy.lines is not state.lines
            anew, kept = ground_of(copy), ground_of(state)
            assert anew == kept
            assert GAME.legal(copy) == GAME.legal(state)
            compared += 1
            state = step(GAME, state, rng.choice(GAME.legal(state)), rng)
    assert compared > 4 * 40


def test_what_is_kept_is_of_the_same_options() -> None:
    compared = 0
    for number in range(10):
        rng = random.Random(number)
        state = settle(GAME, GAME.begin(GAME.setup(5)), rng)
        while GAME.actor(state) is not None and state.first_round:
            legal = GAME.legal(state)
            options = msgspec.structs.replace(state.options, finish="next_cell")
            other = msgspec.structs.replace(state, options=options)
            fresh = msgspec.json.decode(msgspec.json.encode(other), type=State)
            assert GAME.legal(other) == GAME.legal(fresh)
            compared += GAME.legal(other) != legal
            state = step(GAME, state, rng.choice(legal), rng)
    assert compared > 5
