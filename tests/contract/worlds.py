"""Games to test on: a spread of set-ups, and random games through them."""

from __future__ import annotations

import random
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

import msgspec

import stellwerk
from stellwerk import CHANCE
from stellwerk.core.bot import Seated
from stellwerk.core.setup import Setup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.core.game import AnyGame
    from stellwerk.core.play import Moment
    from stellwerk.core.setup import OptionValue


def setups(game: AnyGame) -> dict[str, Setup]:
    """The fewest and the most players, and every value of every option once; of numbers the ends."""
    low, high = game.info.seats
    found = {f"{low} seats": game.setup(low), f"{high} seats": game.setup(high, start_seat=high - 1)}
    for name, option in game.info.options.items():
        for value in _ends(option.choices):
            if value != option.default:
                found[f"{name}={value}"] = game.setup(low, {name: value}, start_seat=low - 1)
    return found


def _ends(choices: tuple[OptionValue, ...]) -> tuple[OptionValue, ...]:
    numbers = sorted(value for value in choices if type(value) is int)
    return tuple(value for value in choices if value not in numbers[1:-1])


def random_game(game: AnyGame, setup: Setup, seed: str) -> Iterator[Moment[Any, Any]]:
    """A game in which everybody plays at random; chance comes from the seed."""
    rng = random.Random(seed)

    def choose(state: Any) -> Any:
        return rng.choice(game.legal(state))

    return stellwerk.moments(game, game.begin(setup), choose, stellwerk.Chance(seed))


def shared_game(game: AnyGame, setup: Setup, number: int = 0) -> tuple[Moment[Any, Any], ...]:
    """A random game that is played once for all tests of a process that ask for it."""
    return _shared(game.info.key, dump(setup), number)


@cache
def _shared(key: str, setup: bytes, number: int) -> tuple[Moment[Any, Any], ...]:
    return (*random_game(stellwerk.load(key), msgspec.json.decode(setup, type=Setup), shared_seed(number)),)


def shared_seed(number: int = 0) -> str:
    """Where the chance of a shared game comes from."""
    return f"shared {number}"


def bot_game(game: AnyGame, setup: Setup, seed: str, whim: float) -> Iterator[Moment[Any, Any]]:
    """A game of the game's own bots, who play at random every so often; without a bot, a random game."""
    rng = random.Random(seed)
    level = next((level for level in game.info.levels if level != "random"), "random")
    bots = [Seated(game.bots[level](), rng) for _ in range(setup.seats)]
    asked = count()

    def choose(state: Any) -> Any:
        seat, legal, number = game.actor(state), game.legal(state), next(asked)
        assert seat is not None
        if rng.random() < whim:
            return rng.choice(legal)  # the bot sees by the gap that its plan was not played
        return bots[seat].choose(number, lambda: game.view(state, seat), legal)

    return stellwerk.moments(game, game.begin(setup), choose, stellwerk.Chance(seed))


def shared_bot_game(game: AnyGame, setup: Setup, whim: float) -> tuple[Moment[Any, Any], ...]:
    """A game of bots that is played once for all tests of a process that ask for it."""
    return _shared_bot_game(game.info.key, dump(setup), whim)


@cache
def _shared_bot_game(key: str, setup: bytes, whim: float) -> tuple[Moment[Any, Any], ...]:
    game = stellwerk.load(key)
    return (*bot_game(game, msgspec.json.decode(setup, type=Setup), f"bots {whim}", whim),)


def positions(game: AnyGame, setup: Setup, seed: str = "", every: int = 1) -> Iterator[Any]:
    """States in which a player has to act: each `every`-th of a shared random game or that of a seed."""
    number = 0
    for moment in random_game(game, setup, seed) if seed else shared_game(game, setup):
        if moment.actor != CHANCE:
            if number % every == 0:
                yield moment.before
            number += 1


def observers(setup: Setup) -> list[int | None]:
    """All seats and a spectator."""
    return [*range(setup.seats), None]


def dump(value: object) -> bytes:
    """Plain bytes of a state, a view or anything else of structs."""
    return msgspec.json.encode(value, order="deterministic")
