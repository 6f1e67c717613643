"""A small net that judges a finished turn: how likely is the player who has just played to win?

It corrects the linear evaluation. One layer looks at each of the four lines with the same weights; what it
says is added up over the lines. A second layer looks at that sum and at the inputs of the whole table.

    line 1 ─┐
    line 2 ─┤ 60 inputs each        32 units, added up ─┐
    line 3 ─┤ LINE_WEIGHTS ───────►                     ├─ SUM_WEIGHTS ─► 32 units ─ OUT_WEIGHTS ─► logit
    line 4 ─┘                  24 inputs of the table ──┘

Weights lie in one list, layer by layer, and within a layer input by input: the weights of input 0 to all 32
units, then those of input 1. Units below 0 count as 0. The loops are plain and their order is fixed, so that
interpreted and compiled code give the same numbers. `mind.train` learns the weights.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec

from stellwerk.games.trambahn.fast.features import FEATURES, clear, write_features
from stellwerk.games.trambahn.fast.inputs import (
    GLOBAL_INPUTS,
    INPUTS,
    LINE_INPUTS,
    LOGIT,
    SUM,
    TABLE_AT,
    write_inputs,
)
from stellwerk.games.trambahn.fast.layout import RUNS, RUNS_DONE, SCORE

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stellwerk.games.trambahn.fast.core import Core

HIDDEN: Final = 32
"""Units of each layer."""

SUM_SCALE: Final = 30.0
LOGIT_SCALE: Final = 3.0
"""What the two inputs that come from the linear evaluation are divided by."""

# Places in the weights.
LINE_WEIGHTS: Final = 0
LINE_BIASES: Final = LINE_INPUTS * HIDDEN
SUM_WEIGHTS: Final = LINE_BIASES + HIDDEN
TABLE_WEIGHTS: Final = SUM_WEIGHTS + HIDDEN * HIDDEN
"""The second layer's weights of the inputs of the whole table."""
SUM_BIASES: Final = TABLE_WEIGHTS + GLOBAL_INPUTS * HIDDEN
OUT_WEIGHTS: Final = SUM_BIASES + HIDDEN
OUT_BIAS: Final = OUT_WEIGHTS + HIDDEN
WEIGHTS: Final = OUT_BIAS + 1


def probability(logit: float) -> float:
    """The probability that a logit stands for."""
    if logit > 30.0:
        return 1.0
    return 0.0 if logit < -30.0 else 1.0 / (1.0 + exp(-logit))


@final
class Net:
    """The linear evaluation, how it becomes a probability, and the net that corrects it, if there is one."""

    def __init__(self, linear: list[float], spread: list[float], weights: list[float]) -> None:
        self.linear = vec[float](linear)
        """A weight for each feature."""
        self.spread = vec[float](spread)
        """How uncertain the final lead is, in points: at the end, and more for each run to come."""
        self.weights = vec[float](weights)
        """Empty if there is no net."""
        self.features = vec[float]([0.0] * FEATURES)
        self.inputs = vec[float]([0.0] * INPUTS)
        self._line = vec[float]([0.0] * HIDDEN)
        self._lines = vec[float]([0.0] * HIDDEN)
        self._units = vec[float]([0.0] * HIDDEN)

    def expected_lead(self, core: Core, me: i64) -> float:
        """The final lead that the linear evaluation expects."""
        table, linear, features = core.table, self.linear, self.features
        write_features(table, me, features)
        value = float(table[SCORE + me] - table[SCORE + 1 - me])
        place: i64 = 0
        while place < FEATURES:
            value += linear[place] * features[place]
            place += 1
        return value

    def linear_logit(self, lead: float, runs_left: i64) -> float:
        """The logit of winning with an expected lead."""
        return lead / (self.spread[0] + self.spread[1] * float(runs_left))

    def look(self, core: Core, me: i64) -> float:
        """Write the inputs; return the logit of the linear evaluation."""
        lead = self.expected_lead(core, me)
        logit = self.linear_logit(lead, RUNS - core.table[RUNS_DONE])
        write_inputs(core.table, me, self.inputs)
        self.inputs[SUM] = lead / SUM_SCALE
        self.inputs[LOGIT] = logit / LOGIT_SCALE
        return logit

    def evaluate(self, core: Core, me: i64) -> float:
        """The probability that `me`, who has just finished a turn, wins."""
        if len(self.weights) == 0:
            lead = self.expected_lead(core, me)
            return probability(self.linear_logit(lead, RUNS - core.table[RUNS_DONE]))
        logit = self.look(core, me)
        self._sum_lines()
        return probability(logit + self._output())

    def _sum_lines(self) -> None:
        """The first layer for each line, added up in `_lines`."""
        line, lines = self._line, self._lines
        clear(lines, HIDDEN)
        number: i64 = 0
        while number < 4:
            self._set(line, LINE_BIASES)
            self._add(line, self.inputs, number * LINE_INPUTS, LINE_INPUTS, LINE_WEIGHTS)
            unit: i64 = 0
            while unit < HIDDEN:
                if line[unit] > 0.0:
                    lines[unit] += line[unit]
                unit += 1
            number += 1

    def _output(self) -> float:
        """The second layer, and the logit that it adds."""
        units, weights = self._units, self.weights
        self._set(units, SUM_BIASES)
        self._add(units, self._lines, 0, HIDDEN, SUM_WEIGHTS)
        self._add(units, self.inputs, TABLE_AT, GLOBAL_INPUTS, TABLE_WEIGHTS)
        logit = weights[OUT_BIAS]
        unit: i64 = 0
        while unit < HIDDEN:
            if units[unit] > 0.0:
                logit += units[unit] * weights[OUT_WEIGHTS + unit]
            unit += 1
        return logit

    def _set(self, units: vec[float], biases: i64) -> None:
        """Set the units of a layer to its biases."""
        weights = self.weights
        unit: i64 = 0
        while unit < HIDDEN:
            units[unit] = weights[biases + unit]
            unit += 1

    def _add(self, units: vec[float], inputs: vec[float], first: i64, count: i64, start: i64) -> None:
        """Add `count` inputs times their weights, which begin at `start`, to the units of a layer."""
        weights = self.weights
        place: i64 = 0
        while place < count:
            value = inputs[first + place]
            if value != 0.0:
                unit: i64 = 0
                row: i64 = start + place * HIDDEN
                while unit < HIDDEN:
                    units[unit] += value * weights[row + unit]
                    unit += 1
            place += 1
