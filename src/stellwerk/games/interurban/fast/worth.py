"""What an unfinished line is worth to each seat, in points: by constants set by hand, or by a learned net.

The net looks at a line from one seat's point of view: one layer of units (those below 0 count as 0), then one
number. It is the same for all lines and seats, so a line that is turned over to another seat is judged alike.

    line_key ─ 42 inputs ─ LINE_WEIGHTS ─► 32 units ─ OUT_WEIGHTS ─► points

Answers are kept by the line's key. Each key has one place; a newer key takes it from an older one. The loops
are plain and their order is fixed, so that interpreted and compiled code give the same numbers.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.interurban.fast.layout import MASK_32, count_values
from stellwerk.games.interurban.fast.line_key import (
    ECONOMIC_BITS,
    INPUTS,
    KEY_BITS,
    SEAT_BITS,
    VALUE_BITS,
    economic_of,
    seats_of,
    value_of,
    values_of,
    write_inputs,
)

MOST_SEATS: Final = 5
UNITS: Final = 32
KEPT: Final = 1 << 13
"""How many answers are kept."""
DIFFERENCES: Final = 32
"""Differences between two economic values: -16 to 15."""

# Places in the learned weights
LINE_WEIGHTS: Final = 0
LINE_BIASES: Final = INPUTS * UNITS
OUT_WEIGHTS: Final = LINE_BIASES + UNITS
OUT_BIAS: Final = OUT_WEIGHTS + UNITS
OWN_LEFT: Final = OUT_BIAS + 1
"""Points by the number of stations that a seat has left: 0 to 10."""
OTHERS_LEFT: Final = OWN_LEFT + 11
"""The same by the smallest number that another seat has left."""
TO_MOVE: Final = OTHERS_LEFT + 11
"""Points by how many seats play (2 to 5), five places each, and how many move before this one."""
SCALE_SEATS: Final = TO_MOVE + 20
"""The logarithm of the lead in points that makes a win likely, as a sum of four: by seats, …"""
SCALE_TRACK: Final = SCALE_SEATS + 4
"""… by track tiles left, in groups of three, …"""
SCALE_LINES: Final = SCALE_TRACK + 15
"""… by unfinished lines, …"""
SCALE_LEFT: Final = SCALE_LINES + 7
"""… and by the smallest number of stations that any seat has left."""
LEARNED: Final = SCALE_LEFT + 11
"""How many weights are learned."""

POINTS: Final = 10.0
"""The net counts in tens of points."""


class Weights(NamedTuple):
    """The constants of the evaluation: set by hand and tuned by play, or learned."""

    growth: tuple[float, ...] = (0.0, 2.0, 2.6, 3.6, 3.6)
    """How much value a line may still gain, by the number of station values it lacks."""
    certainty: tuple[float, ...] = (1.0, 0.9, 0.85, 0.8, 0.8)
    """The part of a line's expected value that is counted, by the number of station values it lacks."""
    spread: float = 0.5
    """How much a lead in economic value loses weight for each station value that the line lacks."""
    absent: float = 0.2
    """The part of a share that a seat without a station on the line may expect."""
    calm: float = 1.0
    """The lead in points that makes a win likely when every line is finished."""
    doubt: float = 0.5
    """How much larger that lead has to be for each unfinished line."""
    learned: tuple[float, ...] = ()
    """The learned weights, which replace all others; empty if there are none."""
    whole: tuple[float, ...] = ()
    """The weights of the net that sees all lines together (`whole`); empty if there is none."""


@final
class Worth:
    """What lines are worth, with some weights."""

    def __init__(self, weights: Weights) -> None:
        self.learned = vec[float](weights.learned)
        self.growth = vec[float](weights.growth)
        self.certainty = vec[float](weights.certainty)
        self.absent = weights.absent
        self.beaten = vec[float](
            [
                1 - 0.5 / (1 + exp((16 - number) / (1 + missing * weights.spread)))
                for missing in range(5)
                for number in range(DIFFERENCES)
            ]
        )
        """The part of a share that is left beside one other seat: [missing station values][16 + its lead]."""
        everything: i64 = (1 << KEY_BITS) - 1
        by_hand: i64 = 63 | 15 << VALUE_BITS | 0xFFFFF << ECONOMIC_BITS | 7 << SEAT_BITS
        self.mask = everything if len(self.learned) else by_hand
        """The bits of a key that matter."""
        self.keys = vec[i64]([i64(0)] * KEPT)
        self.points = vec[float]([0.0] * (KEPT * MOST_SEATS))
        """The answers: five seats for each place."""
        self.inputs = vec[float]([0.0] * INPUTS)
        self.units = vec[float]([0.0] * UNITS)
        assert len(self.learned) in (0, LEARNED)

    def find(self, key: i64) -> i64:
        """Where in `points` the worth of a line with this key lies, seat by seat."""
        key &= self.mask
        place = ((key ^ key >> 21) & MASK_32) * 0x2C1B3C6D >> 19 & (KEPT - 1)
        if self.keys[place] != key:
            self.keys[place] = key
            if len(self.learned):
                self._judge(key, place * MOST_SEATS)
            else:
                self._share(key, place * MOST_SEATS)
        return place * MOST_SEATS

    def _share(self, key: i64, place: i64) -> None:
        """Write what the seats may expect by the constants set by hand."""
        beaten, seats = self.beaten, seats_of(key)
        missing = 4 - count_values(values_of(key))
        amount = (float(value_of(key)) + self.growth[missing]) * self.certainty[missing]
        seat: i64 = 0
        while seat < seats:
            own = economic_of(key, seat)
            share = amount if own else amount * self.absent
            first = missing * DIFFERENCES + 16 - own
            other: i64 = 0
            while other < seats:
                if other != seat:
                    share *= beaten[first + economic_of(key, other)]
                other += 1
            self.points[place + seat] = share
            seat += 1

    def _judge(self, key: i64, place: i64) -> None:
        """Write what the seats may expect by the net."""
        seats = seats_of(key)
        seat: i64 = 0
        while seat < seats:
            write_inputs(key, seat, self.inputs)
            self.points[place + seat] = POINTS * self._output()
            seat += 1

    def _output(self) -> float:
        """What the net says about the inputs."""
        learned, inputs, units = self.learned, self.inputs, self.units
        unit: i64 = 0
        while unit < UNITS:
            units[unit] = learned[LINE_BIASES + unit]
            unit += 1
        number: i64 = 0
        while number < INPUTS:
            value = inputs[number]
            if value != 0.0:
                row: i64 = LINE_WEIGHTS + number * UNITS
                unit = 0
                while unit < UNITS:
                    units[unit] += value * learned[row + unit]
                    unit += 1
            number += 1
        total = learned[OUT_BIAS]
        unit = 0
        while unit < UNITS:
            if units[unit] > 0.0:
                total += units[unit] * learned[OUT_WEIGHTS + unit]
            unit += 1
        return total
