"""Games to test on: a spread of set-ups, and random games through them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec

import stellwerk
from stellwerk import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.core.game import AnyGame
    from stellwerk.core.play import Moment
    from stellwerk.core.setup import Setup


def setups(game: AnyGame) -> dict[str, Setup]:
    """The fewest and the most players, and every value of every option once."""
    low, high = game.info.seats
    found = {f"{low} seats": game.setup(low), f"{high} seats": game.setup(high, start_seat=high - 1)}
    for name, option in game.info.options.items():
        for value in option.choices:
            if value != option.default:
                found[f"{name}={value}"] = game.setup(low, {name: value}, start_seat=low - 1)
    return found


def random_game(game: AnyGame, setup: Setup, seed: str) -> Iterator[Moment[Any, Any]]:
    """A game in which everybody plays at random; chance comes from the seed."""
    rng = random.Random(seed)

    def choose(state: Any) -> Any:
        return rng.choice(game.legal(state))

    return stellwerk.moments(game, game.begin(setup), choose, stellwerk.Chance(seed))


def positions(game: AnyGame, setup: Setup, seed: str, every: int = 1) -> Iterator[Any]:
    """States of a random game in which a player has to act: each `every`-th of them."""
    count = 0
    for moment in random_game(game, setup, seed):
        if moment.actor != CHANCE:
            if count % every == 0:
                yield moment.before
            count += 1


def observers(setup: Setup) -> list[int | None]:
    """All seats and a spectator."""
    return [*range(setup.seats), None]


def dump(value: object) -> bytes:
    """Plain bytes of a state, a view or anything else of structs."""
    return msgspec.json.encode(value, order="deterministic")
