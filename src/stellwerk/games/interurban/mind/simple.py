"""A simple opponent for InterUrban: lays the tile after which the lines look best, one tile at a time.

It needs no fast core. Its evaluation is that of `fast.evaluation` over the law's states, without chances.
"""

from __future__ import annotations

from math import exp, prod
from typing import TYPE_CHECKING

from stellwerk.games.interurban.fast.worth import Weights
from stellwerk.games.interurban.law.rules import apply
from stellwerk.games.interurban.law.sample import sample
from stellwerk.games.interurban.law.scoring import economic_values, line_values, shares

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.state import Line
    from stellwerk.games.interurban.law.view import View

BELIEFS = Weights()
"""The same constants as for the bots that search."""
BEST_OTHER = 0.3
"""How much the strongest opponent counts; the rest is the mean of all opponents."""


class SimpleBot:
    """Looks one tile ahead in a state sampled from the view.

    Its rating depends on the lines alone, so it does not matter which tiles the sample turns up.
    """

    def choose(self, view: View, legal: tuple[Action, ...], rng: RandomSource) -> Action:
        """The action with the best rating; a random one of several equally good."""
        world = sample(view, rng)
        seats, me = len(view.players), view.turn
        ratings = [(_rate(apply(world, action).lines, seats, me), rng.randrange(1 << 30)) for action in legal]
        return legal[ratings.index(max(ratings))]


def _rate(lines: tuple[Line, ...], seats: int, me: int) -> float:
    """How good the lines look for a seat: its expected points minus those of the others."""
    expected = [0.0] * seats
    for line, value in zip(lines, line_values(lines), strict=True):
        economic = economic_values(line, seats)
        given = shares(value, economic) if line.finished else _expected(value, economic, len(line.missing))
        for seat, amount in enumerate(given):
            expected[seat] += amount
    others = [amount for seat, amount in enumerate(expected) if seat != me]
    return expected[me] - BEST_OTHER * max(others) - (1 - BEST_OTHER) * sum(others) / len(others)


def _expected(value: int, economic: tuple[int, ...], missing: int) -> list[float]:
    """What each seat may expect from an unfinished line; less certain the more station values it lacks."""
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
