"""Playouts in the fast core: a turn in a possible world, some turns of sensible play, then the evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from stellwerk.games.interurban.fast.layout import END_TURN, REASON, mixed, next_random
from stellwerk.games.interurban.fast.turns import Turns

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stellwerk.games.interurban.fast.core import FastTable
    from stellwerk.games.interurban.fast.value import Weights

FEW: Final = 8
"""Who wanders plays any of so many turns, the best by the evaluation."""


@final
class Playout:
    """Plays on from a table; `beam` and `horizon` say how carefully and how many turns.

    Either what lies face down is shuffled in every world, or (`wander`) it stays as it is and players wander.
    """

    def __init__(self, weights: Weights, beam: i64, horizon: i64, wander: bool) -> None:
        self.turns = Turns(weights)
        self.beam = beam
        self.horizon = horizon
        self.wander = wander
        self.random: i64 = 1
        """Where those who wander are, in the random numbers of the world."""

    def world(self, table: FastTable, seed: i64, number: i64) -> FastTable:
        """A copy of a table, in the world of a number."""
        copy = table.copy()
        self.random = 1 + (mixed(seed + number * 7919) >> 1)
        if not self.wander:
            copy.shuffle(self.random)
        return copy

    def play_turn(self, table: FastTable, first: i64, second: i64, third: i64) -> None:
        """Play a whole turn (0: no tile); it ends even if more could be laid."""
        if first != END_TURN:
            table.lay(first)
        if second:
            table.lay(second)
        if third:
            table.lay(third)
        table.end_turn()

    def play_on(self, table: FastTable) -> None:
        """Play the turn that the evaluation likes best, or one of the best."""
        self.turns.find_few(table.board, table.state, self.beam, FEW if self.wander else 1)
        best = self.turns.best
        first: i64 = 0
        if self.wander:
            self.random = next_random(self.random)
            first = 3 * (best.count * self.random >> 32)
        moves = best.moves
        self.play_turn(table, moves[first], moves[first + 1], moves[first + 2])

    def result(self, table: FastTable, me: i64) -> float:
        """Play on to the horizon; gives a seat's probability to win."""
        number: i64 = 0
        while number < self.horizon and not table.state[REASON]:
            self.play_on(table)
            number += 1
        if table.state[REASON]:
            return self.turns.value.final_share(table.state, me)
        return self.turns.value.chance(table.state, me)

    def playout(
        self, table: FastTable, seed: i64, world: i64, me: i64, first: i64, second: i64, third: i64
    ) -> float:
        """A turn in a world, and play up to the horizon: a seat's probability to win."""
        copy = self.world(table, seed, world)
        self.play_turn(copy, first, second, third)
        return self.result(copy, me)
