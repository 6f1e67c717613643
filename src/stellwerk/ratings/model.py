"""What a game changes: the model of Plackett and Luce for any number of seats, as `openskill` computes it.

A seat that is better than others counts as that much more strength in the game, so sitting there neither
helps nor harms a rating. Fixed entrants, the bots, are compared with but never change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from openskill.models import PlackettLuce

from stellwerk.ratings.scale import BETA, DEVIATION, MEAN, PER_UNIT, Strength, mean_of

if TYPE_CHECKING:
    from collections.abc import Sequence

BOT_DEVIATION: Final = 50 / PER_UNIT
"""How well the strength of a bot is known: about as docs/strength.md measures it."""


def _undamped(*_: object) -> float:
    """How much of what a game tells makes a rating surer: all of it.

    The usual damping of `openskill` keeps ratings unsure for three times as many games, and those of
    beginners jump back and forth; `bench ratings` shows that the intervals hold without it.
    """
    return 1.0


_MODEL: Final = PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=BETA, gamma=_undamped)


class Entrant(NamedTuple):
    """Somebody at the end of a game."""

    strength: Strength
    rank: int
    """1 is the best; equal ranks share a place."""
    advantage: float = 0.0
    """What the seat is worth, in points."""
    is_fixed: bool = False
    """True for a bot, whose strength was measured and does not change."""


def fixed(points: float) -> Strength:
    """The strength of a bot with a measured rating."""
    return Strength(mean_of(points), BOT_DEVIATION)


def rate(entrants: Sequence[Entrant]) -> list[Strength]:
    """Everybody's strength after a game."""
    teams = [
        [_MODEL.rating(mu=one.strength.mean + one.advantage / PER_UNIT, sigma=one.strength.deviation)]
        for one in entrants
    ]
    after = _MODEL.rate(teams, ranks=[float(one.rank) for one in entrants])
    return [
        one.strength if one.is_fixed else Strength(found.mu - one.advantage / PER_UNIT, found.sigma)
        for one, (found,) in zip(entrants, after, strict=True)
    ]
