"""How good a position of InterUrban looks: the points that each seat may expect, and who wins with them.

A finished line gives its points. A line that goes on gives each seat a share that is the less certain the
more station values it lacks. Out of the expected points of all come the chances to win. All constants are
`Weights`.
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
)
from stellwerk.games.interurban.fast.scoring import line_values, rank
from stellwerk.games.interurban.fast.supply import end_reason

DIFFERENCES: Final = 32
"""Room for differences of economic values, from -16 on."""


class Weights(NamedTuple):
    """What the evaluation believes; tuned by play."""

    growth: tuple[float, ...] = (0.0, 2.0, 2.6, 3.6, 3.6)
    """How much a line may still gain in value, by the number of station values it lacks."""
    certainty: tuple[float, ...] = (1.0, 0.9, 0.85, 0.8, 0.8)
    """How much of that is counted."""
    spread: float = 0.5
    """How much a lead is worth less for each value that the line lacks."""
    absent: float = 0.2
    """How much of a share is expected by somebody who has no station on the line yet."""
    calm: float = 1.0
    """The lead in points that makes a win likely when nothing is open any more."""
    doubt: float = 0.5
    """How much more lead it takes for each line that goes on."""


@final
class Value:
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
        """What is left of a share against somebody whose economic value differs by so much."""
        self.values = vec[i64]([i64(0)] * LINES)
        self.expected = vec[float]([0.0] * 5)
        """By seat, after `estimate`."""
        self.known_values = vec[i64]([i64(0)] * (3 * LINES))
        self.known = vec[float]([0.0] * (3 * LINES * 5))
        """The values of the lines and what each gives each seat, in the positions that were remembered."""
        self.known_totals = vec[float]([0.0] * (3 * 5))
        self.known_scales = vec[float]([0.0] * 3)
        """What all lines give each seat there, and the lead that makes a win likely."""
        self.known_chances = vec[float]([0.0] * (3 * LINES * 3))
        """The chances with 0, 1 or 2 points more on a line; below 0 if nobody asked yet."""

    def chance_after_turn(self, state: vec[i64]) -> float:
        """The probability to win of the seat whose turn it is, if the turn ends here."""
        me = state[TURN]
        return self.final_share(state, me) if end_reason(state) else self.chance(state, me)

    def chance_after_tile(self, before: vec[i64], level: i64, state: vec[i64]) -> float:
        """The same after one more tile than in a position that was remembered."""
        me = state[TURN]
        if end_reason(state):
            return self.final_share(state, me)
        self._estimate_after(before, level, state)
        return self._chance_of_expected(state[SEATS], me, self.scale(state))

    def chance(self, state: vec[i64], me: i64) -> float:
        """A seat's probability to win as the table stands."""
        self.estimate(state)
        return self._chance_of_expected(state[SEATS], me, self.scale(state))

    def _chance_of_expected(self, seats: i64, me: i64, scale: float) -> float:
        total = 1.0
        own = self.expected[me]
        seat: i64 = 0
        while seat < seats:
            if seat != me:
                total += exp((self.expected[seat] - own) / scale)
            seat += 1
        return 1.0 / total

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
        """What each seat may expect of one line."""
        line_values(state, self.values)
        seat: i64 = 0
        while seat < state[SEATS]:
            self.expected[seat] = 0.0
            seat += 1
        self.add_line(state, number)
        return [self.expected[seat] for seat in range(state[SEATS])]

    def final_share(self, state: vec[i64], me: i64) -> float:
        """A seat's share of the win if the game ends here."""
        line_values(state, self.values)
        seats = state[SEATS]
        seat: i64 = 0
        while seat < seats:
            self.expected[seat] = 0.0
            number: i64 = 0
            while number < LINES:
                self.expected[seat] += float(self.points(state, number, seat))
                number += 1
            seat += 1
        winners = 0.0
        seat = 0
        while seat < seats:
            if self.expected[seat] > self.expected[me]:
                return 0.0
            if self.expected[seat] == self.expected[me]:
                winners += 1.0
            seat += 1
        return 1.0 / winners

    def points(self, state: vec[i64], number: i64, seat: i64) -> i64:
        """What a line gives a seat if it is finished; the values of the lines are known."""
        one: i64 = 1
        place = rank(state[number * LINE_SIZE + ECONOMIC], seat, state[SEATS])
        return (self.values[number] + (one << place) - 1) >> place if place < 4 else 0

    def estimate(self, state: vec[i64]) -> None:
        """Write what each seat may expect into `expected`."""
        line_values(state, self.values)
        seats = state[SEATS]
        seat: i64 = 0
        while seat < seats:
            self.expected[seat] = 0.0
            seat += 1
        number: i64 = 0
        while number < LINES:
            self.add_line(state, number)
            number += 1

    def remember(self, state: vec[i64], level: i64) -> None:
        """Keep what each line gives in a position, on one of three levels, for what comes after it."""
        line_values(state, self.values)
        expected, totals = self.expected, self.known_totals
        seats = state[SEATS]
        seat: i64 = 0
        while seat < seats:
            totals[level * 5 + seat] = 0.0
            seat += 1
        number: i64 = 0
        while number < LINES:
            seat = 0
            while seat < seats:
                expected[seat] = 0.0
                seat += 1
            self.add_line(state, number)
            line = level * LINES + number
            self.known_values[line] = self.values[number]
            seat = 0
            while seat < seats:
                self.known[line * 5 + seat] = expected[seat]
                totals[level * 5 + seat] += expected[seat]
                seat += 1
            self.known_chances[line * 3] = -1.0
            self.known_chances[line * 3 + 1] = -1.0
            self.known_chances[line * 3 + 2] = -1.0
            number += 1
        self.known_scales[level] = self.scale(state)

    def chance_with_track(self, state: vec[i64], level: i64, number: i64, points: i64) -> float:
        """The chance after track worth so much on a line that goes on, in a position that was remembered."""
        place = (level * LINES + number) * 3 + points
        if self.known_chances[place] < 0:
            line = number * LINE_SIZE
            has, economic = state[line + VALUES], state[line + ECONOMIC]
            self.known_chances[place] = self.chance_after(state, level, number, points, has, economic)
        return self.known_chances[place]

    def chance_after(
        self, state: vec[i64], level: i64, number: i64, points: i64, has: i64, economic: i64
    ) -> float:
        """The same after so many points more and with these stations."""
        expected, seats = self.expected, state[SEATS]
        line = level * LINES + number
        seat: i64 = 0
        while seat < seats:
            expected[seat] = self.known_totals[level * 5 + seat] - self.known[line * 5 + seat]
            seat += 1
        value = float(self.known_values[line] + points)
        self._add_shares(seats, value, has, economic)
        return self._chance_of_expected(seats, state[TURN], self.known_scales[level])

    def _estimate_after(self, before: vec[i64], level: i64, state: vec[i64]) -> None:
        """The same as `estimate`: only lines that are not as they were before are looked at."""
        line_values(state, self.values)
        expected, known, seats = self.expected, self.known, state[SEATS]
        seat: i64 = 0
        while seat < seats:
            expected[seat] = 0.0
            seat += 1
        number: i64 = 0
        while number < LINES:
            line = number * LINE_SIZE
            if (
                self.values[number] == self.known_values[level * LINES + number]
                and state[line + ECONOMIC] == before[line + ECONOMIC]
                and state[line + FINISHED] == before[line + FINISHED]
            ):
                place = (level * LINES + number) * 5
                seat = 0
                while seat < seats:
                    expected[seat] += known[place + seat]
                    seat += 1
            else:
                self.add_line(state, number)
            number += 1

    def add_line(self, state: vec[i64], number: i64) -> None:
        """Add what the seats may expect of a line; the values of the lines are known."""
        if not state[number * LINE_SIZE + FINISHED]:
            line, value = number * LINE_SIZE, float(self.values[number])
            has, economic = state[line + VALUES], state[line + ECONOMIC]
            self._add_shares(state[SEATS], value, has, economic)
            return
        seat: i64 = 0
        while seat < state[SEATS]:
            self.expected[seat] += float(self.points(state, number, seat))
            seat += 1

    def _add_shares(self, seats: i64, value: float, has: i64, economic: i64) -> None:
        """Add what the seats may expect of a line that goes on."""
        expected, beaten = self.expected, self.beaten
        missing = 4 - ((has & 1) + (has >> 1 & 1) + (has >> 2 & 1) + (has >> 3))
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
