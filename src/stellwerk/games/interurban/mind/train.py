"""How InterUrban's evaluation is learned: `stellwerk train interurban`.

The first lesson is played with the weights set by hand, every other one with what has been learned so far.
Each learns from its games and those of the lessons before it. Two players play most of the games, because
their games say most about who wins; tables of three to five share the rest. The last lessons teach the net
that sees all lines together, which corrects what has been learned by then: only tables of three to five
play.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stellwerk.games.interurban.fast import ask
from stellwerk.games.interurban.fast.layout import END_TURN, REASON, TURN
from stellwerk.games.interurban.fast.turns import TurnFinder
from stellwerk.games.interurban.fast.worth import Weights
from stellwerk.games.interurban.mind import whole_learning
from stellwerk.games.interurban.mind.evaluation import NAME, WHOLE, weights_of
from stellwerk.games.interurban.mind.learning import Lookup, Positions, first_weights, gradient, learn
from stellwerk.games.interurban.mind.self_play import BEAM, deal, self_play
from stellwerk.learn import Learned

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from stellwerk.learn import Arrays

SEATS: Final = {2: 0.4, 3: 0.3, 4: 0.15, 5: 0.15}
"""Which part of the games is played with each number of seats."""
WHOLE_SEATS: Final = {3: 0.5, 4: 0.25, 5: 0.25}
"""The same in the last lessons."""
WHOLE_LESSONS: Final = 3
"""How many lessons teach the net that sees all lines together."""
EPOCHS: Final = 3
FIRST_RATE: Final = 6e-3
LAST_RATE: Final = 1e-3
"""How fast weights change in the first lesson, and in the last."""
WHOLE_RATE: Final = 3e-3
DEALS: Final = 40
"""How many deals measure what a lesson has brought, each with both seats exchanged."""


class InterUrbanSchool:
    """See `stellwerk.learn.School`."""

    games = 20000
    remembered = 3

    def __init__(self, line_lessons: int = 6) -> None:
        self.line_lessons = line_lessons
        self.lessons = line_lessons + WHOLE_LESSONS

    def first(self) -> Arrays:
        """Nothing: the first games are played with weights set by hand."""
        return {}

    def play(self, weights: Arrays, lesson: int, games: int, seed: str, tick: Callable[[], None]) -> Arrays:
        """The positions of games with two to five seats, by field and number of seats."""
        found: dict[str, NDArray[Any]] = {}
        is_whole = lesson >= self.line_lessons
        for seats, count in _shared_out(games, WHOLE_SEATS if is_whole else SEATS).items():
            played = self_play(weights_of(weights), seats, count, f"{seed}:{seats}", tick, only_wins=is_whole)
            found |= {f"{field}_{seats}": part for field, part in played._asdict().items()}
        return found

    def learn(self, weights: Arrays, positions: Sequence[Arrays], lesson: int) -> Learned:
        """Learn from all positions, and measure the newest ones before."""
        if lesson >= self.line_lessons:
            return self._learn_whole(weights, positions[self.line_lessons - lesson - 1 :], lesson)
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
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (lesson / max(1, self.line_lessons - 1))
        measures["loss after learning"] = learn(net, lookups, EPOCHS, rate, lesson)[-1]
        after = {NAME: net}
        measures["share against the weights set by hand"] = share(weights_of(after), Weights(), DEALS)
        return Learned(after, measures)

    def _learn_whole(self, weights: Arrays, positions: Sequence[Arrays], lesson: int) -> Learned:
        """Learn the net that sees all lines together, from the lessons that teach it."""
        judge, net = weights[NAME], whole_learning.first_weights(0)
        measures, lookups = {}, []
        for seats in WHOLE_SEATS:
            found = [_positions(one, seats) for one in positions if f"keys_{seats}" in one]
            if found:
                lookups.append(
                    Lookup(Positions(*(np.concatenate(part) for part in zip(*found, strict=True))))
                )
                newest = whole_learning.see(Lookup(found[-1]), slice(None), judge)
                before = weights.get(WHOLE, net)
                name = f"loss of new games, {seats} seats, all lines together"
                measures[name] = whole_learning.gradient(before, newest)[1]
        losses = whole_learning.learn(net, lookups, judge, EPOCHS, WHOLE_RATE, lesson)
        measures["loss after learning, all lines together"] = losses[-1]
        return Learned({**weights, WHOLE: net}, measures)


SCHOOL: Final = InterUrbanSchool()


def _shared_out(games: int, parts: Mapping[int, float]) -> dict[int, int]:
    """How many of the games have how many seats; at least one has the fewest."""
    counts = {seats: round(games * part) for seats, part in parts.items()}
    counts[min(parts)] += games - sum(counts.values())
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
