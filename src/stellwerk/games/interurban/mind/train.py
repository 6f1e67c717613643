"""How InterUrban's evaluation is learned: `stellwerk train interurban`.

The first lesson is played with the weights set by hand, every other one with what has been learned so far.
Each learns from its games and those of the lessons before it. Two players play most of the games, because
their games say most about who wins; tables of three to five share the rest.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stellwerk.games.interurban.fast import ask
from stellwerk.games.interurban.fast.layout import END_TURN, REASON, TURN
from stellwerk.games.interurban.fast.turns import TurnFinder
from stellwerk.games.interurban.fast.worth import Weights
from stellwerk.games.interurban.mind.evaluation import NAME, weights_of
from stellwerk.games.interurban.mind.learning import Lookup, Positions, first_weights, gradient, learn
from stellwerk.games.interurban.mind.self_play import BEAM, deal, self_play
from stellwerk.learn import Learned

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from stellwerk.learn import Arrays

SEATS: Final = {2: 0.4, 3: 0.3, 4: 0.15, 5: 0.15}
"""Which part of the games is played with each number of seats."""
EPOCHS: Final = 3
FIRST_RATE: Final = 6e-3
LAST_RATE: Final = 1e-3
"""How fast weights change in the first lesson, and in the last."""
DEALS: Final = 40
"""How many deals measure what a lesson has brought, each with both seats exchanged."""


class InterUrbanSchool:
    """See `stellwerk.learn.School`."""

    games = 20000
    lessons = 6
    remembered = 3

    def first(self) -> Arrays:
        """Nothing: the first games are played with weights set by hand."""
        return {}

    def play(self, weights: Arrays, lesson: int, games: int, seed: str, tick: Callable[[], None]) -> Arrays:
        """The positions of games with two to five seats, by field and number of seats."""
        del lesson  # all lessons are alike
        found: dict[str, NDArray[Any]] = {}
        for seats, count in _shared_out(games).items():
            played = self_play(weights_of(weights), seats, count, f"{seed}:{seats}", tick)
            found |= {f"{field}_{seats}": part for field, part in played._asdict().items()}
        return found

    def learn(self, weights: Arrays, positions: Sequence[Arrays], lesson: int) -> Learned:
        """Learn from all positions, and measure the newest ones before."""
        net = weights[NAME].copy() if NAME in weights else first_weights(0)
        measures = {}
        lookups = []
        for seats in SEATS:
            found = [_positions(one, seats) for one in positions if f"keys_{seats}" in one]
            if found:
                lookups.append(
                    Lookup(Positions(*(np.concatenate(part) for part in zip(*found, strict=True))))
                )
            if found and NAME in weights:
                newest = Lookup(found[-1])
                measures[f"loss of new games, {seats} seats"] = gradient(net, newest.batch(slice(None)))[1]
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (lesson / max(1, self.lessons - 1))
        measures["loss after learning"] = learn(net, lookups, EPOCHS, rate, lesson)[-1]
        after = {NAME: net}
        measures["share against the weights set by hand"] = share(weights_of(after), Weights(), DEALS)
        return Learned(after, measures)


SCHOOL: Final = InterUrbanSchool()


def _shared_out(games: int) -> dict[int, int]:
    """How many of the games have how many seats; at least one has two."""
    counts = {seats: round(games * part) for seats, part in SEATS.items()}
    counts[2] += games - sum(counts.values())
    return {seats: count for seats, count in counts.items() if count > 0}


def _positions(arrays: Arrays, seats: int) -> Positions:
    return Positions(*(arrays[f"{field}_{seats}"] for field in Positions._fields))


def share(weights: Weights, others: Weights, deals: int) -> float:
    """The part of two-player games that some weights win against others, both without search."""
    finders, won = [TurnFinder(weights), TurnFinder(others)], 0.0
    for number in range(deals):
        for seat in range(2):
            core = deal(2, random.Random(f"measure:{number}"))  # noqa: S311 (games, not secrets)
            while not core.state[REASON]:
                finder = finders[int(core.state[TURN]) ^ seat]
                ask.find_few(finder, core, BEAM, 1)
                for place in range(3):
                    move = int(finder.best.moves[place])
                    if move not in (0, END_TURN):
                        core.lay(move)
                core.end_turn()
            won += ask.final_share(finders[0].evaluation, core, seat)
    return won / (2 * deals)
