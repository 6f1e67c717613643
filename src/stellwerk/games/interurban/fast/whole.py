"""How good a position of InterUrban looks to a net that sees all lines of a seat together.

`evaluation` adds up what single lines are worth. That misses how they fit together: who leads where few lines
are left, and how much a lead is worth when the stations run out. This net corrects it, seat by seat:

    line_key ─ 42 inputs ─ LINE ─► 32 units, added up over all unfinished lines ┬─ HIDDEN ─► 32 units ─┐
    20 numbers about the seat and the table ────────────────────────────────────┘                      ├─► +
    what `evaluation` expects, divided by its scale ───────────────────────────────────────────────────┘

The sums of all seats make a softmax. The net was taught with three players and more; between two,
`evaluation` judges alone. It takes some microseconds, where `evaluation` follows a turn tile by tile in a
fraction of one: so it judges where playouts end, and `evaluation` finds the turns.

The units of a line are kept by its key, as in `worth`. The loops are plain and their order is fixed, so that
interpreted and compiled code give the same numbers.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.interurban.fast.evaluation import track_left
from stellwerk.games.interurban.fast.layout import (
    FINISHED,
    LAID,
    LINE_SIZE,
    LINES,
    MASK_32,
    SEATS,
    STATIONS_LEFT,
    TRACK_COUNT,
    TURN,
)
from stellwerk.games.interurban.fast.line_key import INPUTS, line_key, open_stations, write_inputs
from stellwerk.games.interurban.fast.scoring import points
from stellwerk.games.interurban.fast.supply import end_reason
from stellwerk.games.interurban.fast.worth import MOST_SEATS

if TYPE_CHECKING:
    from stellwerk.games.interurban.fast.evaluation import Evaluation

LINE_UNITS: Final = 32
UNITS: Final = 32
TABLE: Final = 20
"""How many numbers there are about the seat and the table."""
KEPT: Final = 1 << 12
"""The units of this many lines are kept."""
KEPT_UNITS: Final = MOST_SEATS * LINE_UNITS

# Places in the learned weights
LINE: Final = 0
LINE_BIASES: Final = INPUTS * LINE_UNITS
HIDDEN: Final = LINE_BIASES + LINE_UNITS
HIDDEN_BIASES: Final = HIDDEN + (LINE_UNITS + TABLE) * UNITS
OUT: Final = HIDDEN_BIASES + UNITS
DIRECT: Final = OUT + UNITS
"""From the units of lines straight to the sum."""
EXPECTED: Final = DIRECT + LINE_UNITS
"""How much counts what `evaluation` expects."""
LEARNED: Final = EXPECTED + 1
"""How many weights are learned."""

# The numbers about the seat and the table
SURE: Final = 0
"""Points from finished lines: its own, the most that another seat has, and the others' mean."""
LEFT: Final = 3
"""Stations left: its own, and the fewest that another seat has."""
WAITS: Final = 5
"""How many seats move before it: one of five is 1."""
TRACK: Final = 10
"""The part of the track tiles that is left."""
UNFINISHED: Final = 11
"""How many lines are unfinished: one of seven is 1."""
AHEAD: Final = 18
"""How far `evaluation` sees it ahead of the others' mean, and of the best of them."""


