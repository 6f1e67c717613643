"""The possible worlds of one decision: cities for everybody, likelier hands more often, and later luck."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from stellwerk.games.transamerica.law.sample import sample
from stellwerk.games.transamerica.mind.inference import hand_weights, unseen

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.view import View
from stellwerk.games.transamerica.mind.inference import Weights

Hands = tuple[tuple[int, ...], ...]

_TRIES = 8
"""How often a hand is drawn again because another player holds one of its cities; then those are excluded."""


class World(NamedTuple):
    """What the observer cannot see."""

    hands: Hands
    seed: int
    """For everything that chance does later."""


class PossibleWorlds:
    """The worlds of one decision by number; a number always gives the same world."""

    def __init__(self, view: View, seat: int, seed: int, believe: bool, truth: Hands | None = None) -> None:
        self._own = view.players[seat].cities or ()
        self._seat = seat
        self._seats = len(view.players)
        self._seed = seed
        self._truth = truth
        self._made: dict[int, World] = {}
        self._cities = unseen(view, seat)
        self._view = view
        self._believe = believe

    @cached_property
    def _weights(self) -> dict[int, Weights]:
        return hand_weights(self._view, self._seat, self._believe)

    @cached_property
    def _sums(self) -> dict[int, list[float]]:
        return {other: np.cumsum(weights).tolist() for other, weights in self._weights.items()}

    def __getitem__(self, number: int) -> World:
        if number not in self._made:
            rng = Random(f"{self._seed}:{number}")  # noqa: S311 (not a secret)
            hands = self._truth or self._hands(rng)
            self._made[number] = World(hands, rng.randrange(1 << 32))
        return self._made[number]

    def _hands(self, rng: Random) -> Hands:
        """Draw everybody's cities; opponents draw in random order, and no city is drawn twice.

        Those who are announced as connected (TA-V.3) draw first, as they have the fewest hands to draw from.
        """
        hands = {self._seat: self._own}
        taken: set[int] = set()
        order = list(self._weights)
        rng.shuffle(order)
        order.sort(key=lambda other: other not in self._view.announced)
        for other in order:
            hand = self._draw(other, taken, rng)
            if hand is None:
                return tuple(player.cities for player in sample(self._view, rng).players)
            hands[other] = hand
            taken.update(hand)
        return tuple(hands[seat] for seat in range(self._seats))

    def _draw(self, other: int, taken: set[int], rng: Random) -> tuple[int, ...] | None:
        """Draw an opponent's hand, by weight, without the cities that are taken; None if no hand is left."""
        sums = self._sums[other]
        for _ in range(_TRIES):
            hand = self._hand(min(bisect_right(sums, rng.random() * sums[-1]), len(sums) - 1))
            if taken.isdisjoint(hand):
                return hand
        weights = self._without(self._weights[other], taken)
        if not weights.any():
            return None
        left = np.cumsum(weights).tolist()
        return self._hand(min(bisect_right(left, rng.random() * left[-1]), len(left) - 1))

    def _without(self, weights: Weights, taken: set[int]) -> Weights:
        """The weights, 0 for hands that hold one of these cities."""
        for axis, row in enumerate(self._cities):
            shape = [1] * len(self._cities)
            shape[axis] = len(row)
            weights = weights * np.array([city not in taken for city in row]).reshape(shape)
        return weights

    def _hand(self, number: int) -> tuple[int, ...]:
        """The hand with this number, counted as the weights are laid out."""
        cities = []
        for row in reversed(self._cities):
            number, place = divmod(number, len(row))
            cities.append(row[place])
        return tuple(reversed(cities))
