"""Games of InterUrban that the evaluation plays against itself, as arrays to learn from.

Everybody plays the turn that the evaluation likes best, as in playouts, but sometimes strays: plays one of
the next best, or lays fewer tiles. Half of the positions are seen before tiles are refilled, as turns are
judged, and half after, as playouts end.
"""

from __future__ import annotations

import random
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from stellwerk.core.setup import make_setup
from stellwerk.games.interurban.fast import ask
from stellwerk.games.interurban.fast import layout as at
from stellwerk.games.interurban.fast.core import Core
from stellwerk.games.interurban.fast.turns import TurnFinder
from stellwerk.games.interurban.info import INFO
from stellwerk.games.interurban.law.rules import apply, begin
from stellwerk.games.interurban.law.supply import chance
from stellwerk.games.interurban.mind.learning import Positions

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.games.interurban.fast.worth import Weights

BEAM: Final = 8
STRAYING: Final = 0.12
"""How often one of the best `FEW` turns is played instead of the best."""
FEW: Final = 6
SHORTENING: Final = 0.03
"""How often only the first tiles of the best turn are laid."""
FADING: Final = 0.9
"""How much of a position's target comes from what happened later: the λ of TD(λ)."""
BY_POINTS: Final = 0.25
"""The part of the outcome that depends on points; the rest is who won."""
POINTS_AS_CHANCE: Final = 4.0
"""The lead in points that counts like a likely win in that part."""


class _Outcome(NamedTuple):
    """What the end of a game means for its positions: see `FADING` and `BY_POINTS`."""

    fading: float
    by_points: float


class _Moment(NamedTuple):
    keys: list[int]
    sure: list[int]
    left: list[int]
    first: int
    track: int
    value: list[float]
    """The chances of all seats by the evaluation."""
    strayed: bool
    """True if the turn before was not the best: this says nothing about earlier positions."""


def self_play(
    weights: Weights,
    seats: int,
    games: int,
    seed: str,
    tick: Callable[[], None],
    *,
    only_wins: bool = False,
) -> Positions:
    """Play games with these weights for all seats; the same seed gives the same games.

    With `only_wins` the target of every position is who won, and nothing else.
    """
    finder, rng = TurnFinder(weights), random.Random(seed)  # noqa: S311 (games, not secrets)
    teaches_itself = weights.learned and not only_wins  # what is set by hand teaches nothing
    outcome = _Outcome(FADING if teaches_itself else 1.0, 0.0 if only_wins else BY_POINTS)
    rows: list[tuple[object, ...]] = []
    for _ in range(games):
        rows += _play(finder, seats, rng, outcome)
        tick()
    keys, sure, left, first, track, targets, final = zip(*rows, strict=True)
    return Positions(
        np.array(keys, np.int64),
        np.array(sure, np.float32),
        np.array(left, np.int64),
        np.array(first, np.int64),
        np.array(track, np.int64),
        np.array(targets, np.float32),
        np.array(final, np.float32),
    )


def deal(seats: int, rng: random.Random) -> Core:
    """A new game."""
    state = begin(make_setup(INFO, seats, {}, rng.randrange(seats)))
    return Core.from_state(apply(state, chance(state, rng)))


def _play(finder: TurnFinder, seats: int, rng: random.Random, outcome: _Outcome) -> list[tuple[object, ...]]:
    core, moments = deal(seats, rng), []
    while not core.state[at.REASON]:
        ask.find_few(finder, core, BEAM, FEW)
        place = rng.randrange(finder.best.count) if rng.random() < STRAYING else 0
        moves = [int(finder.best.moves[3 * place + number]) for number in range(3)]
        is_short = rng.random() < SHORTENING
        for move in moves[: rng.randrange(1, 3) if is_short else 3]:
            if move not in (0, at.END_TURN):
                core.lay(move)
        is_early = rng.random() < 0.5
        if is_early:
            moments.append(_look(finder, core, strayed=is_short or place > 0))
        core.end_turn()
        if not is_early and not core.state[at.REASON]:
            moments.append(_look(finder, core, strayed=is_short or place > 0))
    return _learn_from(finder, core, moments, outcome)


def _look(finder: TurnFinder, core: Core, *, strayed: bool) -> _Moment:
    state = core.state
    seats, keys, sure = int(state[at.SEATS]), ask.keys_of(core), ask.sure_points(core)
    left = [int(state[at.STATIONS_LEFT + seat]) for seat in range(seats)]
    first = (int(state[at.TURN]) + (state[at.LAID] > 0)) % seats
    value = _shares(ask.expectations(finder.evaluation, core))
    return _Moment(keys, sure, left, first, ask.track_left(core), value, strayed)


def _shares(logits: list[float]) -> list[float]:
    """The softmax of some logits."""
    top = max(logits)
    powers = [exp(logit - top) for logit in logits]
    total = sum(powers)
    return [power / total for power in powers]


def _learn_from(
    finder: TurnFinder, core: Core, moments: list[_Moment], outcome: _Outcome
) -> list[tuple[object, ...]]:
    """One row of `Positions` for each moment, from the last one backwards."""
    final = core.score()
    by_points = _shares([score / POINTS_AS_CHANCE for score in final])
    target = [
        (1 - outcome.by_points) * ask.final_share(finder.evaluation, core, seat)
        + outcome.by_points * by_points[seat]
        for seat in range(len(final))
    ]
    rows: list[tuple[object, ...]] = []
    for moment in reversed(moments):
        rows.append((*moment[:5], target, final))
        part = 0.0 if moment.strayed and outcome.fading < 1 else outcome.fading
        target = [part * later + (1 - part) * now for later, now in zip(target, moment.value, strict=True)]
    return rows