@final
class Whole:
    """The net with some weights; keeps room for its numbers."""

    def __init__(self, learned: tuple[float, ...], evaluation: Evaluation) -> None:
        assert len(learned) in (0, LEARNED)
        self.learned = vec[float](learned)
        """Empty: there is no net, and `evaluation` judges alone."""
        self.evaluation = evaluation
        kept: i64 = KEPT if learned else 0
        self.keys = vec[i64]([i64(0)] * kept)
        self.kept = vec[float]([0.0] * (kept * KEPT_UNITS))
        """The units of lines: those of five seats for each place."""
        self.inputs = vec[float]([0.0] * INPUTS)
        self.sums = vec[float]([0.0] * KEPT_UNITS)
        """The units of all unfinished lines, by seat."""
        self.sure = vec[float]([0.0] * MOST_SEATS)
        self.expected = vec[float]([0.0] * MOST_SEATS)
        self.table = vec[float]([0.0] * TABLE)
        self.units = vec[float]([0.0] * UNITS)

    def judges(self, state: vec[i64]) -> bool:
        """False if `evaluation` judges alone."""
        return len(self.learned) > 0 and state[SEATS] > 2

    def chance(self, state: vec[i64], me: i64) -> float:
        """A seat's probability to win as the table stands."""
        if not self.judges(state):
            return self.evaluation.chance(state, me)
        seats, unfinished = state[SEATS], self._look(state)
        own = self._sum(state, me, unfinished)
        total = 1.0
        seat: i64 = 0
        while seat < seats:
            if seat != me:
                total += exp(self._sum(state, seat, unfinished) - own)
            seat += 1
        return 1.0 / total

    def chance_after_turn(self, state: vec[i64]) -> float:
        """The probability to win of the seat whose turn it is, if the turn ends here."""
        me = state[TURN]
        return self.evaluation.final_share(state, me) if end_reason(state) else self.chance(state, me)

    def _look(self, state: vec[i64]) -> i64:
        """Add up units, sure points and expectations of all seats; returns how many lines are unfinished."""
        evaluation, seats, sums = self.evaluation, state[SEATS], self.sums
        evaluation.look(state)
        scale = evaluation.scale(state)
        seat: i64 = 0
        while seat < seats:
            self.sure[seat] = 0.0
            self.expected[seat] = evaluation.expected[seat] / scale
            seat += 1
        size = seats * LINE_UNITS
        unit: i64 = 0
        while unit < size:
            sums[unit] = 0.0
            unit += 1
        shown, unfinished = open_stations(state), i64(0)
        number: i64 = 0
        while number < LINES:
            if state[number * LINE_SIZE + FINISHED]:
                seat = 0
                while seat < seats:
                    self.sure[seat] += float(points(state, evaluation.values, number, seat))
                    seat += 1
            else:
                unfinished += 1
                place = self._find(line_key(state, number, evaluation.values[number], shown), seats)
                unit = 0
                while unit < size:
                    sums[unit] += self.kept[place + unit]
                    unit += 1
            number += 1
        return unfinished

    def _find(self, key: i64, seats: i64) -> i64:
        """Where in `kept` the units of a line with this key lie, seat by seat."""
        place = ((key ^ key >> 21) & MASK_32) * 0x2C1B3C6D >> 19 & (KEPT - 1)
        first = place * KEPT_UNITS
        if self.keys[place] != key:
            self.keys[place] = key
            seat: i64 = 0
            while seat < seats:
                write_inputs(key, seat, self.inputs)
                self._write_units(first + seat * LINE_UNITS)
                seat += 1
        return first

    def _write_units(self, first: i64) -> None:
        """Write the units of a line from its inputs."""
        learned, inputs, kept = self.learned, self.inputs, self.kept
        unit: i64 = 0
        while unit < LINE_UNITS:
            kept[first + unit] = learned[LINE_BIASES + unit]
            unit += 1
        number: i64 = 0
        while number < INPUTS:
            value = inputs[number]
            if value != 0.0:
                row: i64 = LINE + number * LINE_UNITS
                unit = 0
                while unit < LINE_UNITS:
                    kept[first + unit] += value * learned[row + unit]
                    unit += 1
            number += 1
        unit = 0
        while unit < LINE_UNITS:
            kept[first + unit] = max(kept[first + unit], 0.0)
            unit += 1

    def _sum(self, state: vec[i64], me: i64, unfinished: i64) -> float:
        """What the net says about a seat."""
        learned, units, sums, table = self.learned, self.units, self.sums, self.table
        self._write_table(state, me, unfinished)
        total = learned[EXPECTED] * self.expected[me]
        unit: i64 = 0
        while unit < UNITS:
            units[unit] = learned[HIDDEN_BIASES + unit]
            unit += 1
        first: i64 = me * LINE_UNITS
        number: i64 = 0
        while number < LINE_UNITS:
            value = sums[first + number]
            total += value * learned[DIRECT + number]
            if value != 0.0:
                self._add_row(HIDDEN + number * UNITS, value)
            number += 1
        number = 0
        while number < TABLE:
            if table[number] != 0.0:
                self._add_row(HIDDEN + (LINE_UNITS + number) * UNITS, table[number])
            number += 1
        unit = 0
        while unit < UNITS:
            if units[unit] > 0.0:
                total += units[unit] * learned[OUT + unit]
            unit += 1
        return total

    def _add_row(self, row: i64, value: float) -> None:
        """Add a number to the units, times the weights of a row."""
        learned, units = self.learned, self.units
        unit: i64 = 0
        while unit < UNITS:
            units[unit] += value * learned[row + unit]
            unit += 1

    def _write_table(self, state: vec[i64], me: i64, unfinished: i64) -> None:
        """Write the numbers about a seat and the table."""
        table, seats = self.table, state[SEATS]
        number: i64 = 0
        while number < TABLE:
            table[number] = 0.0
            number += 1
        fewest: i64 = 10
        most, all_sure = 0.0, 0.0
        best, all_expected = -1e9, 0.0
        seat: i64 = 0
        while seat < seats:
            if seat != me:
                most = max(most, self.sure[seat])
                all_sure += self.sure[seat]
                best = max(best, self.expected[seat])
                all_expected += self.expected[seat]
                fewest = min(fewest, state[STATIONS_LEFT + seat])
            seat += 1
        others = float(seats - 1)
        table[SURE] = self.sure[me] / 10.0
        table[SURE + 1] = most / 10.0
        table[SURE + 2] = all_sure / others / 10.0
        table[LEFT] = float(state[STATIONS_LEFT + me]) / 10.0
        table[LEFT + 1] = float(fewest) / 10.0
        waits = me - state[TURN] - (1 if state[LAID] else 0)
        if waits < 0:
            waits += seats
        table[WAITS + waits] = 1.0
        table[TRACK] = float(track_left(state)) / float(TRACK_COUNT)
        table[UNFINISHED + unfinished] = 1.0
        table[AHEAD] = self.expected[me] - all_expected / others
        table[AHEAD + 1] = self.expected[me] - best
