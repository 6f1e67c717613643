"""Rounds of TransAmerica that the forecast plays against itself, as arrays to learn from.

In the first lesson everybody builds to the nearest city, as in playouts. Later everybody plays the turn after
which the forecast expects most, but sometimes strays. Players do not know the others' hands: they take their
best guess for certain, and every city of it is right the more likely, the more rails lie on the board.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import numpy as np

from stellwerk.games.transamerica.fast.board import N_COLOURS
from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.deal import deal
from stellwerk.games.transamerica.fast.signs import SIGNS, Signs
from stellwerk.games.transamerica.law.data import cities_in_play
from stellwerk.games.transamerica.mind.learning import Rounds
from stellwerk.games.transamerica.mind.turns import best_turns

if TYPE_CHECKING:
    from collections.abc import Callable

    from librt.vecs import vec

    from stellwerk.games.transamerica.fast.forecast import Forecast

WIDTH: Final = 5
"""How many turns are compared."""
FIRST_RAILS: Final = 3
"""How many rails such a turn may begin with."""
STRAYING: Final = 0.1
"""How often any of these is played."""
KNOWN: Final = 0.15
KNOWN_LATER: Final = 0.9
LATER: Final = 24
"""How likely a guessed city is right: on the empty board, and from so many rails on."""


def self_play(
    forecast: Forecast | None, seats: int, rounds: int, seed: str, tick: Callable[[], None]
) -> Rounds:
    """Play rounds with a forecast for all seats; without one everybody builds to the nearest city.

    The same seed gives the same rounds.
    """
    rng, signs = random.Random(seed), Signs()  # noqa: S311 (games, not secrets)
    rows: list[vec[float]] = []
    losses: list[list[int]] = []
    for _ in range(rounds):
        seen, lost = _play(forecast, signs, seats, rng)
        rows += seen
        losses += [lost] * len(seen)
        tick()
    flat = np.array([np.asarray(memoryview(row)) for row in rows], np.float32)
    return Rounds(flat.reshape(len(rows), -1, SIGNS)[:, :seats], np.array(losses, np.int64))


def _play(
    forecast: Forecast | None, signs: Signs, seats: int, rng: random.Random
) -> tuple[list[vec[float]], list[int]]:
    """What was seen before each turn of a round, and what each seat lost."""
    game = Core(seats, False, 0, rng.randrange(seats), rng.randrange(1 << 32))
    deal(game)
    game.scratch.player.begin(game, True)
    seen = []
    while game.rounds == 0:
        signs.look(game)
        seen.append(signs.values[:])
        for move in _simple_turn(game) if forecast is None else _turn(game, forecast, rng):
            game.play(move)
    return seen, list(game.losses)


def _simple_turn(game: Core) -> list[int]:
    """The turn of the simple player of playouts."""
    after, moves = game.copy(), []
    while after.turn == game.turn and after.rounds == game.rounds:
        moves.append(int(after.scratch.player.choose(after)))
        after.play(moves[-1])
    return moves


def _turn(game: Core, forecast: Forecast, rng: random.Random) -> tuple[int, ...]:
    """The turn after which the forecast expects most, with guessed hands; sometimes another."""
    turns = best_turns(game, WIDTH, FIRST_RAILS)
    if rng.random() < STRAYING:
        return rng.choice(turns).moves
    guessed, after = game.copy(), game.copy()
    guess_hands(guessed, rng)
    values = []
    for turn in turns:
        after.become(guessed)
        for move in turn.moves:
            after.play(move)
        values.append(lead(after, game, forecast))
    return turns[values.index(max(values))].moves


def lead(after: Core, before: Core, forecast: Forecast) -> float:
    """How many points the seat that has just moved is expected to gain on the mean of the others."""
    if after.rounds > before.rounds:
        lost = [float(loss) for loss in after.losses]
    else:
        forecast.look(after)
        lost = [forecast.expected(seat) for seat in range(after.seats)]
    own = lost[before.turn]
    return (sum(lost) - own) / (len(lost) - 1) - own


def guess_hands(game: Core, rng: random.Random) -> None:
    """Exchange cities of the others for those that the seat to act might think they hold."""
    known = min(KNOWN_LATER, KNOWN + (KNOWN_LATER - KNOWN) * int(game.rails) / LATER)
    hands = [list(game.cities[seat * N_COLOURS : (seat + 1) * N_COLOURS]) for seat in range(game.seats)]
    for colour, cities in enumerate(cities_in_play(game.seats)):
        held = {hand[colour] for hand in hands}
        for seat, hand in enumerate(hands):
            free = [city for city in cities if city not in held]
            if seat != game.turn and rng.random() >= known:
                held.remove(hand[colour])
                hand[colour] = rng.choice(free)
                held.add(hand[colour])
    for seat, hand in enumerate(hands):
        game.set_hand(seat, tuple(hand))
