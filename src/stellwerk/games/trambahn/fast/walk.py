"""The second half of a generated turn: what becomes of the cards that are not passengers, and of the money.

A depth-first walk over all ways to use them. Each card in turn is held, becomes money, is laid on a row that
it fits, or begins a row; after the last card, each row without a tram is given one or is left to be cleared:

    card 1 ─ hold ─ card 2 ─ … ─ trams ─ keep
           ├ sell            └ clear
           ├ lay on row 0, 1, …
           └ begin a row

Every choice is taken back after its branch, so one set of notes (`scratch`) serves the whole walk. The value
of the linear evaluation is carried along, so a finished turn costs little. `turns` sets the position up.

Left out are conductors on short rows, cards held that are of no use (`scratch.IDLE`), rows begun that no tram
can follow, and equal cards used in more than one order.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.fast import scratch
from stellwerk.games.trambahn.fast.features import BIAS, RUNS_LEFT
from stellwerk.games.trambahn.fast.kept import KeptTurns
from stellwerk.games.trambahn.fast.legal import fits
from stellwerk.games.trambahn.fast.linear import value_of_lead, value_of_row, weigh_lines, weigh_money

CONDUCTOR_ROWS: Final = 3
"""Conductors are only laid on rows with at least this many cards."""


@final
class Walk:
    """A position in the middle of a turn, and the best ways to finish the turn."""

    def __init__(self, weights: list[float]) -> None:
        self.kept = KeptTurns()
        self.notes = vec[i64]([0] * scratch.NOTES)
        self.worth = vec[float](weights + [0.0] * (scratch.WORTH - len(weights)))
        self.rows_end: i64 = 0
        """The place behind the last row in `notes`."""
        self.old_end: i64 = 0
        """The same before this turn began any."""
        self.step: i64 = 0
        self.trams_left: i64 = 0
        """How many more trams may be bought in this turn."""
        self.bought: i64 = 0
        self.money: i64 = 0
        self.cleared: i64 = 0
        """Money from rows to be cleared, which comes too late for trams (TB-3.5.1)."""
        self.other_money: i64 = 0
        self.free: bool = False
        """True if new rows may always be begun (TB-3.2.4)."""
        self.nine: i64 = 2
        """How many points a 9 counts (TB-1.2)."""
        self.runs: i64 = 0
        self.ahead: i64 = 0
        """The lead in points."""
        self.growth: float = 0.0
        """What the growth of all rows is worth, before it is multiplied by `to_come`."""
        self.hopes: float = 0.0
        """What the hopes of special runs are worth."""
        self.passengers: i64 = 0
        self.card_count: i64 = 0
        self.to_come: float = -1.0
        """The share of the runs still to come, for which `worth` has been weighed."""

    def complete(self) -> None:
        """Keep the best turns that begin with the passengers in `notes`."""
        to_come = at.share_to_come(self.runs)
        if to_come != self.to_come:
            weigh_money(self.worth, to_come)
            self.to_come = to_come
        weigh_lines(self.notes, self.worth, to_come)
        self.kept.begin_group()
        self._use(0, self._base())

    def _base(self) -> float:
        """The value of everything but this seat's money and the cards that are left."""
        worth, to_come = self.worth, self.to_come
        value = float(self.ahead) + worth[BIAS] + to_come * worth[RUNS_LEFT]
        value += to_come * self.growth
        value += self.hopes
        line: i64 = 0
        while line < 4:
            value += value_of_lead(self.notes, worth, line)
            line += 1
        return value - worth[scratch.PURSE + self.other_money]

    # The cards.

    def _use(self, depth: i64, value: float) -> None:
        """Decide about the card at this depth and all that follow."""
        notes = self.notes
        if depth == self.card_count:
            self._give_trams(0, value)
            return
        card = notes[scratch.CARDS_LEFT + depth]
        before: i64 = scratch.HELD
        if depth > 0 and notes[scratch.CARDS_LEFT + depth - 1] == card:
            before = notes[scratch.CHOSEN + depth - 1]  # equal cards: first hold, then sell, then lay
        if before == scratch.HELD and (notes[scratch.IDLE + depth] == 0 or self.step > at.INCOMES):
            notes[scratch.CHOSEN + depth] = scratch.HELD
            self._use(depth + 1, value + self.worth[scratch.HOLDING + depth])
        if self.step <= at.INCOMES and before >> 12 != at.STOP:
            notes[scratch.CHOSEN + depth] = at.INCOME << 12 | card << 6
            self.money += 1
            self._use(depth + 1, value)
            self.money -= 1
        if self.step <= at.STOPS:
            self._lay_anywhere(depth, card, value)

    def _lay_anywhere(self, depth: i64, card: i64, value: float) -> None:
        has_place = False
        row: i64 = 0
        while row < self.rows_end:
            if fits(self.notes, row, card):
                has_place = True
                if card != at.CONDUCTOR or self.notes[row + at.SIZE] >= CONDUCTOR_ROWS:
                    self._lay(depth, card, row, value)
            row += at.ROW
        if card != at.CONDUCTOR and (self.free or not has_place):  # TB-3.2.4
            self._begin_row(depth, card, value)

    def _lay(self, depth: i64, card: i64, row: i64, value: float) -> None:
        """Lay a card on a row, go on, and take it back."""
        notes, worth = self.notes, self.worth
        end, size, points = notes[row + at.ROW_END], notes[row + at.SIZE], notes[row + at.POINTS]
        tram = notes[row + at.ROW_TRAM]
        lead: i64 = scratch.LEAD + notes[row + at.LINE]
        lead_before = notes[lead]
        value_before = value_of_row(notes, worth, row, self.to_come)
        if card != at.CONDUCTOR:
            notes[row + at.ROW_END] = card % 10 + 1
            notes[row + at.POINTS] = points + at.points_of(card % 10 + 1, self.nine)
            notes[lead] += (notes[row + at.POINTS] - points) * tram
        notes[row + at.SIZE] = size + 1
        scored = float(notes[row + at.POINTS] * tram) if size == 7 else 0.0  # TB-4.3
        notes[scratch.CHOSEN + depth] = at.STOP << 12 | card << 6 | (row // at.ROW + 1)
        self._use(depth + 1, value + scored + value_of_row(notes, worth, row, self.to_come) - value_before)
        notes[lead] = lead_before
        notes[row + at.ROW_END] = end
        notes[row + at.POINTS] = points
        notes[row + at.SIZE] = size

    def _begin_row(self, depth: i64, card: i64, value: float) -> None:
        """Begin a row, go on, and take it back; not if there can be no tram for it."""
        notes = self.notes
        row = self.rows_end
        begun: i64 = 1 + (row - self.old_end) // at.ROW
        if begun > self.trams_left or begun > at.open_trams(notes, scratch.OFFER):
            return
        if 5 * begun > self.money + self.card_count - depth - 1:
            return
        notes[row + at.LINE] = card // 10
        notes[row + at.ROW_END] = card % 10 + 1
        notes[row + at.SIZE] = 1
        notes[row + at.POINTS] = at.points_of(card % 10 + 1, self.nine)
        notes[row + at.ROW_TRAM] = 0
        self.rows_end = row + at.ROW
        notes[scratch.CHOSEN + depth] = at.STOP << 12 | card << 6
        self._use(depth + 1, value)
        self.rows_end = row

    # The trams.

    def _give_trams(self, row: i64, value: float) -> None:
        """Give a tram to each row without one, from `row` on; rows from before this turn may go without."""
        notes = self.notes
        while row < self.rows_end and notes[row + at.ROW_TRAM] > 0:
            row += at.ROW
        if row == self.rows_end:
            self._keep(value + self.worth[scratch.PURSE + self.money + self.cleared])
            return
        if row < self.old_end:
            self.cleared += notes[row + at.SIZE]
            self._give_trams(row + at.ROW, value)
            self.cleared -= notes[row + at.SIZE]
        if self.trams_left == 0:
            return
        tram: i64 = 2
        while tram <= 4:
            if notes[scratch.OFFER + tram] > 0 and at.price_of(tram) <= self.money:
                self._give_tram(row, tram, value)
            tram += 1

    def _give_tram(self, row: i64, tram: i64, value: float) -> None:
        """Buy a tram for a row, go on, and take it back."""
        notes, worth = self.notes, self.worth
        line = notes[row + at.LINE]
        before = value_of_lead(notes, worth, line)
        notes[scratch.OFFER + tram] -= 1
        notes[scratch.BOUGHT + self.bought] = at.TRAM << 12 | tram << 6 | row // at.ROW
        self.bought += 1
        self.trams_left -= 1
        self.money -= at.price_of(tram)
        notes[scratch.LEAD + line] += tram * notes[row + at.POINTS]
        notes[row + at.ROW_TRAM] = tram
        self._give_trams(row + at.ROW, value + value_of_row(notes, worth, row, self.to_come) - before)
        notes[row + at.ROW_TRAM] = 0
        notes[scratch.LEAD + line] -= tram * notes[row + at.POINTS]
        self.money += at.price_of(tram)
        self.trams_left += 1
        self.bought -= 1
        notes[scratch.OFFER + tram] += 1

    # Finished turns.

    def _keep(self, value: float) -> None:
        """Write the turn down if it is among the best with these passengers."""
        place = self.kept.place_for(value)
        if place < 0:
            return
        self._write(place, scratch.BOARDED, self.passengers)
        self._write_chosen(place, at.STOP)
        self._write_chosen(place, at.INCOME)
        self._write(place, scratch.BOUGHT, self.bought)
        self.kept.add(place, at.END_TURN)

    def keep_the_end(self, value: float) -> None:
        """Keep a turn whose passengers end the game (TB-5.1)."""
        self.kept.begin_group()
        self._write(self.kept.place_for(value), scratch.BOARDED, self.passengers)

    def _write(self, place: i64, first: i64, count: i64) -> None:
        """Add `count` moves from the notes to a kept turn."""
        number: i64 = 0
        while number < count:
            self.kept.add(place, self.notes[first + number])
            number += 1

    def _write_chosen(self, place: i64, kind: i64) -> None:
        """Add the chosen moves of one kind to a kept turn."""
        depth: i64 = 0
        while depth < self.card_count:
            move = self.notes[scratch.CHOSEN + depth]
            if move >> 12 == kind:
                self.kept.add(place, move)
            depth += 1
