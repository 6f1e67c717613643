"""The second part of a turn in the generator: what becomes of the cards that are no passengers.

One walk, depth first: each card is held, turned into money, laid on a row that it fits, or begins a row; then
each row without a tram gets one. The linear evaluation is carried along, so a finished turn costs little.
`fast.turns` sets the position up.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.trambahn.fast.features import BIAS, RUNS_LEFT
from stellwerk.games.trambahn.fast.layout import (
    CONDUCTOR,
    END_TURN,
    INCOME,
    INCOMES,
    RUNS,
    STOP,
    STOPS,
    TRAM,
    points_of,
)
from stellwerk.games.trambahn.fast.linear import (
    BARE,
    BEGUN,
    BOARDED,
    CARDS_LEFT,
    CHOICES,
    ENDS,
    HOLDING,
    IDLE,
    LEAD_OF,
    LINES,
    OPEN,
    PURSE,
    SCRATCH,
    SIZES,
    SUMS,
    TRAMS_OF,
    WORTH,
    value_of_lead,
    value_of_row,
    weigh_lines,
    weigh_runs,
)

TURNS: Final = 1024
"""So many turns can be kept."""
STRIDE: Final = 16
"""Numbers for a kept turn: how many moves, then the moves."""
CONDUCTOR_ROWS: Final = 3
"""Conductors are only laid on rows with so many cards."""

HOLD: Final = 0
SELL: Final = 1
LAY: Final = 2
"""Plus the place of the row; whether that began it shows in `begun`."""


@final
class Walk:
    """A position in the middle of a turn, and the best ways to finish the turn."""

    def __init__(self, weights: list[float]) -> None:
        self.count: i64 = 0
        """How many turns have been kept."""
        self.values = vec[float]([0.0] * TURNS)
        """What the evaluation expects of each of them: the final lead."""
        self.turns = vec[i64]([0] * (TURNS * STRIDE))
        self.first: i64 = 0
        """Where the turns with these passengers begin."""
        self.keep: i64 = 1
        """How many of them are kept."""

        self.table = vec[i64]([0] * SCRATCH)
        self.worth = vec[float](weights + [0.0] * (WORTH - len(weights)))
        self.rows: i64 = 0
        """The own rows, as far as they have been laid."""
        self.old_rows: i64 = 0
        self.step: i64 = 0
        self.trams_left: i64 = 0
        self.money: i64 = 0
        self.cleared: i64 = 0
        """Money that comes too late for trams: cards of cleared rows (TB-3.5.1)."""
        self.other_money: i64 = 0
        self.free: bool = False
        self.runs: i64 = 0
        self.ahead: i64 = 0
        """The lead in points."""
        self.growth: float = 0.0
        self.special: float = 0.0
        self.passengers: i64 = 0
        self.card_count: i64 = 0
        self.r: float = -1.0

    def complete(self) -> None:
        """Keep the best turns that go on from here."""
        self.first = self.count
        r = float(RUNS - self.runs) / 10.0
        if r != self.r:
            weigh_runs(self.worth, r)
            self.r = r
        weigh_lines(self.table, self.worth, r)
        self._use(0, self._base())

    def _base(self) -> float:
        """Everything but the own money and the cards that are still to be used."""
        table, worth, r = self.table, self.worth, self.r
        value = float(self.ahead) + worth[BIAS] + r * worth[RUNS_LEFT] + r * self.growth + self.special
        line: i64 = 0
        while line < 4:
            value += value_of_lead(table, worth, line)
            line += 1
        return value - worth[PURSE + self.other_money]

    # The walk.

    def _use(self, depth: i64, value: float) -> None:
        """Decide about the card at this depth and all that follow."""
        table, worth = self.table, self.worth
        if depth == self.card_count:
            self._give_trams(0, value)
            return
        card = table[CARDS_LEFT + depth]
        least: i64 = HOLD
        if depth > 0 and table[CARDS_LEFT + depth - 1] == card:
            least = table[CHOICES + depth - 1]  # of equal cards only one order
        if least == HOLD and (table[IDLE + depth] == 0 or self.step > INCOMES):
            table[CHOICES + depth] = HOLD
            self._use(depth + 1, value + worth[HOLDING + depth])
        if self.step <= INCOMES and least <= SELL:
            table[CHOICES + depth] = SELL
            self.money += 1
            self._use(depth + 1, value)
            self.money -= 1
        if self.step <= STOPS:
            self._lay_anywhere(depth, card, value)

    def _lay_anywhere(self, depth: i64, card: i64, value: float) -> None:
        table = self.table
        line: i64 = card // 10
        fits = False
        row: i64 = 0
        while row < self.rows:
            end = table[ENDS + row]
            if card == CONDUCTOR:
                if end < 10 and table[SIZES + row] >= CONDUCTOR_ROWS:
                    self._lay(depth, card, row, value)
            elif table[LINES + row] == line and end <= card % 10:
                fits = True
                self._lay(depth, card, row, value)
            row += 1
        if card != CONDUCTOR and (self.free or not fits):  # TB-3.2.4
            self._begin_row(depth, card, value)

    def _lay(self, depth: i64, card: i64, row: i64, value: float) -> None:
        """Lay a card on a row, go on, and take it back."""
        table, worth = self.table, self.worth
        line, end, size, points, tram = (
            table[LINES + row],
            table[ENDS + row],
            table[SIZES + row],
            table[SUMS + row],
            table[TRAMS_OF + row],
        )
        before = value_of_row(table, worth, row, self.r)
        if card != CONDUCTOR:
            table[ENDS + row] = card % 10 + 1
            table[SUMS + row] = points + points_of(card % 10 + 1)
            table[LEAD_OF + line] += (table[SUMS + row] - points) * tram
        table[SIZES + row] = size + 1
        scored = float(table[SUMS + row] * tram) if size == 7 else 0.0
        table[CHOICES + depth] = LAY + row
        table[BEGUN + depth] = 0
        self._use(depth + 1, value + scored + value_of_row(table, worth, row, self.r) - before)
        table[LEAD_OF + line] -= (table[SUMS + row] - points) * tram
        table[ENDS + row] = end
        table[SUMS + row] = points
        table[SIZES + row] = size

    def _begin_row(self, depth: i64, card: i64, value: float) -> None:
        """Begin a row, go on, and take it back; not if no tram can follow."""
        table = self.table
        bare: i64 = 1 + self.rows - self.old_rows
        if bare > self.trams_left or bare > table[OPEN + 2] + table[OPEN + 3] + table[OPEN + 4]:
            return
        if 5 * bare > self.money + self.card_count - depth - 1:
            return
        row = self.rows
        table[LINES + row] = card // 10
        table[ENDS + row] = card % 10 + 1
        table[SIZES + row] = 1
        table[SUMS + row] = points_of(card % 10 + 1)
        table[TRAMS_OF + row] = 0
        table[BARE + row] = 1
        self.rows = row + 1
        table[CHOICES + depth] = LAY + row
        table[BEGUN + depth] = 1
        self._use(depth + 1, value)
        self.rows = row

    def _give_trams(self, row: i64, value: float) -> None:
        """Each row without a tram gets one; what lay there before may also be cleared (TB-3.5.1)."""
        table, worth = self.table, self.worth
        while row < self.rows and table[TRAMS_OF + row] > 0:
            row += 1
        if row == self.rows:
            self._keep(value + worth[PURSE + self.money + self.cleared])
            return
        if row < self.old_rows:
            self.cleared += table[SIZES + row]
            self._give_trams(row + 1, value)
            self.cleared -= table[SIZES + row]
        if self.trams_left == 0:
            return
        tram: i64 = 2
        while tram <= 4:
            if table[OPEN + tram] > 0 and 5 * tram - 5 <= self.money:
                self._give_tram(row, tram, value)
            tram += 1

    def _give_tram(self, row: i64, tram: i64, value: float) -> None:
        table, worth = self.table, self.worth
        line = table[LINES + row]
        before = value_of_lead(table, worth, line)
        table[OPEN + tram] -= 1
        self.trams_left -= 1
        self.money -= 5 * tram - 5
        table[LEAD_OF + line] += tram * table[SUMS + row]
        table[TRAMS_OF + row] = tram
        self._give_trams(row + 1, value + value_of_row(table, worth, row, self.r) - before)
        table[TRAMS_OF + row] = 0
        table[LEAD_OF + line] -= tram * table[SUMS + row]
        self.money += 5 * tram - 5
        self.trams_left += 1
        table[OPEN + tram] += 1

    # Keeping turns.

    def _keep(self, value: float) -> None:
        """Keep a finished turn if it is among the best with these passengers."""
        place = self.count
        if self.count - self.first == self.keep:
            place = self._worst()
            if value <= self.values[place]:
                return
        else:
            self.count += 1
        self.values[place] = value
        self.write(place)

    def _worst(self) -> i64:
        worst = self.first
        place: i64 = self.first + 1
        while place < self.count:
            if self.values[place] < self.values[worst]:
                worst = place
            place += 1
        return worst

    def write(self, place: i64) -> None:
        """Write down the moves of the turn as it has been decided."""
        table, turns = self.table, self.turns
        start: i64 = place * STRIDE
        at: i64 = self._write_passengers(start)
        depth: i64 = 0
        while depth < self.card_count:
            if table[CHOICES + depth] >= LAY:
                at += 1
                target: i64 = 0 if table[BEGUN + depth] == 1 else table[CHOICES + depth] - LAY + 1
                turns[at] = STOP << 12 | table[CARDS_LEFT + depth] << 6 | target
            depth += 1
        depth = 0
        while depth < self.card_count:
            if table[CHOICES + depth] == SELL:
                at += 1
                turns[at] = INCOME << 12 | table[CARDS_LEFT + depth] << 6
            depth += 1
        row: i64 = 0
        while row < self.rows:
            if table[BARE + row] == 1 and table[TRAMS_OF + row] > 0:
                at += 1
                turns[at] = TRAM << 12 | table[TRAMS_OF + row] << 6 | row
            row += 1
        turns[at + 1] = END_TURN
        turns[start] = at + 1 - start

    def keep_the_end(self, value: float) -> None:
        """Keep a turn that ends with the last run (TB-5.1)."""
        start: i64 = self.count * STRIDE
        self.turns[start] = self._write_passengers(start) - start
        self.values[self.count] = value
        self.count += 1

    def _write_passengers(self, start: i64) -> i64:
        """Returns where the last one stands."""
        number: i64 = 0
        while number < self.passengers:
            self.turns[start + 1 + number] = self.table[BOARDED + number]
            number += 1
        return start + self.passengers
