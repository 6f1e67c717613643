"""How TransAmerica's forecast of a round is learned: `stellwerk train transamerica`.

The first lesson is played by simple players, every other one by players that choose by what has been learned
so far. Each learns from its rounds and those of the lesson before; the first lesson is soon forgotten. Two
players play most of the rounds; tables of three to six share the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stellwerk.games.transamerica.mind.evaluation import NAME, forecast_of
from stellwerk.games.transamerica.mind.learning import (
    Rounds,
    by_rails_alone,
    first_weights,
    gradient,
    learn,
)
from stellwerk.games.transamerica.mind.self_play import self_play
from stellwerk.learn import Learned

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from stellwerk.learn import Arrays

SEATS: Final = {2: 0.4, 3: 0.2, 4: 0.2, 5: 0.1, 6: 0.1}
"""Which part of the rounds is played with each number of seats."""
EPOCHS: Final = 6
FIRST_RATE: Final = 6e-3
"""How fast weights change in the first lesson."""
FADING: Final = 1 / 3
"""By how much that falls in two lessons."""


class TransAmericaSchool:
    """See `stellwerk.learn.School`. A game is one round here."""

    games = 2000
    remembered = 2

    def __init__(self, lessons: int = 4) -> None:
        self.lessons = lessons

    def first(self) -> Arrays:
        """Nothing: the first rounds are played by simple players."""
        return {}

    def play(self, weights: Arrays, lesson: int, games: int, seed: str, tick: Callable[[], None]) -> Arrays:
        """What was seen in rounds with two to six seats, by field and number of seats."""
        del lesson  # all others than the first are played alike
        forecast = forecast_of(weights) if weights else None
        found: dict[str, NDArray[Any]] = {}
        for seats, count in _shared_out(games).items():
            played = self_play(forecast, seats, count, f"{seed}:{seats}", tick)
            found |= {f"{field}_{seats}": part for field, part in played._asdict().items()}
        return found

    def learn(self, weights: Arrays, positions: Sequence[Arrays], lesson: int) -> Learned:
        """Learn from all rounds, and measure the newest ones before."""
        net = weights[NAME].copy() if weights else first_weights(0)
        measures, parts = {}, []
        for seats in SEATS:
            found = [_rounds(one, seats) for one in positions if f"losses_{seats}" in one]
            if found:
                parts.append(Rounds(*(np.concatenate(field) for field in zip(*found, strict=True))))
            if found and weights:
                measures[f"who is first, {seats} seats"] = gradient(net, found[-1]).first
                measures[f"the same by missing rails alone, {seats} seats"] = by_rails_alone(found[-1])
        rate = FIRST_RATE * FADING ** (lesson / 2)
        measures["loss after learning"] = learn(net, parts, EPOCHS, rate, lesson)[-1]
        return Learned({NAME: net}, measures)


SCHOOL: Final = TransAmericaSchool()


def _shared_out(games: int) -> dict[int, int]:
    """How many of the rounds have how many seats; at least one has two."""
    counts = {seats: round(games * part) for seats, part in SEATS.items()}
    counts[2] += games - sum(counts.values())
    return {seats: count for seats, count in counts.items() if count > 0}


def _rounds(arrays: Arrays, seats: int) -> Rounds:
    return Rounds(*(arrays[f"{field}_{seats}"] for field in Rounds._fields))
