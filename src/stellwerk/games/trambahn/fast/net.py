"""A small net that judges a finished turn of Trambahn: how likely is it that who has just played will win?

The same layer looks at each of the four lines; their sums and a few numbers about the whole table go through
a second one, which corrects what the linear evaluation says. Plain loops over floats in a fixed order:
interpreted and compiled it gives the same numbers. Learned by `train`.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec

from stellwerk.games.trambahn.fast.features import FEATURES, features
from stellwerk.games.trambahn.fast.inputs import GLOBAL_INPUTS, INPUTS, LINE_INPUTS, LOGIT, SUM, write_inputs
from stellwerk.games.trambahn.fast.layout import RUNS, RUNS_DONE, SCORE

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stellwerk.games.trambahn.fast.core import Fast

HIDDEN: Final = 32
"""Units of each layer."""

SUM_SCALE: Final = 30.0
LOGIT_SCALE: Final = 3.0
"""What the two inputs that come from the linear evaluation are divided by."""

# Where what lies in the weights: one layer after the other, by inputs.
LINE_WEIGHTS: Final = 0
LINE_BIASES: Final = LINE_INPUTS * HIDDEN
SUM_WEIGHTS: Final = LINE_BIASES + HIDDEN
"""From the sums over the lines, then from the inputs of the whole table."""
SUM_BIASES: Final = SUM_WEIGHTS + (HIDDEN + GLOBAL_INPUTS) * HIDDEN
OUT_WEIGHTS: Final = SUM_BIASES + HIDDEN
OUT_BIAS: Final = OUT_WEIGHTS + HIDDEN
WEIGHTS: Final = OUT_BIAS + 1


def probability(logit: float) -> float:
    """From a logit, which is kept within reason."""
    if logit > 30.0:
        return 1.0
    return 0.0 if logit < -30.0 else 1.0 / (1.0 + exp(-logit))


@final
class Net:
    """Linear weights, how wide their errors are spread, and the weights of the net, which may be missing."""

    def __init__(self, linear: list[float], spread: list[float], weights: list[float]) -> None:
        self.linear = vec[float](linear)
        self.spread = vec[float](spread)
        """Of the final lead in points: at the last run, and more for each run before."""
        self.weights = vec[float](weights)
        self.features = vec[float]([0.0] * FEATURES)
        self.inputs = vec[float]([0.0] * INPUTS)
        self.lines = vec[float]([0.0] * HIDDEN)
        self.line = vec[float]([0.0] * HIDDEN)
        self.sums = vec[float]([0.0] * HIDDEN)

    def expected_lead(self, fast: Fast, me: i64) -> float:
        """The final lead that the linear evaluation expects."""
        table, linear, out = fast.table, self.linear, self.features
        features(table, me, out)
        value = float(table[SCORE + me] - table[SCORE + 1 - me])
        place: i64 = 0
        while place < FEATURES:
            value += linear[place] * out[place]
            place += 1
        return value

    def linear_logit(self, lead: float, runs_left: i64) -> float:
        """The chances that go with a lead."""
        return lead / (self.spread[0] + self.spread[1] * float(runs_left))

    def look(self, fast: Fast, me: i64) -> float:
        """Write the inputs; returns the logit of the linear evaluation."""
        lead = self.expected_lead(fast, me)
        logit = self.linear_logit(lead, RUNS - fast.table[RUNS_DONE])
        write_inputs(fast.table, me, self.inputs)
        self.inputs[SUM] = lead / SUM_SCALE
        self.inputs[LOGIT] = logit / LOGIT_SCALE
        return logit

    def evaluate(self, fast: Fast, me: i64) -> float:
        """The probability that `me`, who has just finished a turn, wins."""
        if len(self.weights) == 0:
            lead = self.expected_lead(fast, me)
            return probability(self.linear_logit(lead, RUNS - fast.table[RUNS_DONE]))
        logit = self.look(fast, me)
        self._sum_lines()
        return probability(logit + self._output())

    def _sum_lines(self) -> None:
        lines, line, weights = self.lines, self.line, self.weights
        unit: i64 = 0
        while unit < HIDDEN:
            lines[unit] = 0.0
            unit += 1
        number: i64 = 0
        while number < 4:
            unit = 0
            while unit < HIDDEN:
                line[unit] = weights[LINE_BIASES + unit]
                unit += 1
            self._add(line, LINE_WEIGHTS, number * LINE_INPUTS, LINE_INPUTS)
            unit = 0
            while unit < HIDDEN:
                if line[unit] > 0.0:
                    lines[unit] += line[unit]
                unit += 1
            number += 1

    def _add(self, out: vec[float], weight: i64, first: i64, count: i64) -> None:
        """Add so many inputs times their weights."""
        inputs, weights = self.inputs, self.weights
        place: i64 = 0
        while place < count:
            value = inputs[first + place]
            if value != 0.0:
                unit: i64 = 0
                start: i64 = weight + place * HIDDEN
                while unit < HIDDEN:
                    out[unit] += value * weights[start + unit]
                    unit += 1
            place += 1

    def _output(self) -> float:
        """The second layer and the sum of what it says."""
        lines, sums, weights = self.lines, self.sums, self.weights
        unit: i64 = 0
        while unit < HIDDEN:
            sums[unit] = weights[SUM_BIASES + unit]
            unit += 1
        place: i64 = 0
        while place < HIDDEN:
            value = lines[place]
            start: i64 = SUM_WEIGHTS + place * HIDDEN
            unit = 0
            while unit < HIDDEN:
                sums[unit] += value * weights[start + unit]
                unit += 1
            place += 1
        self._add(sums, SUM_WEIGHTS + HIDDEN * HIDDEN, 4 * LINE_INPUTS, GLOBAL_INPUTS)
        logit = weights[OUT_BIAS]
        unit = 0
        while unit < HIDDEN:
            if sums[unit] > 0.0:
                logit += sums[unit] * weights[OUT_WEIGHTS + unit]
            unit += 1
        return logit
