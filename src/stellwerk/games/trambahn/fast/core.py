"""The fast core of Trambahn: a complete state over flat integers, changed in place, for search and learning.

`Core` plays by the same rules as the law and in the same small steps; `layout` says where its numbers lie. It
checks nothing: a move must come from `legal` or from the turn generator (`turns`). It leaves out what only
views and score sheets need: who has seen which face (that is `memory`) and how points came about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.fast.cards import earn, end_turn, random_number, shuffle, stack_draw_pile
from stellwerk.games.trambahn.fast.codes import action_of, flatten, move_of
from stellwerk.games.trambahn.fast.features import line_worth
from stellwerk.games.trambahn.fast.legal import legal
from stellwerk.games.trambahn.law.sample import sample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.chance import RandomSource
    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.state import State
    from stellwerk.games.trambahn.law.view import View


@final
class Core:
    """A state of Trambahn that can be played on."""

    def __init__(self, table: vec[i64], piles: vec[u8], moves: vec[i64]) -> None:
        self.table = table
        self.piles = piles
        self.moves = moves
        """What `legal` has found; all copies of a core write to this one list."""

    @staticmethod
    def from_state(state: State) -> Core:
        """A core in the same state as the law, after the deal; its random numbers start at a fixed place."""
        table, piles = flatten(state)
        return Core.from_flat(table, piles)

    @staticmethod
    def from_flat(table: list[int], piles: list[int]) -> Core:
        """A core of what `flatten` returns. Only compiled modules may make one of vecs: mypyc never frees
        those that it is handed from outside (`tests/search/test_memory.py`)."""
        return Core(vec[i64](table), vec[u8](piles), vec[i64]([0] * at.MOVES))

    @staticmethod
    def from_view(view: View, rng: RandomSource) -> Core:
        """A core in a random state that fits the view."""
        core = Core.from_state(sample(view, rng))
        core.seed(1 + rng.randrange(at.WORD))
        return core

    def end_of_rows(self, seat: i64) -> i64:
        """The place behind the last row of a seat."""
        return at.end_of_rows(self.table, seat)

    def copy(self) -> Core:
        """An independent copy."""
        return Core(self.table[:], self.piles[:], self.moves)

    def encode(self, action: Action) -> int:
        """The move that stands for an action in this state."""
        return move_of(action, self._row_numbers())

    def decode(self, move: int) -> Action:
        """The action that a move stands for in this state."""
        return action_of(move, self._row_numbers())

    def _row_numbers(self) -> list[int]:
        table = self.table
        first, end = at.first_row(table[at.TURN]), at.end_of_rows(table, table[at.TURN])
        return [int(table[row + at.NUMBER]) for row in range(int(first), int(end), at.ROW)]

    def legal(self) -> i64:
        """Write all moves of the seat whose turn it is to `moves`, in the law's order; return how many."""
        return legal(self.table, self.moves)

    def play(self, move: i64) -> None:
        """Make a legal move. If `STEP` is `DRAWING` afterwards, a shuffle is due."""
        kind = move >> 12
        card = move >> 6 & 63
        if kind == at.PASSENGER:
            self._passenger(card, move & 63)
        elif kind == at.STOP:
            self._stop(card, move & 63)
        elif kind == at.INCOME:
            self.table[at.STEP] = at.INCOMES
            self._take(card)
            earn(self.table, self.piles, card)
        elif kind == at.TRAM:
            self._buy_tram(card, move & 63)
        else:
            end_turn(self.table, self.piles)

    def _take(self, card: i64) -> None:
        """Remove a card from the hand."""
        table = self.table
        turn = table[at.TURN]
        place: i64 = at.HANDS + at.HAND * turn
        last = place + table[at.HAND_SIZE + turn] - 1
        while table[place] != card:
            place += 1
        while place < last:
            table[place] = table[place + 1]
            place += 1
        table[at.HAND_SIZE + turn] -= 1

    def _passenger(self, card: i64, line: i64) -> None:
        table = self.table
        self._take(card)
        table[at.PASSENGERS_PLAYED] += 1
        table[at.TERMINALS + 4 * line + table[at.WAITING + line]] = card
        table[at.WAITING + line] += 1
        if table[at.WAITING + line] == 4:
            self._run(line)

    def _run(self, line: i64) -> None:  # TB-4.1
        table, piles = self.table, self.piles
        table[at.SCORE] += self.line_worth(0, line)
        table[at.SCORE + 1] += self.line_worth(1, line)
        place: i64 = 0
        while place < 4:
            piles[at.DISCARD_PILE + table[at.DISCARD] + place] = u8(table[at.TERMINALS + 4 * line + place])
            place += 1
        table[at.DISCARD] += 4
        table[at.WAITING + line] = 0
        table[at.RUNS_DONE] += 1
        if table[at.RUNS_DONE] == at.RUNS:
            table[at.STEP] = at.OVER  # TB-5.1

    def line_worth(self, seat: i64, line: i64) -> i64:
        """What a run of this line would give a seat now."""
        return line_worth(self.table, seat, line)

    def _stop(self, card: i64, target: i64) -> None:
        table = self.table
        turn = table[at.TURN]
        table[at.STEP] = at.STOPS
        self._take(card)
        row: i64 = at.first_row(turn) + at.ROW * (target - 1)
        if target == 0:
            row = self._new_row(turn, card // 10)
        if card == at.CONDUCTOR:
            table[row + at.CONDUCTORS] += 1
        else:
            value = card % 10 + 1
            table[row + at.ROW_END] = value
            table[row + at.VALUES] |= 1 << value
            table[row + at.POINTS] += at.points_of(value, table[at.NINE])
        table[row + at.SIZE] += 1
        if table[row + at.SIZE] == 8:  # TB-4.3
            table[at.SCORE + turn] += table[row + at.POINTS] * table[row + at.ROW_TRAM]

    def _new_row(self, turn: i64, line: i64) -> i64:
        """Begin an empty row; return where it lies in `table`."""
        table = self.table
        row = at.end_of_rows(table, turn)
        table[row + at.NUMBER] = table[at.NEXT_ROW + turn]
        table[row + at.LINE] = line
        field: i64 = at.ROW_END
        while field < at.ROW:
            table[row + field] = 0
            field += 1
        table[at.ROW_COUNT + turn] += 1
        table[at.NEXT_ROW + turn] += 1
        return row

    def _buy_tram(self, tram: i64, place: i64) -> None:
        table, piles = self.table, self.piles
        turn = table[at.TURN]
        table[at.STEP] = at.TRAMS
        table[at.TRAMS_BOUGHT] += 1
        table[at.OFFER + tram] -= 1
        table[at.first_row(turn) + at.ROW * place + at.ROW_TRAM] = tram
        price = at.price_of(tram)
        table[at.MONEY + turn] -= price
        money: i64 = at.MONEY_PILE + at.CARDS * turn + table[at.MONEY + turn]
        discard: i64 = at.DISCARD_PILE + table[at.DISCARD]
        number: i64 = 0
        while number < price:  # TB-3.4.4
            piles[discard + number] = piles[money + number]
            number += 1
        table[at.DISCARD] += price

    # Chance.

    def shuffle(self) -> None:
        """Make the new draw pile that is due, and go on drawing."""
        shuffle(self.table, self.piles)

    def stack_draw_pile(self, cards: Sequence[int]) -> None:
        """Make the new draw pile in a given order, the first card on top, as the law's `Shuffle` does."""
        stack_draw_pile(self.table, self.piles, cards)

    def seed(self, number: i64) -> None:
        """Set where the random numbers begin; `number` must not be 0."""
        self.table[at.RANDOM] = number

    # The end of the game.

    def rollout(self) -> i64:
        """Play random moves to the end; return how many."""
        table = self.table
        count: i64 = 0
        while table[at.STEP] != at.OVER:
            if table[at.STEP] == at.DRAWING:
                self.shuffle()
                continue
            self.play(self.moves[random_number(table, self.legal())])
            count += 1
        return count

    def score(self, seat: i64) -> i64:
        """The points of a seat so far."""
        return self.table[at.SCORE + seat]

    def outcome(self, seat: i64) -> float:
        """1 if the seat is ahead, 0 if it is behind, ½ for a draw; money breaks a tie of points (TB-5.2)."""
        table = self.table
        lead = table[at.SCORE + seat] - table[at.SCORE + 1 - seat]
        if lead == 0:
            lead = table[at.MONEY + seat] - table[at.MONEY + 1 - seat]
        return 0.5 if lead == 0 else 1.0 if lead > 0 else 0.0
