"""Choosing turns and playing on in the fast core: the generator proposes, the net judges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.trambahn.fast.layout import DRAWING, END_TURN, OVER, STEP, TURN

if TYPE_CHECKING:
    from stellwerk.games.trambahn.fast.core import Fast
    from stellwerk.games.trambahn.fast.net import Net
    from stellwerk.games.trambahn.fast.turns import Turns

MOST: Final = 256
"""More turns are never ranked."""


@final
class Player:
    """Plays whole turns by one evaluation."""

    def __init__(self, turns: Turns, net: Net) -> None:
        self.turns = turns
        self.net = net
        self.order = vec[i64]([0] * MOST)
        """Kept turns, the best first."""
        self.chances = vec[float]([0.0] * MOST)
        """The probability to win with each of them."""

    def rank(self, fast: Fast, keep: i64, most: i64) -> i64:
        """Order the most promising turns by what the net says; returns how many."""
        count = self.turns.generate(fast, keep)
        if count < most:
            most = count
        self._take_best(count, most)
        place: i64 = 0
        while place < most:
            chance = self.judge(fast, self.order[place])
            self._sort_in(place, self.order[place], chance)
            place += 1
        return most

    def _take_best(self, count: i64, most: i64) -> None:
        """The turns that the linear evaluation likes most, to the front of `order`."""
        values, order = self.turns.walk.values, self.order
        place: i64 = 0
        while place < most:
            best: i64 = -1
            turn: i64 = 0
            while turn < count:
                if not self._is_taken(turn, place) and (best < 0 or values[turn] > values[best]):
                    best = turn
                turn += 1
            order[place] = best
            place += 1

    def _is_taken(self, turn: i64, places: i64) -> bool:
        place: i64 = 0
        while place < places:
            if self.order[place] == turn:
                return True
            place += 1
        return False

    def _sort_in(self, place: i64, turn: i64, chance: float) -> None:
        order, chances = self.order, self.chances
        while place > 0 and chances[place - 1] < chance:
            order[place] = order[place - 1]
            chances[place] = chances[place - 1]
            place -= 1
        order[place] = turn
        chances[place] = chance

    def judge(self, fast: Fast, turn: i64) -> float:
        """What the net says of a kept turn."""
        after = fast.copy()
        me = fast.table[TURN]
        self.turns.play(after, turn)
        if after.table[STEP] == OVER:
            return after.outcome(me)
        return self.net.evaluate(after, me)

    def go_on(self, fast: Fast, seat: i64, depth: i64, most: i64) -> float:
        """Play so many turns from the beginning of a turn, each the best of `most` by the net.

        Returns the seat's probability to win after the last of them.
        """
        left = depth
        while True:
            if fast.table[STEP] == DRAWING:
                fast.shuffle()
                continue
            if fast.table[STEP] == OVER:
                return fast.outcome(seat)
            me = fast.table[TURN]
            self.rank(fast, 1, most)
            left -= 1
            if left <= 0:
                return self.chances[0] if me == seat else 1.0 - self.chances[0]
            if self.turns.play(fast, self.order[0]):
                fast.play(END_TURN)
