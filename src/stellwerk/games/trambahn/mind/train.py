"""How Trambahn's evaluation is learned: `stellwerk train trambahn`.

Two lessons teach the linear evaluation, the second from the better games that the first made possible. Many
short lessons then teach the net on top of it. Each plays new games with what has been learned so far and
learns from them and from those of the last few lessons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from stellwerk.games.trambahn.fast.features import RUNS_LEFT
from stellwerk.games.trambahn.fast.layout import RUNS
from stellwerk.games.trambahn.mind.evaluation import Weights, hand_set, packed, unpacked
from stellwerk.games.trambahn.mind.learning import first_weights, fit_linear, fit_spread, learn
from stellwerk.games.trambahn.mind.self_play import Positions, judged_by, self_play, together
from stellwerk.learn import Learned

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stellwerk.learn import Arrays

LINEAR_LESSONS: Final = 2
EPOCHS: Final = 4
FIRST_RATE: Final = 6e-3
LAST_RATE: Final = 5e-4
"""How fast the net learns, in its first lesson and in its last."""


class TrambahnSchool:
    """See `stellwerk.learn.School`."""

    games = 2000
    remembered = 6

    def __init__(self, net_lessons: int = 15) -> None:
        self.net_lessons = net_lessons
        self.lessons = LINEAR_LESSONS + net_lessons

    def first(self) -> Arrays:
        """The weights set by hand."""
        return packed(hand_set())

    def play(self, weights: Arrays, lesson: int, games: int, seed: str, tick: Callable[[], None]) -> Arrays:
        """The positions of games between two players with the same weights."""
        del lesson  # all lessons are played alike
        return self_play(unpacked(weights), games, seed, tick)._asdict()

    def learn(self, weights: Arrays, positions: Sequence[Arrays], lesson: int) -> Learned:
        """Learn the linear evaluation in the first lessons, the net in all others."""
        seen, before = together([Positions(**one) for one in positions]), unpacked(weights)
        if lesson < LINEAR_LESSONS:
            return Learned(packed(learn_linear(seen, hand_set().linear)), {})
        net = np.array(before.net, np.float32) if before.net else first_weights(0)
        losses = learn(net, judged_by(before, seen), EPOCHS, self._rate(lesson), lesson - LINEAR_LESSONS)
        after = before._replace(net=[float(weight) for weight in net])
        return Learned(packed(after), {"loss": losses[-1]})

    def _rate(self, lesson: int) -> float:
        """The learning rate of a lesson: it falls from the first to the last by equal factors."""
        done = (lesson - LINEAR_LESSONS) / max(1, self.net_lessons - 1)
        return float(FIRST_RATE * (LAST_RATE / FIRST_RATE) ** done)


SCHOOL: Final = TrambahnSchool()


def learn_linear(positions: Positions, before: list[float]) -> Weights:
    """The linear evaluation that explains these positions best."""
    linear = fit_linear(positions, before)
    expected = positions.features.astype(np.float64) @ linear + positions.leads
    runs_left = positions.features[:, RUNS_LEFT].astype(np.float64) * RUNS
    return Weights(linear, fit_spread(expected, runs_left, positions.wins), [])
