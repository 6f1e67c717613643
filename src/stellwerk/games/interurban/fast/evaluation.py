"""How good a position of InterUrban looks: the points each seat may expect, and its chance to win with them.

A finished line gives its points; what an unfinished one may give is said by `worth`. A seat's chance to win
is a softmax of all seats' expected points, divided by a scale: the lead that makes a win likely.

Most tiles change one line only, and stations also what lies open. So up to three positions of a turn can be
remembered, in the slots 0, 1 and 2 (before the turn, after one tile, after two), and what comes after them is
found from the line that changes:

    known          [slot][line][seat]     expected points of a seat from one line
    known_totals   [slot][seat]           the same from all lines
    known_values   [slot][line]           the value of a line
    known_scales   [slot]                 the scale once a track tile is laid
    known_chances  [slot][line][0 … 2]    the chance with 0 to 2 points more on a line; below 0: unknown
    gone_totals    [slot][station][seat]  expected points once a tile of a station no longer lies open
    gone_scales    [slot][station]        the scale then; 0: unknown
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.interurban.fast.layout import (
    FINISHED,
    LABELS,
    LAID,
    LINE_SIZE,
    LINES,
    OPEN_TRACK,
    SEATS,
    STATIONS_LEFT,
    TRACK_COUNT,
    TRACK_DRAWN,
    TURN,
)
from stellwerk.games.interurban.fast.line_key import line_key, make_key, open_stations, open_without
from stellwerk.games.interurban.fast.lines import station_changes
from stellwerk.games.interurban.fast.scoring import line_values, points, totals
from stellwerk.games.interurban.fast.supply import end_reason
from stellwerk.games.interurban.fast.worth import (
    MOST_SEATS,
    OTHERS_LEFT,
    OWN_LEFT,
    SCALE_LEFT,
    SCALE_LINES,
    SCALE_SEATS,
    SCALE_TRACK,
    TO_MOVE,
    Weights,
    Worth,
)

SLOTS: Final = 3
MORE_POINTS: Final = 3
"""A track tile is worth 0, 1 or 2."""
STATIONS: Final = 20
"""How many different stations there are."""
NO_STATION: Final = -8
"""Instead of a station: none, of no seat."""


@final
class Evaluation:
    """The evaluation with some weights; keeps room for its numbers."""

    def __init__(self, weights: Weights) -> None:
        self.worth = Worth(weights)
        self.calm = weights.calm
        self.doubt = weights.doubt
        self.values = vec[i64]([i64(0)] * LINES)
        self.scores = vec[i64]([i64(0)] * MOST_SEATS)
        self.expected = vec[float]([0.0] * MOST_SEATS)
        """The points that each seat may expect in the position looked at last."""
        self.known = vec[float]([0.0] * (SLOTS * LINES * MOST_SEATS))
        self.known_totals = vec[float]([0.0] * (SLOTS * MOST_SEATS))
        self.known_values = vec[i64]([i64(0)] * (SLOTS * LINES))
        self.known_scales = vec[float]([0.0] * SLOTS)
        self.known_chances = vec[float]([0.0] * (SLOTS * LINES * MORE_POINTS))
        self.gone_totals = vec[float]([0.0] * (SLOTS * STATIONS * MOST_SEATS))
        self.gone_scales = vec[float]([0.0] * (SLOTS * STATIONS))

    # any position

    def chance(self, state: vec[i64], me: i64) -> float:
        """A seat's probability to win as the table stands."""
        self.look(state)
        return self._chance_of_expected(state[SEATS], me, self.scale(state))

    def look(self, state: vec[i64]) -> None:
        """Write the points that each seat may expect into `expected`."""
        line_values(state, self.values)
        self._begin(state, state[TURN] + (1 if state[LAID] else 0), NO_STATION)
        shown = open_stations(state)
        number: i64 = 0
        while number < LINES:
            self._add_line(state, number, shown)
            number += 1

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
        return self._scale(state, 0, NO_STATION)

    def _scale(self, state: vec[i64], track: i64, station: i64) -> float:
        """The same after `track` more track tiles and perhaps a station."""
        learned = self.worth.learned
        unfinished: i64 = 0
        number: i64 = 0
        while number < LINES:
            if not state[number * LINE_SIZE + FINISHED]:
                unfinished += 1
            number += 1
        if len(learned) == 0:
            return self.calm + self.doubt * float(unfinished)
        fewest: i64 = 10
        seat: i64 = 0
        while seat < state[SEATS]:
            fewest = min(fewest, _left(state, seat, station))
            seat += 1
        return exp(
            learned[SCALE_SEATS + state[SEATS] - 2]
            + learned[SCALE_TRACK + max(track_left(state) - track, 0) // 3]
            + learned[SCALE_LINES + unfinished]
            + learned[SCALE_LEFT + fewest]
        )

    def of_line(self, state: vec[i64], number: i64) -> list[float]:
        """The points that each seat may expect from one line."""
        line_values(state, self.values)
        self._clear(state[SEATS])
        self._add_line(state, number, open_stations(state))
        return [self.expected[seat] for seat in range(state[SEATS])]

    # positions after a remembered one

    def remember(self, state: vec[i64], slot: i64) -> None:
        """Keep what each line gives in a position, for the tiles that follow it."""
        line_values(state, self.values)
        seats = state[SEATS]
        self._begin(state, state[TURN] + 1, NO_STATION)
        seat: i64 = 0
        while seat < seats:
            self.known_totals[slot * MOST_SEATS + seat] = self.expected[seat]
            seat += 1
        shown = open_stations(state)
        number: i64 = 0
        while number < LINES:
            self._clear(seats)
            self._add_line(state, number, shown)
            self._remember_line(seats, slot, number)
            number += 1
        self.known_scales[slot] = self._scale(state, 1, NO_STATION)
        number = 0
        while number < STATIONS:
            self.gone_scales[slot * STATIONS + number] = 0.0
            number += 1

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

    def chance_with_track(self, state: vec[i64], slot: i64, number: i64, more: i64) -> float:
        """The chance after track on a line that stays unfinished and is worth `more` points more then.

        `state` is the remembered position itself.
        """
        place = (slot * LINES + number) * MORE_POINTS + more
        if self.known_chances[place] < 0:
            self.known_chances[place] = self._chance_with_track(state, slot, number, more)
        return self.known_chances[place]

    def _chance_with_track(self, state: vec[i64], slot: i64, number: i64, more: i64) -> float:
        expected, seats, line = self.expected, state[SEATS], slot * LINES + number
        seat: i64 = 0
        while seat < seats:
            expected[seat] = (
                self.known_totals[slot * MOST_SEATS + seat] - self.known[line * MOST_SEATS + seat]
            )
            seat += 1
        key = line_key(state, number, self.known_values[line] + more, open_stations(state))
        self._add_worth(seats, key, 1.0)
        return self._chance_of_expected(seats, state[TURN], self.known_scales[slot])

    def chance_with_station(self, state: vec[i64], slot: i64, number: i64, station: i64) -> float:
        """The chance after a station on a line that stays unfinished."""
        seats, gone = state[SEATS], slot * STATIONS + station
        shown = open_without(state, station)
        if self.gone_scales[gone] == 0.0:
            self._remember_gone(state, slot, station, shown)
        seat: i64 = 0
        while seat < seats:
            self.expected[seat] = self.gone_totals[gone * MOST_SEATS + seat]
            seat += 1
        value, line = self.known_values[slot * LINES + number], number * LINE_SIZE
        self._add_worth(seats, line_key(state, number, value, shown), -1.0)
        values, taken, economic = station_changes(state, line, station)
        key = make_key(seats, value, state[LABELS + number], values, station >> 2, economic, taken, shown)
        self._add_worth(seats, key, 1.0)
        return self._chance_of_expected(seats, state[TURN], self.gone_scales[gone])

    def _remember_gone(self, state: vec[i64], slot: i64, station: i64, shown: i64) -> None:
        """Keep what all lines give once a tile of a station is laid, but not yet on any line."""
        self._begin(state, state[TURN] + 1, station)
        number: i64 = 0
        while number < LINES:
            self.values[number] = self.known_values[slot * LINES + number]
            number += 1
        number = 0
        while number < LINES:
            self._add_line(state, number, shown)
            number += 1
        gone = slot * STATIONS + station
        seat: i64 = 0
        while seat < state[SEATS]:
            self.gone_totals[gone * MOST_SEATS + seat] = self.expected[seat]
            seat += 1
        self.gone_scales[gone] = self._scale(state, 0, station)

    # expected points

    def _clear(self, seats: i64) -> None:
        """Set all expected points to 0."""
        seat: i64 = 0
        while seat < seats:
            self.expected[seat] = 0.0
            seat += 1

    def _begin(self, state: vec[i64], first: i64, station: i64) -> None:
        """Set the expected points to what follows from the supplies and from who moves first now.

        Perhaps with one more station laid.
        """
        learned, seats = self.worth.learned, state[SEATS]
        self._clear(seats)
        if len(learned) == 0:
            return
        seat: i64 = 0
        while seat < seats:
            fewest: i64 = 10
            other: i64 = 0
            while other < seats:
                if other != seat:
                    fewest = min(fewest, _left(state, other, station))
                other += 1
            waits = seat - first
            if waits < 0:
                waits += seats
            self.expected[seat] = (
                learned[OWN_LEFT + _left(state, seat, station)]
                + learned[OTHERS_LEFT + fewest]
                + learned[TO_MOVE + (seats - 2) * MOST_SEATS + waits]
            )
            seat += 1

    def _add_line(self, state: vec[i64], number: i64, shown: i64) -> None:
        """Add what the seats may expect from a line; `values` holds the values of the lines."""
        if not state[number * LINE_SIZE + FINISHED]:
            self._add_worth(state[SEATS], line_key(state, number, self.values[number], shown), 1.0)
            return
        seat: i64 = 0
        while seat < state[SEATS]:
            self.expected[seat] += float(points(state, self.values, number, seat))
            seat += 1

    def _add_worth(self, seats: i64, key: i64, times: float) -> None:
        """Add what the seats may expect from an unfinished line, some times."""
        worth, place = self.worth.points, self.worth.find(key)
        seat: i64 = 0
        while seat < seats:
            self.expected[seat] += times * worth[place + seat]
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


def _left(state: vec[i64], seat: i64, station: i64) -> i64:
    """How many stations a seat has left, perhaps after one has been laid."""
    left = state[STATIONS_LEFT + seat]
    return left - 1 if station >> 2 == seat and left else left


def track_left(state: vec[i64]) -> i64:
    """How many track tiles are not laid yet."""
    shown = state[OPEN_TRACK]
    count = (shown & 15) + (shown >> 4 & 15) + (shown >> 8 & 15) + (shown >> 12 & 15) + (shown >> 16)
    return TRACK_COUNT - state[TRACK_DRAWN] + count
