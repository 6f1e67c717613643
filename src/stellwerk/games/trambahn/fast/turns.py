"""Whole turns of Trambahn: every choice of passengers, and for each the best ways to use the other cards.

Left out are turns that lay a line's cards in another order than rising, that lay conductors on short rows, or
that hold cards of no use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.trambahn.fast.features import (
    HELD,
    HELD_BEHIND,
    HELD_CONDUCTORS,
    HELD_FITS,
    HELD_LED,
    best_fit,
    line_worth,
)
from stellwerk.games.trambahn.fast.layout import (
    CONDUCTOR,
    END_TURN,
    FREE_ROWS,
    HAND,
    HAND_SIZE,
    HANDS,
    LINE,
    MAX_TRAMS,
    MONEY,
    OFFER,
    PASSENGERS,
    PASSENGERS_PLAYED,
    POINTS,
    ROW,
    ROW_COUNT,
    ROW_END,
    ROW_TRAM,
    ROWS,
    RUNS,
    RUNS_DONE,
    SCORE,
    SEAT_ROWS,
    SIZE,
    STEP,
    TRAMS_BOUGHT,
    TURN,
    WAITING,
)
from stellwerk.games.trambahn.fast.linear import (
    BARE,
    BOARDED,
    CARDS_LEFT,
    ENDS,
    HOLDING,
    IDLE,
    LEAD_OF,
    LINES,
    OPEN,
    SIZES,
    SUMS,
    TRAMS_OF,
    WAITERS,
    growth_of,
    special_of,
)
from stellwerk.games.trambahn.fast.walk import STRIDE, Walk

if TYPE_CHECKING:
    from stellwerk.games.trambahn.fast.core import Fast

WON: Final = 10000.0
"""What a won game is worth, in points."""


@final
class Turns:
    """Generates turns; its lists are used again for each position."""

    def __init__(self, weights: list[float]) -> None:
        self.walk = Walk(weights)
        """Where the turns are kept."""
        self.me: i64 = 0
        self.hand = vec[i64]([0] * HAND)
        self.hold = vec[float]([0.0] * HAND)
        """What holding each card is worth, with the rows as they are."""
        self.hold_r = vec[float]([0.0] * HAND)
        self.idle = vec[i64]([0] * HAND)

    def generate(self, fast: Fast, keep: i64) -> i64:
        """Find turns from here on; of each choice of passengers the best `keep` stay. Returns how many."""
        table, walk = fast.table, self.walk
        walk.count = 0
        walk.keep = keep
        self._look(table)
        self._begin(table)
        played = table[PASSENGERS_PLAYED]
        size = table[HAND_SIZE + self.me]
        if played > 0 or size == 0:
            self._complete(size, -1, -1)
        if table[STEP] == PASSENGERS and played < 2:
            self._choose_passengers(table, 2 - played)
        return walk.count

    def play(self, fast: Fast, turn: i64) -> bool:
        """Make the moves of a kept turn up to its end; returns whether that is due (or the game is over)."""
        turns = self.walk.turns
        place: i64 = turn * STRIDE
        last: i64 = place + turns[place]
        while place < last:
            place += 1
            if turns[place] == END_TURN:
                return True
            fast.play(turns[place])
        return False

    # Reading the position.

    def _look(self, table: vec[i64]) -> None:
        walk = self.walk
        me = table[TURN]
        self.me = me
        walk.money = table[MONEY + me]
        walk.other_money = table[MONEY + 1 - me]
        walk.free = table[FREE_ROWS] != 0
        walk.step = table[STEP]
        walk.trams_left = table[MAX_TRAMS] - table[TRAMS_BOUGHT]
        tram: i64 = 2
        while tram <= 4:
            walk.table[OPEN + tram] = table[OFFER + tram]
            tram += 1
        line: i64 = 0
        while line < 4:
            walk.table[LEAD_OF + line] = line_worth(table, me, line) - line_worth(table, 1 - me, line)
            line += 1
        walk.growth = 0.0
        walk.special = 0.0
        self._look_at_own_rows(table)
        self._look_at_rows(table, me, 1.0)
        self._look_at_rows(table, 1 - me, -1.0)
        place: i64 = 0
        while place < table[HAND_SIZE + me]:
            self._look_at_card(table, place, table[HANDS + HAND * me + place])
            place += 1

    def _look_at_own_rows(self, table: vec[i64]) -> None:
        walk = self.walk
        row: i64 = ROWS + SEAT_ROWS * self.me
        place: i64 = 0
        while place < table[ROW_COUNT + self.me]:
            walk.table[LINES + place] = table[row + LINE]
            walk.table[ENDS + place] = table[row + ROW_END]
            walk.table[SIZES + place] = table[row + SIZE]
            walk.table[SUMS + place] = table[row + POINTS]
            walk.table[TRAMS_OF + place] = table[row + ROW_TRAM]
            walk.table[BARE + place] = 1 if table[row + ROW_TRAM] == 0 else 0
            row += ROW
            place += 1
        walk.rows = place
        walk.old_rows = place

    def _look_at_rows(self, table: vec[i64], seat: i64, sign: float) -> None:
        walk = self.walk
        row: i64 = ROWS + SEAT_ROWS * seat
        last: i64 = row + ROW * table[ROW_COUNT + seat]
        while row < last:
            end, tram = table[row + ROW_END], table[row + ROW_TRAM]
            walk.growth += sign * growth_of(walk.worth, end, tram)
            walk.special += sign * special_of(walk.worth, end, table[row + SIZE], table[row + POINTS] * tram)
            row += ROW

    def _look_at_card(self, table: vec[i64], place: i64, card: i64) -> None:
        weights = self.walk.worth
        self.hand[place] = card
        self.hold[place] = weights[HELD]
        self.hold_r[place] = 0.0
        self.idle[place] = 0
        if card == CONDUCTOR:
            self.hold[place] += weights[HELD_CONDUCTORS]
            return
        self.hold[place] += weights[HELD_LED if self.walk.table[LEAD_OF + card // 10] > 0 else HELD_BEHIND]
        fit = best_fit(table, self.me, card)
        if fit > 0:
            self.hold_r[place] = weights[HELD_FITS + (fit & 3)] * float(fit >> 2)
        elif self.walk.table[LEAD_OF + card // 10] <= 0:
            self.idle[place] = 1

    # Passengers.

    def _begin(self, table: vec[i64]) -> None:
        """No passenger chosen yet."""
        walk = self.walk
        line: i64 = 0
        while line < 4:
            walk.table[WAITERS + line] = table[WAITING + line]
            line += 1
        walk.runs = table[RUNS_DONE]
        walk.ahead = table[SCORE + self.me] - table[SCORE + 1 - self.me]
        walk.passengers = 0

    def _choose_passengers(self, table: vec[i64], most: i64) -> None:
        """All choices of one or two cards and, of conductors, lines."""
        size = table[HAND_SIZE + self.me]
        first: i64 = 0
        while first < size:
            if first == 0 or self.hand[first] != self.hand[first - 1]:
                line = self._first_line(first)
                while line >= 0:
                    self._begin(table)
                    self._board(first, line)
                    self._complete(size, first, -1)
                    if self.walk.runs < RUNS and most == 2:
                        self._choose_second(table, first, line)
                    line = self._next_line(first, line)
            first += 1

    def _choose_second(self, table: vec[i64], first: i64, first_line: i64) -> None:
        size = table[HAND_SIZE + self.me]
        second = first + 1
        while second < size:
            if second == first + 1 or self.hand[second] != self.hand[second - 1]:
                line = self._first_line(second)
                if self.hand[first] == CONDUCTOR:
                    line = first_line  # two conductors: each pair of lines once
                while line >= 0:
                    self._begin(table)
                    self._board(first, first_line)
                    self._board(second, line)
                    self._complete(size, first, second)
                    line = self._next_line(second, line)
            second += 1

    def _first_line(self, place: i64) -> i64:
        card = self.hand[place]
        return 0 if card == CONDUCTOR else card // 10

    def _next_line(self, place: i64, line: i64) -> i64:
        return line + 1 if self.hand[place] == CONDUCTOR and line < 3 else -1

    def _board(self, place: i64, line: i64) -> None:
        """A card becomes a passenger, which may start a run."""
        walk = self.walk
        walk.table[BOARDED + walk.passengers] = self.hand[place] << 6 | line
        walk.passengers += 1
        walk.table[WAITERS + line] += 1
        if walk.table[WAITERS + line] == 4:
            walk.table[WAITERS + line] = 0
            walk.runs += 1
            walk.ahead += walk.table[LEAD_OF + line]

    def _complete(self, size: i64, first: i64, second: i64) -> None:
        """Find the best uses of the cards that are no passengers."""
        walk = self.walk
        if walk.runs == RUNS:
            lead = walk.ahead if walk.ahead != 0 else walk.money - walk.other_money  # TB-5.2
            walk.keep_the_end(0.0 if lead == 0 else WON if lead > 0 else -WON)
            return
        r = float(RUNS - walk.runs) / 10.0
        count: i64 = 0
        place: i64 = 0
        while place < size:
            if place != first and place != second:
                walk.table[CARDS_LEFT + count] = self.hand[place]
                walk.table[IDLE + count] = self.idle[place]
                walk.worth[HOLDING + count] = self.hold[place] + r * self.hold_r[place]
                count += 1
            place += 1
        walk.card_count = count
        walk.complete()
