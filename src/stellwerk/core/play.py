"""Playing: one action, the chance that follows, or a whole game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from stellwerk.core import registry
from stellwerk.core.chance import Chance, RandomSource, check_seed, draw_start_seat
from stellwerk.core.game import CHANCE, A, Game, S

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from stellwerk.core.setup import OptionValue


class Moment(NamedTuple, Generic[S, A]):
    """One action of a game with the states before and after it."""

    number: int
    """Its place in the record, from 1."""
    actor: int
    before: S
    action: A
    after: S


def new_game(
    key: str,
    seats: int | None = None,
    seed: str = "",
    options: Mapping[str, OptionValue] | None = None,
    start_seat: int | None = None,
) -> Any:
    """The first state of a game in which a player has to act: all due chance comes from the seed.

    The seed also draws the start seat unless one is given. The deal is chance action 0 of the game; to draw
    the later ones from the seed too, go on with ``Chance(seed, number=1)``.
    """
    check_seed(seed)
    game = registry.load(key)
    setup = game.setup(seats, options, start_seat or 0)
    if start_seat is None:
        setup = game.setup(setup.seats, options, draw_start_seat(seed, setup.seats))
    return settle(game, game.begin(setup), Chance(seed))


def settle(game: Game[S, A, Any], state: S, rng: RandomSource) -> S:
    """Resolve all chance that is due."""
    while game.actor(state) == CHANCE:
        state = game.apply(state, game.chance(state, rng))
    return state


def step(game: Game[S, A, Any], state: S, action: A, rng: RandomSource) -> S:
    """Apply an action and all chance that follows."""
    return settle(game, game.apply(state, action), rng)


def moments(
    game: Game[S, A, Any], state: S, choose: Callable[[S], A], rng: RandomSource
) -> Iterator[Moment[S, A]]:
    """Play from a state to the end: players' actions by `choose`, chance from `rng`."""
    number = 1
    while (actor := game.actor(state)) is not None:
        action = game.chance(state, rng) if actor == CHANCE else choose(state)
        after = game.apply(state, action)
        yield Moment(number, actor, state, action, after)
        state = after
        number += 1
