"""The matches that say how strong a game's bots are, found by its levels.

A game with questions of its own brings `tests/games/<key>/strength.py` with `MATCHES`, and with `POOL` for
matches against earlier versions (`bench pool`).
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import stellwerk
from tests.search.minds import thinker

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame

AIM = 0.65
"""The share that each level should reach against the one below."""


class Match(NamedTuple):
    """One question: does the first bot reach this share?"""

    bots: tuple[str, ...]
    aim: float | None = None
    seats: int = 2
    part: float = 1.0
    """Of the blocks: slow or clear matches need fewer."""


def matches_of(key: str) -> tuple[Match, ...]:
    """All matches of a game."""
    found = _own(key, "MATCHES")
    return ladder(key) if found is None else found


def pool_of(key: str) -> tuple[Match, ...]:
    """The matches of a game against an earlier version, which plays the second bot of each; perhaps none."""
    return _own(key, "POOL") or ()


def _own(key: str, name: str) -> tuple[Match, ...] | None:
    """The matches that a game brings under a name."""
    path = f"tests.games.{key}.strength"
    if find_spec(f"tests.games.{key}") is None or find_spec(path) is None:
        return None
    found: tuple[Match, ...] | None = getattr(import_module(path), name, None)
    return found


def same_level(aim: float, level: str, seats: int = 2, part: float = 1.0) -> Match:
    """A level against itself, for `POOL`."""
    return Match((level, level), aim, seats, part)


def ladder(key: str) -> tuple[Match, ...]:
    """Every level against the one below, the lowest against random play, the highest against a copy that
    peeks."""
    game = stellwerk.load(key)
    levels, seats = game.info.levels[::-1], game.info.seats.min
    is_thinking = thinker(game) is not None
    steps = [Match(bots, AIM, seats, part=3) for bots in pairwise(levels)]
    if is_thinking:
        steps[:1] = [step._replace(part=1) for step in steps[:1]]
    if "random" in game.bots and "random" not in levels:
        steps.append(Match((levels[-1], "random"), AIM, seats, part=0.5))
    if is_thinking:
        steps.append(Match((f"peek:{levels[0]}", levels[0]), seats=seats, part=0.4))
    return tuple(steps)


def yardstick(game: AnyGame) -> str:
    """The bot that others are measured by: `greedy`, or the lowest level of a game without it."""
    return "greedy" if "greedy" in game.bots else game.info.levels[0]
