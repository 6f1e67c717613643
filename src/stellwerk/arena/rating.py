"""Ratings over a pool: Bradley and Terry's model, on the scale of Elo, with intervals by resampled blocks."""

from __future__ import annotations

from collections import defaultdict
from math import log10
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from stellwerk.arena.statistics import duels, quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.arena.block import Block

ANCHOR: Final = 1500
SAMPLES: Final = 100
STEPS: Final = 200
DOUBT: Final = 0.5
"""Number of imagined draws with an average player, which keep the rating of a perfect record finite."""


class Rating(msgspec.Struct, frozen=True):
    """How strong an entrant is: 400 points are ten to one."""

    bot: str
    rating: int
    low: int
    high: int


def ratings(blocks: Sequence[Block], anchor: str | None = None) -> list[Rating]:
    """All entrants, the strongest first; the anchor (or the mean) has 1500."""
    names = sorted({name for block in blocks for name in block.lineup})
    if len(names) < 2:
        return []
    middle = _fit(blocks, names, anchor)
    rng = Random("ratings")  # noqa: S311 (no secret: the same blocks give the same intervals)
    samples: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(SAMPLES):
        again = [blocks[rng.randrange(len(blocks))] for _ in blocks]
        for name, value in _fit(again, names, anchor).items():
            samples[name].append(value)
    found = [
        Rating(name, *(round(value) for value in (middle[name], *_interval(samples[name])))) for name in names
    ]
    return sorted(found, key=lambda one: -one.rating)


def _interval(values: list[float]) -> tuple[float, float]:
    ordered = sorted(values)
    return quantile(ordered, 0.025), quantile(ordered, 0.975)


def _fit(blocks: Sequence[Block], names: list[str], anchor: str | None) -> dict[str, float]:
    """The strengths that make the results likeliest, by repeated improvement."""
    wins: dict[str, float] = defaultdict(float)
    games: dict[tuple[str, str], int] = defaultdict(int)
    for (name, other), results in duels(blocks).items():
        wins[name] += sum(results)
        games[name, other] += len(results)
    strength = dict.fromkeys(names, 1.0)
    for _ in range(STEPS):
        fresh = {}
        for name in names:
            weight = 2 * DOUBT / (strength[name] + 1)
            weight += sum(
                count / (strength[name] + strength[other])
                for (one, other), count in games.items()
                if one == name
            )
            fresh[name] = (wins[name] + DOUBT) / weight
        strength = fresh
    values = {name: 400 * log10(strength[name]) for name in names}
    zero = values[anchor] if anchor in values else sum(values.values()) / len(values)
    return {name: ANCHOR + value - zero for name, value in values.items()}
