"""Games that the evaluation plays against itself, as arrays to learn from."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from stellwerk.core.setup import make_setup
from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.fast.core import Core
from stellwerk.games.trambahn.fast.features import FEATURES, RUNS_LEFT
from stellwerk.games.trambahn.fast.inputs import INPUTS, LOGIT, SUM
from stellwerk.games.trambahn.fast.net import LOGIT_SCALE, SUM_SCALE
from stellwerk.games.trambahn.info import INFO
from stellwerk.games.trambahn.law.cards import chance
from stellwerk.games.trambahn.law.rules import apply, begin

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from stellwerk.games.trambahn.fast.chooser import Chooser
    from stellwerk.games.trambahn.mind.evaluation import Weights

WIDTH = 12
"""How many turns are judged by the net."""
USES = 2
"""How many ways to use the other cards are kept for each choice of passengers."""
EXPLORING = 0.1
"""How often one of the best `FEW` turns is played instead of the best."""
FEW = 4
FADING = 0.85
"""How much of a position's target comes from what happened later: the λ of TD(λ)."""
POINTS_AS_CHANCE = 20.0
"""Half of the outcome is who won; the other half is by how many points, on this scale."""


class Positions(NamedTuple):
    """Finished turns, each seen by the player who has just played."""

    features: NDArray[np.float32]
    inputs: NDArray[np.float16]
    logits: NDArray[np.float32]
    """What the linear evaluation says."""
    growth: NDArray[np.float32]
    """How much the lead grew until the end."""
    leads: NDArray[np.float32]
    """The lead at that time."""
    wins: NDArray[np.float32]
    targets: NDArray[np.float32]
    """What the net should say."""


def together(lessons: list[Positions]) -> Positions:
    """The positions of several lessons as one."""
    return Positions(*(np.concatenate(parts) for parts in zip(*lessons, strict=True)))


def judged_by(weights: Weights, positions: Positions) -> Positions:
    """The same positions, with what the linear evaluation of these weights says about them."""
    leads = positions.features @ np.array(weights.linear, np.float32) + positions.leads
    runs_left = positions.features[:, RUNS_LEFT] * at.RUNS
    logits = leads / (weights.spread[0] + weights.spread[1] * runs_left)
    inputs = positions.inputs.copy()
    inputs[:, SUM], inputs[:, LOGIT] = leads / SUM_SCALE, logits / LOGIT_SCALE
    return positions._replace(inputs=inputs, logits=logits.astype(np.float32))


class _Moment(NamedTuple):
    seat: int
    features: NDArray[np.float32]
    inputs: NDArray[np.float16]
    logit: float
    lead: int
    value: float
    """The probability of winning with the best turn."""
    strayed: bool
    """True if another turn was played: what follows says nothing about earlier positions."""


def self_play(weights: Weights, games: int, seed: str, tick: Callable[[], None]) -> Positions:
    """Play games with these weights on both sides; the same seed gives the same games."""
    chooser, rng = weights.chooser(), random.Random(seed)  # noqa: S311 (games, not secrets)
    rows: list[tuple[object, ...]] = []
    for _ in range(games):
        rows += _play(chooser, rng)
        tick()
    columns = list(zip(*rows, strict=True))
    features = np.array(columns[0], np.float32)
    inputs = np.array(columns[1], np.float16)
    return Positions(features, inputs, *(np.array(column, np.float32) for column in columns[2:]))


def _deal(rng: random.Random) -> Core:
    state = begin(make_setup(INFO, 2, {}, rng.randrange(2)))
    core = Core.from_state(apply(state, chance(state, rng)))
    core.seed(1 + rng.randrange(at.WORD))
    return core


def _play(chooser: Chooser, rng: random.Random) -> list[tuple[object, ...]]:
    core = _deal(rng)
    moments: list[_Moment] = []
    while core.table[at.STEP] != at.OVER:
        if core.table[at.STEP] == at.DRAWING:
            core.shuffle()
            continue
        count = int(chooser.rank(core, USES, WIDTH))
        place = rng.randrange(min(FEW, count)) if rng.random() < EXPLORING else 0
        seat = int(core.table[at.TURN])
        if chooser.turns.play(core, chooser.order[place]):
            moments.append(_look(chooser, core, seat, strayed=place > 0))
            core.play(at.END_TURN)
    return _learn_from(core, moments)


def _look(chooser: Chooser, core: Core, seat: int, *, strayed: bool) -> _Moment:
    net, value = chooser.net, chooser.chances[0]
    logit = net.look(core, seat)
    features = np.asarray(memoryview(net.features)).astype(np.float32)
    inputs = np.asarray(memoryview(net.inputs)).astype(np.float16)
    assert features.shape == (FEATURES,)
    assert inputs.shape == (INPUTS,)
    lead = int(core.score(seat) - core.score(1 - seat))
    return _Moment(seat, features, inputs, logit, lead, value, strayed)


def _learn_from(core: Core, moments: list[_Moment]) -> list[tuple[object, ...]]:
    """One row of `Positions` for each moment, from the last one backwards."""
    lead = int(core.score(0) - core.score(1))
    outcome = (core.outcome(0) + 1 / (1 + np.exp(-lead / POINTS_AS_CHANCE))) / 2
    target = outcome
    rows: list[tuple[object, ...]] = []
    for moment in reversed(moments):
        sign = 1 if moment.seat == 0 else -1
        own = target if moment.seat == 0 else 1 - target
        rows.append(
            (
                moment.features,
                moment.inputs,
                moment.logit,
                sign * lead - moment.lead,
                moment.lead,
                core.outcome(moment.seat),
                own,
            )
        )
        value = moment.value if moment.seat == 0 else 1 - moment.value
        target = value if moment.strayed else FADING * target + (1 - FADING) * value
    return rows
