"""A simple opponent for InterUrban: lays the tile after which the lines look best, one tile at a time."""

from __future__ import annotations

from math import exp, prod
from typing import TYPE_CHECKING

from stellwerk.games.interurban.fast.value import Weights
from stellwerk.games.interurban.law.rules import apply
from stellwerk.games.interurban.law.sample import sample
from stellwerk.games.interurban.law.scoring import economic_values, line_values, shares

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.state import Line
    from stellwerk.games.interurban.law.view import View

BELIEFS = Weights()
"""What a line that goes on is worth to whom: the same as for the bots that search."""
BEST_OTHER = 0.3
"""Weight of the strongest opponent; the rest is the mean of all."""


class SimpleBot:
    """Looks one tile ahead, in a world that fits the view: what lies face down does not enter the rating."""

    def choose(self, view: View, legal: tuple[Action, ...], rng: RandomSource) -> Action:
        """The action with the best rating; of equal ones any."""
        world = sample(view, rng)
        seats, me = len(view.players), view.turn
        ratings = [(_rate(apply(world, action).lines, seats, me), rng.randrange(1 << 30)) for action in legal]
        return legal[ratings.index(max(ratings))]


def _rate(lines: tuple[Line, ...], seats: int, me: int) -> float:
    """How good the lines look for a seat: its expected points against the others'."""
    expected = [0.0] * seats
    for line, value in zip(lines, line_values(lines), strict=True):
        economic = economic_values(line, seats)
        given = shares(value, economic) if line.finished else _expected(value, economic, len(line.missing))
        for seat, amount in enumerate(given):
            expected[seat] += amount
    others = [amount for seat, amount in enumerate(expected) if seat != me]
    return expected[me] - BEST_OTHER * max(others) - (1 - BEST_OTHER) * sum(others) / len(others)


def _expected(value: int, economic: tuple[int, ...], missing: int) -> list[float]:
    """The share of each seat on a line that goes on: the less certain the more stations it lacks."""
    scale = 1 + missing * BELIEFS.spread
    amount = BELIEFS.certainty[missing] * (value + BELIEFS.growth[missing])
    return [
        amount
        * (1.0 if own else BELIEFS.absent)
        * prod(
            1 - 0.5 / (1 + exp((own - other) / scale)) for seat, other in enumerate(economic) if seat != me
        )
        for me, own in enumerate(economic)
    ]
