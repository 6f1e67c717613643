"""Whole turns worth a look: every choice of passengers, and for each the best ways to use the other cards.

`generate` reads the position into the notes of a `Walk`, boards one or two passengers in every possible way
and lets the walk complete each choice. The turns are kept in `Turns.kept`.

Left out are turns that lay the cards of a line in another order than rising, and what `walk` leaves out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.trambahn.fast import features as f
from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.fast import scratch
from stellwerk.games.trambahn.fast.kept import STRIDE
from stellwerk.games.trambahn.fast.linear import value_of_growth, value_of_hope
from stellwerk.games.trambahn.fast.walk import Walk

if TYPE_CHECKING:
    from stellwerk.games.trambahn.fast.core import Core

WON: Final = 10000.0
"""What a won game is worth, in points."""


@final
class Turns:
    """Generates turns, one position at a time."""

    def __init__(self, weights: list[float]) -> None:
        self.walk = Walk(weights)
        self.kept = self.walk.kept
        """The turns found in the last position."""
        self._me: i64 = 0
        self._hand = vec[i64]([0] * at.HAND)
        self._size: i64 = 0
        # For each card in hand:
        self._holding = vec[float]([0.0] * at.HAND)
        """What holding it is worth, with the rows as they are."""
        self._fitting = vec[float]([0.0] * at.HAND)
        """What it is worth besides because it fits a row, still to be multiplied by the share to come."""
        self._idle = vec[i64]([0] * at.HAND)
        """1 if it is not worth holding: it fits no row, and its line is not led."""
        self._boarded = vec[i64]([0] * at.HAND)
        """1 if it is a passenger."""

    def generate(self, core: Core, most: i64) -> i64:
        """Find turns from here on, the best `most` for each choice of passengers; return how many."""
        table = core.table
        self.kept.clear(most)
        self._read(table)
        played = table[at.PASSENGERS_PLAYED]
        if played > 0 or self._size == 0:
            self._complete()
        if table[at.STEP] == at.PASSENGERS and played < 2:
            self._board_any(0, 0, 2 - played)
        return self.kept.count

    def play(self, core: Core, turn: i64) -> bool:
        """Make the moves of a kept turn but for `END_TURN`; return True if that is due, not after the end."""
        moves = self.kept.moves
        place: i64 = turn * STRIDE
        last: i64 = place + moves[place]
        while place < last:
            place += 1
            if moves[place] == at.END_TURN:
                return True
            core.play(moves[place])
        return False

    # Reading the position.

    def _read(self, table: vec[i64]) -> None:
        walk = self.walk
        me = table[at.TURN]
        self._me = me
        walk.step = table[at.STEP]
        walk.free = table[at.FREE_ROWS] != 0
        walk.nine = table[at.NINE]
        walk.trams_left = table[at.MAX_TRAMS] - table[at.TRAMS_BOUGHT]
        walk.money = table[at.MONEY + me]
        walk.other_money = table[at.MONEY + 1 - me]
        walk.runs = table[at.RUNS_DONE]
        walk.ahead = table[at.SCORE + me] - table[at.SCORE + 1 - me]
        walk.passengers = 0
        tram: i64 = 2
        while tram <= 4:
            walk.notes[scratch.OFFER + tram] = table[at.OFFER + tram]
            tram += 1
        line: i64 = 0
        while line < 4:
            walk.notes[scratch.LEAD + line] = f.line_lead(table, me, line)
            walk.notes[scratch.WAITING + line] = table[at.WAITING + line]
            line += 1
        self._read_rows(table)
        walk.growth = 0.0
        walk.hopes = 0.0
        self._add_prospects(table, me, 1.0)
        self._add_prospects(table, 1 - me, -1.0)
        self._read_hand(table)

    def _read_rows(self, table: vec[i64]) -> None:
        """Copy the rows of the seat whose turn it is."""
        first = at.first_row(self._me)
        size = at.end_of_rows(table, self._me) - first
        place: i64 = 0
        while place < size:
            self.walk.notes[place] = table[first + place]
            place += 1
        self.walk.rows_end = size
        self.walk.old_end = size

    def _add_prospects(self, table: vec[i64], seat: i64, sign: float) -> None:
        """Add what growth and hopes of special runs are worth in the rows of a seat."""
        walk = self.walk
        row = at.first_row(seat)
        last = at.end_of_rows(table, seat)
        while row < last:
            end, tram = table[row + at.ROW_END], table[row + at.ROW_TRAM]
            hope = value_of_hope(walk.worth, end, table[row + at.SIZE], table[row + at.POINTS] * tram)
            walk.growth += sign * value_of_growth(walk.worth, end, tram)
            walk.hopes += sign * hope
            row += at.ROW

    def _read_hand(self, table: vec[i64]) -> None:
        self._size = table[at.HAND_SIZE + self._me]
        place: i64 = 0
        while place < self._size:
            card = table[at.HANDS + at.HAND * self._me + place]
            self._hand[place] = card
            self._boarded[place] = 0
            self._weigh_card(table, place, card)
            place += 1

    def _weigh_card(self, table: vec[i64], place: i64, card: i64) -> None:
        worth = self.walk.worth
        self._holding[place] = worth[f.HELD]
        self._fitting[place] = 0.0
        self._idle[place] = 0
        if card == at.CONDUCTOR:
            self._holding[place] += worth[f.HELD_CONDUCTORS]
            return
        led = self.walk.notes[scratch.LEAD + card // 10] > 0
        self._holding[place] += worth[f.HELD_LED if led else f.HELD_BEHIND]
        fit = f.best_fit(table, self._me, card)
        if fit > 0:
            self._fitting[place] = worth[f.HELD_FITS + (fit & 3)] * float(fit >> 2)
        elif not led:
            self._idle[place] = 1

    # Passengers.

    def _board_any(self, place: i64, line: i64, most: i64) -> None:
        """Try each card from `place` on as a passenger, and up to `most` in all.

        A conductor may go to any line from `line` on: two of them take each pair of lines once.
        """
        before: i64 = -1
        while place < self._size:
            card = self._hand[place]
            place += 1
            if card == before:
                continue
            before = card
            target = line if card == at.CONDUCTOR else card // 10
            last: i64 = 3 if card == at.CONDUCTOR else target
            while target <= last:
                self._board(place - 1, target)
                self._complete()
                if most > 1 and self.walk.runs < at.RUNS:
                    self._board_any(place, target if card == at.CONDUCTOR else 0, most - 1)
                self._take_back(place - 1, target)
                target += 1

    def _board(self, place: i64, line: i64) -> None:
        """Make a card a passenger, which may start a run."""
        walk, notes = self.walk, self.walk.notes
        self._boarded[place] = 1
        notes[scratch.BOARDED + walk.passengers] = at.PASSENGER << 12 | self._hand[place] << 6 | line
        walk.passengers += 1
        notes[scratch.WAITING + line] += 1
        if notes[scratch.WAITING + line] == 4:
            notes[scratch.WAITING + line] = 0
            walk.runs += 1
            walk.ahead += notes[scratch.LEAD + line]

    def _take_back(self, place: i64, line: i64) -> None:
        """Undo `_board`."""
        walk, notes = self.walk, self.walk.notes
        self._boarded[place] = 0
        walk.passengers -= 1
        if notes[scratch.WAITING + line] == 0:
            notes[scratch.WAITING + line] = 4
            walk.runs -= 1
            walk.ahead -= notes[scratch.LEAD + line]
        notes[scratch.WAITING + line] -= 1

    def _complete(self) -> None:
        """Find the best uses of the cards that are not passengers."""
        walk = self.walk
        if walk.runs == at.RUNS:
            lead = walk.ahead if walk.ahead != 0 else walk.money - walk.other_money  # TB-5.2
            walk.keep_the_end(0.0 if lead == 0 else WON if lead > 0 else -WON)
            return
        to_come = at.share_to_come(walk.runs)
        count: i64 = 0
        place: i64 = 0
        while place < self._size:
            if self._boarded[place] == 0:
                walk.notes[scratch.CARDS_LEFT + count] = self._hand[place]
                walk.notes[scratch.IDLE + count] = self._idle[place]
                walk.worth[scratch.HOLDING + count] = self._holding[place] + to_come * self._fitting[place]
                count += 1
            place += 1
        walk.card_count = count
        walk.complete()
