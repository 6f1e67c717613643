"""Games that Trambahn's evaluation plays against itself, as numbers to learn from."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from stellwerk.core.setup import make_setup
from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.fast.core import Fast
from stellwerk.games.trambahn.fast.features import FEATURES, RUNS_LEFT
from stellwerk.games.trambahn.fast.inputs import INPUTS, LOGIT, SUM
from stellwerk.games.trambahn.fast.net import LOGIT_SCALE, SUM_SCALE
from stellwerk.games.trambahn.info import INFO
from stellwerk.games.trambahn.law.cards import chance
from stellwerk.games.trambahn.law.rules import apply, begin

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from stellwerk.games.trambahn.fast.play import Player
    from stellwerk.games.trambahn.mind.evaluation import Weights

WIDTH = 12
"""So many turns are judged."""
USES = 2
"""Ways to use the other cards, for each choice of passengers."""
EXPLORING = 0.1
"""How often one of the best few is played instead of the best."""
FEW = 4
FADING = 0.85
"""How much of the value of a position comes from what came of it later: λ of TD(λ)."""
POINTS_AS_CHANCE = 20.0
"""Half of the outcome is who won; half is by how much, on this scale."""


class Positions(NamedTuple):
    """Finished turns, each seen by who had just played."""

    features: NDArray[np.float32]
    inputs: NDArray[np.float16]
    logits: NDArray[np.float32]
    """What the linear evaluation said."""
    growth: NDArray[np.float32]
    """By how much the lead grew until the end."""
    leads: NDArray[np.float32]
    """The lead as it was."""
    wins: NDArray[np.float32]
    targets: NDArray[np.float32]
    """What the net should have said."""


def together(lessons: list[Positions]) -> Positions:
    """The positions of several lessons."""
    return Positions(*(np.concatenate(parts) for parts in zip(*lessons, strict=True)))


def judged_by(weights: Weights, positions: Positions) -> Positions:
    """The same positions, with what the linear evaluation of these weights says of them."""
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
    """Of the best turn."""
    strayed: bool
    """Whether another one was played: what came of that says nothing about the positions before."""


def self_play(weights: Weights, games: int, seed: str, tick: Callable[[], None]) -> Positions:
    """Let the weights play against themselves; the same seed gives the same games."""
    player, rng = weights.player(), random.Random(seed)  # noqa: S311 (games, not secrets)
    rows: list[tuple[object, ...]] = []
    for _ in range(games):
        rows += _play(player, rng)
        tick()
    columns = list(zip(*rows, strict=True))
    features = np.array(columns[0], np.float32)
    inputs = np.array(columns[1], np.float16)
    return Positions(features, inputs, *(np.array(column, np.float32) for column in columns[2:]))


def _deal(rng: random.Random) -> Fast:
    state = begin(make_setup(INFO, 2, {}, rng.randrange(2)))
    fast = Fast.from_state(apply(state, chance(state, rng)))
    fast.seed(1 + rng.randrange(at.WORD))
    return fast


def _play(player: Player, rng: random.Random) -> list[tuple[object, ...]]:
    fast = _deal(rng)
    moments: list[_Moment] = []
    while fast.table[at.STEP] != at.OVER:
        if fast.table[at.STEP] == at.DRAWING:
            fast.shuffle()
            continue
        count = int(player.rank(fast, USES, WIDTH))
        place = rng.randrange(min(FEW, count)) if rng.random() < EXPLORING else 0
        seat = int(fast.table[at.TURN])
        if player.turns.play(fast, player.order[place]):
            moments.append(_look(player, fast, seat, strayed=place > 0))
            fast.play(at.END_TURN)
    return _learn_from(fast, moments)


def _look(player: Player, fast: Fast, seat: int, *, strayed: bool) -> _Moment:
    net, value = player.net, player.chances[0]
    logit = net.look(fast, seat)
    features = np.asarray(memoryview(net.features)).astype(np.float32)
    inputs = np.asarray(memoryview(net.inputs)).astype(np.float16)
    assert features.shape == (FEATURES,)
    assert inputs.shape == (INPUTS,)
    lead = int(fast.score(seat) - fast.score(1 - seat))
    return _Moment(seat, features, inputs, logit, lead, value, strayed)


def _learn_from(fast: Fast, moments: list[_Moment]) -> list[tuple[object, ...]]:
    """Every moment with what came of it, from the last one backwards."""
    lead = int(fast.score(0) - fast.score(1))
    outcome = (fast.outcome(0) + 1 / (1 + np.exp(-lead / POINTS_AS_CHANCE))) / 2
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
                fast.outcome(moment.seat),
                own,
            )
        )
        value = moment.value if moment.seat == 0 else 1 - moment.value
        target = value if moment.strayed else FADING * target + (1 - FADING) * value
    return rows
