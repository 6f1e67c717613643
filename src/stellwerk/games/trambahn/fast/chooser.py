"""Chooses turns by evaluation: the generator proposes, the linear evaluation picks a few, the net ranks them.

    generate ─► all kept turns ─► the most promising by linear value ─► ordered by what the net says
                (`Turns.kept`)    (`_take_best`)                        (`order`, `chances`)

A playout goes on in the same way for a few turns (`play_out`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.fast.kept import TURNS

if TYPE_CHECKING:
    from stellwerk.games.trambahn.fast.core import Core
    from stellwerk.games.trambahn.fast.net import Net
    from stellwerk.games.trambahn.fast.turns import Turns


@final
class Chooser:
    """Chooses whole turns by one evaluation."""

    def __init__(self, turns: Turns, net: Net) -> None:
        self.turns = turns
        self.net = net
        self.order = vec[i64]([0] * TURNS)
        """The places of kept turns, the best first."""
        self.chances = vec[float]([0.0] * TURNS)
        """The probability of winning with each of them."""

    def rank(self, core: Core, kept: i64, most: i64) -> i64:
        """Rank the `most` promising turns; return how many there are.

        The generator keeps `kept` turns for each choice of passengers.
        """
        count = self.turns.generate(core, kept)
        if count < most:
            most = count
        self._take_best(count, most)
        place: i64 = 0
        while place < most:
            turn = self.order[place]
            self._sort_in(place, turn, self.judge(core, turn))
            place += 1
        return most

    def _take_best(self, count: i64, most: i64) -> None:
        """Put the turns of the highest linear values to the front of `order`."""
        values = self.turns.kept.values
        turn: i64 = 0
        while turn < count:
            if turn < most:
                self._sort_in(turn, turn, values[turn])
            elif values[turn] > self.chances[most - 1]:
                self._sort_in(most - 1, turn, values[turn])
            turn += 1

    def _sort_in(self, place: i64, turn: i64, value: float) -> None:
        """Sort a turn in among the sorted ones before `place`; of equal turns the earlier stays ahead."""
        order, values = self.order, self.chances
        while place > 0 and values[place - 1] < value:
            order[place] = order[place - 1]
            values[place] = values[place - 1]
            place -= 1
        order[place] = turn
        values[place] = value

    def judge(self, core: Core, turn: i64) -> float:
        """The probability of winning after a kept turn, by the net."""
        after = core.copy()
        me = core.table[at.TURN]
        self.turns.play(after, turn)
        if after.table[at.STEP] == at.OVER:
            return after.outcome(me)
        return self.net.evaluate(after, me)

    def play_out(self, core: Core, seat: i64, depth: i64, most: i64) -> float:
        """Play `depth` turns, each the best of `most`; return the seat's probability of winning after them.

        The core is changed. It stands at the beginning of a turn, or a shuffle is due.
        """
        left = depth
        while True:
            if core.table[at.STEP] == at.DRAWING:
                core.shuffle()
                continue
            if core.table[at.STEP] == at.OVER:
                return core.outcome(seat)
            me = core.table[at.TURN]
            self.rank(core, 1, most)
            left -= 1
            if left <= 0:
                return self.chances[0] if me == seat else 1.0 - self.chances[0]
            if self.turns.play(core, self.order[0]):
                core.play(at.END_TURN)
