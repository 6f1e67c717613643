"""How good a position of InterUrban looks: the points each seat may expect, and its chance to win with them.

A finished line gives its points. An unfinished line gives each seat a share of what the line may become
worth; the more station values the line lacks, the less a lead on it counts. A seat's chance to win is a
softmax of all seats' expected points: the more lines are unfinished, the larger the lead that a win takes.

Most tiles change one line only. So up to three positions of a turn can be remembered, in the slots 0, 1 and 2
(before the turn, after one tile, after two), and what comes after them is found from the lines that changed:

    known          [slot][line][seat]   expected points of a seat from one line
    known_totals   [slot][seat]         the same from all lines
    known_values   [slot][line]         the value of a line
    known_scales   [slot]               the lead in points that makes a win likely
    known_chances  [slot][line][0 … 2]  the chance to win with 0 to 2 points more on a line; below 0: unknown

All constants are `Weights`.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.interurban.fast.layout import (
    ECONOMIC,
    FINISHED,
    LINE_SIZE,
    LINES,
    SEATS,
    TURN,
    VALUES,
    count_values,
)
from stellwerk.games.interurban.fast.scoring import line_values, points, totals
from stellwerk.games.interurban.fast.supply import end_reason

SLOTS: Final = 3
MOST_SEATS: Final = 5
MORE_POINTS: Final = 3
"""A track tile is worth 0, 1 or 2."""
DIFFERENCES: Final = 32
"""Differences between two economic values: -16 to 15."""


class Weights(NamedTuple):
    """The constants of the evaluation, tuned by play."""

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


@final
class Evaluation:
    """The evaluation with some weights; keeps room for its numbers."""

    def __init__(self, weights: Weights) -> None:
        self.growth = vec[float](weights.growth)
        self.certainty = vec[float](weights.certainty)
        self.absent = weights.absent
        self.calm = weights.calm
        self.doubt = weights.doubt
        self.beaten = vec[float](
            [
                1 - 0.5 / (1 + exp((16 - number) / (1 + missing * weights.spread)))
                for missing in range(5)
                for number in range(DIFFERENCES)
            ]
        )
        """The part of a share that is left beside one other seat: [missing station values][16 + its lead]."""
        self.values = vec[i64]([i64(0)] * LINES)
        self.scores = vec[i64]([i64(0)] * MOST_SEATS)
        self.expected = vec[float]([0.0] * MOST_SEATS)
        """The points that each seat may expect in the position looked at last."""
        self.known = vec[float]([0.0] * (SLOTS * LINES * MOST_SEATS))
        self.known_totals = vec[float]([0.0] * (SLOTS * MOST_SEATS))
        self.known_values = vec[i64]([i64(0)] * (SLOTS * LINES))
        self.known_scales = vec[float]([0.0] * SLOTS)
        self.known_chances = vec[float]([0.0] * (SLOTS * LINES * MORE_POINTS))

    # any position

    def chance(self, state: vec[i64], me: i64) -> float:
        """A seat's probability to win as the table stands."""
        line_values(state, self.values)
        self._clear(state[SEATS])
        number: i64 = 0
        while number < LINES:
            self._add_line(state, number)
            number += 1
        return self._chance_of_expected(state[SEATS], me, self.scale(state))

    def chance_after_turn(self, state: vec[i64]) -> float:
        """The probability to win of the seat whose turn it is, if the turn ends here."""
        me = state[TURN]
        return self.final_share(state, me) if end_reason(state) else self.chance(state, me)

    def final_share(self, state: vec[i64], me: i64) -> float:
        """A seat's share of the win if the game ends here."""
        scores = self.scores
        totals(state, self.values, scores)
        winners = 0.0
        seat: i64 = 0
        while seat < state[SEATS]:
            if scores[seat] > scores[me]:
                return 0.0
            if scores[seat] == scores[me]:
                winners += 1.0
            seat += 1
        return 1.0 / winners

    def scale(self, state: vec[i64]) -> float:
        """The lead in points that makes a win likely."""
        scale = self.calm
        number: i64 = 0
        while number < LINES:
            if not state[number * LINE_SIZE + FINISHED]:
                scale += self.doubt
            number += 1
        return scale

    def of_line(self, state: vec[i64], number: i64) -> list[float]:
        """The points that each seat may expect from one line."""
        line_values(state, self.values)
        self._clear(state[SEATS])
        self._add_line(state, number)
        return [self.expected[seat] for seat in range(state[SEATS])]

    # positions after a remembered one

    def remember(self, state: vec[i64], slot: i64) -> None:
        """Keep what each line gives in a position, for the tiles that follow it."""
        line_values(state, self.values)
        seats = state[SEATS]
        seat: i64 = 0
        while seat < seats:
            self.known_totals[slot * MOST_SEATS + seat] = 0.0
            seat += 1
        number: i64 = 0
        while number < LINES:
            self._clear(seats)
            self._add_line(state, number)
            self._remember_line(seats, slot, number)
            number += 1
        self.known_scales[slot] = self.scale(state)

    def _remember_line(self, seats: i64, slot: i64, number: i64) -> None:
        """Keep what a line gives, which `expected` holds."""
        line = slot * LINES + number
        self.known_values[line] = self.values[number]
        seat: i64 = 0
        while seat < seats:
            self.known[line * MOST_SEATS + seat] = self.expected[seat]
            self.known_totals[slot * MOST_SEATS + seat] += self.expected[seat]
            seat += 1
        more: i64 = 0
        while more < MORE_POINTS:
            self.known_chances[line * MORE_POINTS + more] = -1.0
            more += 1

    def chance_after_tile(self, before: vec[i64], slot: i64, state: vec[i64]) -> float:
        """As `chance_after_turn`, for a position one tile after a remembered one."""
        me = state[TURN]
        if end_reason(state):
            return self.final_share(state, me)
        line_values(state, self.values)
        self._clear(state[SEATS])
        number: i64 = 0
        while number < LINES:
            if self._is_as_known(before, slot, state, number):
                self._add_known(state[SEATS], slot, number)
            else:
                self._add_line(state, number)
            number += 1
        return self._chance_of_expected(state[SEATS], me, self.scale(state))

    def _is_as_known(self, before: vec[i64], slot: i64, state: vec[i64], number: i64) -> bool:
        """True if a line gives what it gave in the remembered position `before`."""
        line = number * LINE_SIZE
        return (
            self.values[number] == self.known_values[slot * LINES + number]
            and state[line + ECONOMIC] == before[line + ECONOMIC]
            and state[line + FINISHED] == before[line + FINISHED]
        )

    def chance_with_track(self, state: vec[i64], slot: i64, number: i64, more: i64) -> float:
        """The chance after track on a line that stays unfinished and is worth `more` points more then.

        `state` is the remembered position itself.
        """
        place = (slot * LINES + number) * MORE_POINTS + more
        if self.known_chances[place] < 0:
            line = number * LINE_SIZE
            values, economic = state[line + VALUES], state[line + ECONOMIC]
            self.known_chances[place] = self.chance_with(state, slot, number, more, values, economic)
        return self.known_chances[place]

    def chance_with(
        self, state: vec[i64], slot: i64, number: i64, more: i64, values: i64, economic: i64
    ) -> float:
        """The same with these station values and economic values on the line."""
        expected, seats = self.expected, state[SEATS]
        line = slot * LINES + number
        seat: i64 = 0
        while seat < seats:
            expected[seat] = (
                self.known_totals[slot * MOST_SEATS + seat] - self.known[line * MOST_SEATS + seat]
            )
            seat += 1
        self._add_shares(seats, float(self.known_values[line] + more), values, economic)
        return self._chance_of_expected(seats, state[TURN], self.known_scales[slot])

    # expected points

    def _clear(self, seats: i64) -> None:
        """Set all expected points to 0."""
        seat: i64 = 0
        while seat < seats:
            self.expected[seat] = 0.0
            seat += 1

    def _add_known(self, seats: i64, slot: i64, number: i64) -> None:
        """Add what a line gave in a remembered position."""
        place = (slot * LINES + number) * MOST_SEATS
        seat: i64 = 0
        while seat < seats:
            self.expected[seat] += self.known[place + seat]
            seat += 1

    def _add_line(self, state: vec[i64], number: i64) -> None:
        """Add what the seats may expect from a line; `values` holds the values of the lines."""
        line = number * LINE_SIZE
        if not state[line + FINISHED]:
            value = float(self.values[number])
            self._add_shares(state[SEATS], value, state[line + VALUES], state[line + ECONOMIC])
            return
        seat: i64 = 0
        while seat < state[SEATS]:
            self.expected[seat] += float(points(state, self.values, number, seat))
            seat += 1

    def _add_shares(self, seats: i64, value: float, values: i64, economic: i64) -> None:
        """Add what the seats may expect from an unfinished line with these station values."""
        expected, beaten = self.expected, self.beaten
        missing = 4 - count_values(values)
        amount = (value + self.growth[missing]) * self.certainty[missing]
        seat: i64 = 0
        while seat < seats:
            own = economic >> (seat * 5) & 31
            share = amount if own else amount * self.absent
            first = missing * DIFFERENCES + 16 - own
            other: i64 = 0
            while other < seats:
                if other != seat:
                    share *= beaten[first + (economic >> (other * 5) & 31)]
                other += 1
            expected[seat] += share
            seat += 1

    def _chance_of_expected(self, seats: i64, me: i64, scale: float) -> float:
        """A seat's probability to win with the expected points of all seats."""
        total = 1.0
        own = self.expected[me]
        seat: i64 = 0
        while seat < seats:
            if seat != me:
                total += exp((self.expected[seat] - own) / scale)
            seat += 1
        return 1.0 / total
