"""The scale of ratings: what a number means, and when it is sure enough to be believed.

Inside, a strength is a mean and a deviation in the units of `openskill`. People see points: 1500 is the bot
"greedy", and a difference of 400 means ten wins to one in a game for two, as for the bots of
docs/strength.md.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final, NamedTuple

import msgspec

MEAN: Final = 25.0
DEVIATION: Final = MEAN / 3
BETA: Final = MEAN / 6
"""The usual numbers of `openskill`: where people begin, how little is known of them, how much is chance."""
MIDDLE: Final = 1500
PER_UNIT: Final = 400 / (BETA * sqrt(2) * log(10))
"""Points for a unit of `openskill`."""
SPREAD: Final = 1.96
"""Deviations on each side of a rating between which it lies in 95 of 100 cases."""
SURE: Final = 250
"""A rating is provisional until it is known to within this number of points, in 95 of 100 cases."""


class Strength(NamedTuple):
    """What is known of somebody's strength."""

    mean: float
    deviation: float


UNKNOWN: Final = Strength(MEAN, DEVIATION)
"""Where everybody begins."""


class ShownRating(msgspec.Struct, frozen=True):
    """A rating as people see it."""

    rating: int
    plus_minus: int
    """The true strength lies this close to it in 95 of 100 cases."""
    games: int
    """The number of rated games."""
    is_provisional: bool
    """True until it is sure enough to be compared."""


def points_of(mean: float) -> float:
    """The points of a strength."""
    return MIDDLE + (mean - MEAN) * PER_UNIT


def mean_of(points: float) -> float:
    """The strength of some points."""
    return MEAN + (points - MIDDLE) / PER_UNIT


def doubt_of(strength: Strength) -> float:
    """How far from its rating a strength may lie, in points."""
    return SPREAD * strength.deviation * PER_UNIT


def is_sure(strength: Strength) -> bool:
    """True once a rating is no longer provisional."""
    return doubt_of(strength) <= SURE


def shown(strength: Strength, games: int) -> ShownRating:
    """A strength after some rated games, as people see it."""
    doubt = doubt_of(strength)
    return ShownRating(round(points_of(strength.mean)), round(doubt), games, not is_sure(strength))


def noise(seats: int) -> float:
    """Points that make a seat e times as likely to win: more seats, more chance."""
    return 400 / log(10) * sqrt(seats / 2)
