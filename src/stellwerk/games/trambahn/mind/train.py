"""Learns Trambahn's evaluation from games against itself: `stellwerk train trambahn`.

Two lessons teach the linear evaluation, the second from the better games that the first made possible. Many
short lessons then teach the net on top of it. Each plays new games with what has been learned so far and
learns from them and from those of the last few lessons. The same seed and number of games give the same
weights on the same machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from stellwerk.games.trambahn.fast.features import RUNS_LEFT
from stellwerk.games.trambahn.fast.layout import RUNS
from stellwerk.games.trambahn.mind.evaluation import Weights, hand_set
from stellwerk.games.trambahn.mind.learning import first_weights, fit_linear, fit_spread, learn
from stellwerk.games.trambahn.mind.self_play import judged_by, self_play, together

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from stellwerk.games.trambahn.mind.self_play import Positions

GAMES = 2000
"""The number of games in each lesson, unless the command line gives another."""
LINEAR_LESSONS = 2
NET_LESSONS = 15
REMEMBERED = 6
"""How many lessons the net learns from at a time."""
EPOCHS = 4
FIRST_RATE, LAST_RATE = 6e-3, 5e-4
"""How fast the net learns, in its first lesson and in its last."""


def train(seed: str, games: int, out: Path, tick: Callable[[int], None]) -> None:
    """Learn from `games` games in each lesson and write the weights; `tick(1)` is called after each game."""
    weights = hand_set()
    lessons: list[Positions] = []
    for lesson in range(LINEAR_LESSONS):
        lessons.append(self_play(weights, games, f"{seed}:linear:{lesson}", lambda: tick(1)))
        weights = learn_linear(together(lessons), hand_set().linear)
    net = first_weights(0)
    for lesson in range(NET_LESSONS):
        lessons.append(self_play(weights, games, f"{seed}:net:{lesson}", lambda: tick(1)))
        lessons = lessons[-REMEMBERED:]
        learn(net, judged_by(weights, together(lessons)), EPOCHS, _rate(lesson), lesson)
        weights = weights._replace(net=[float(weight) for weight in net])
    weights.save(out)


def _rate(lesson: int) -> float:
    """The learning rate of a lesson: it falls from the first to the last by equal factors."""
    return float(FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (lesson / (NET_LESSONS - 1)))


def total(games: int) -> int:
    """The number of games in all lessons together."""
    return games * (LINEAR_LESSONS + NET_LESSONS)


def learn_linear(positions: Positions, before: list[float]) -> Weights:
    """The linear evaluation that explains these positions best."""
    linear = fit_linear(positions, before)
    expected = positions.features.astype(np.float64) @ linear + positions.leads
    runs_left = positions.features[:, RUNS_LEFT].astype(np.float64) * RUNS
    return Weights(linear, fit_spread(expected, runs_left, positions.wins), [])
