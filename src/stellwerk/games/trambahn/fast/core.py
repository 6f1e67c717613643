"""The fast core of Trambahn: the law once more, over flat integers, for search and learning.

Compiled by mypyc where a C compiler is found; interpreted it plays the same games. One `Fast` is one full
state that is changed in place. It checks nothing: moves must come from `legal` or from the turn generator.
Left out is what only views need (who has seen which face) and the lines of the score sheet. That it equals
the law is shown by playing both (tests/games/trambahn/test_fast.py and `run.py bench equal`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.trambahn.fast.cards import earn, end_turn, random_number, shuffle, stack_draw_pile
from stellwerk.games.trambahn.fast.codes import action_of, flatten, move_of
from stellwerk.games.trambahn.fast.features import line_worth
from stellwerk.games.trambahn.fast.layout import (
    CARDS,
    CONDUCTOR,
    CONDUCTORS,
    DISCARD,
    DISCARD_PILE,
    DRAWING,
    HAND,
    HAND_SIZE,
    HANDS,
    INCOME,
    INCOMES,
    LINE,
    MONEY,
    MONEY_PILE,
    MOVES,
    NEXT_ROW,
    NUMBER,
    OFFER,
    OVER,
    PASSENGER,
    PASSENGERS_PLAYED,
    POINTS,
    RANDOM,
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
    STOP,
    STOPS,
    TERMINALS,
    TRAM,
    TRAMS,
    TRAMS_BOUGHT,
    TURN,
    VALUES,
    WAITING,
    WORD,
    points_of,
)
from stellwerk.games.trambahn.fast.legal import legal
from stellwerk.games.trambahn.law.sample import sample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.chance import RandomSource
    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.state import State
    from stellwerk.games.trambahn.law.view import View


@final
class Fast:
    """One state of Trambahn."""

    def __init__(self, table: vec[i64], piles: vec[u8], moves: vec[i64]) -> None:
        self.table = table
        self.piles = piles
        self.moves = moves
        """Where `legal` writes; all copies share it."""

    @staticmethod
    def from_state(state: State) -> Fast:
        """The same state of the law; its random numbers are the same each time."""
        table, piles = flatten(state)
        return Fast(vec[i64](table), vec[u8](piles), vec[i64]([0] * MOVES))

    @staticmethod
    def from_view(view: View, rng: RandomSource) -> Fast:
        """A state that looks like this view and is otherwise drawn at random."""
        fast = Fast.from_state(sample(view, rng))
        fast.seed(1 + rng.randrange(WORD))
        return fast

    def copy(self) -> Fast:
        """The same state, to be changed on its own."""
        return Fast(self.table[:], self.piles[:], self.moves)

    def encode(self, action: Action) -> int:
        """The move of an action in this state."""
        return move_of(action, self._row_numbers())

    def decode(self, move: int) -> Action:
        """The action of a move in this state."""
        return action_of(move, self._row_numbers())

    def _row_numbers(self) -> list[int]:
        table = self.table
        rows = ROWS + SEAT_ROWS * int(table[TURN])
        return [int(table[rows + ROW * place]) for place in range(int(table[ROW_COUNT + table[TURN]]))]

    def legal(self) -> i64:
        """Write all moves of the seat whose turn it is to `moves`, in the law's order; returns how many."""
        return legal(self.table, self.moves)

    def play(self, move: i64) -> None:
        """Make a legal move. Afterwards a shuffle may be due (`DRAWING`)."""
        kind = move >> 12
        card = move >> 6 & 63
        if kind == PASSENGER:
            self._passenger(card, move & 63)
        elif kind == STOP:
            self._stop(card, move & 63)
        elif kind == INCOME:
            self.table[STEP] = INCOMES
            self._take(card)
            earn(self.table, self.piles, card)
        elif kind == TRAM:
            self._buy(card, move & 63)
        else:
            end_turn(self.table, self.piles)

    def _take(self, card: i64) -> None:
        """Remove a card from the hand."""
        table = self.table
        turn = table[TURN]
        place: i64 = HANDS + HAND * turn
        last = place + table[HAND_SIZE + turn] - 1
        while table[place] != card:
            place += 1
        while place < last:
            table[place] = table[place + 1]
            place += 1
        table[HAND_SIZE + turn] -= 1

    def _passenger(self, card: i64, line: i64) -> None:
        table = self.table
        self._take(card)
        table[PASSENGERS_PLAYED] += 1
        table[TERMINALS + 4 * line + table[WAITING + line]] = card
        table[WAITING + line] += 1
        if table[WAITING + line] == 4:
            self._run(line)

    def _run(self, line: i64) -> None:  # TB-4.1
        table, piles = self.table, self.piles
        table[SCORE] += self.worth(0, line)
        table[SCORE + 1] += self.worth(1, line)
        place: i64 = 0
        while place < 4:
            piles[DISCARD_PILE + table[DISCARD] + place] = u8(table[TERMINALS + 4 * line + place])
            place += 1
        table[DISCARD] += 4
        table[WAITING + line] = 0
        table[RUNS_DONE] += 1
        if table[RUNS_DONE] == RUNS:
            table[STEP] = OVER  # TB-5.1

    def worth(self, seat: i64, line: i64) -> i64:
        """What a run of this line would give a seat now."""
        return line_worth(self.table, seat, line)

    def _stop(self, card: i64, target: i64) -> None:
        table = self.table
        turn = table[TURN]
        table[STEP] = STOPS
        self._take(card)
        place = target - 1
        if target == 0:
            place = self._new_row(turn, card // 10)
        row: i64 = ROWS + SEAT_ROWS * turn + ROW * place
        if card == CONDUCTOR:
            table[row + CONDUCTORS] += 1
        else:
            value = card % 10 + 1
            table[row + ROW_END] = value
            table[row + VALUES] |= 1 << value
            table[row + POINTS] += points_of(value)
        table[row + SIZE] += 1
        if table[row + SIZE] == 8:  # TB-4.3
            table[SCORE + turn] += table[row + POINTS] * table[row + ROW_TRAM]

    def _new_row(self, turn: i64, line: i64) -> i64:
        """Begin a row; returns its place."""
        table = self.table
        place = table[ROW_COUNT + turn]
        row: i64 = ROWS + SEAT_ROWS * turn + ROW * place
        table[row + NUMBER] = table[NEXT_ROW + turn]
        table[row + LINE] = line
        field: i64 = ROW_END
        while field < ROW:
            table[row + field] = 0
            field += 1
        table[ROW_COUNT + turn] = place + 1
        table[NEXT_ROW + turn] += 1
        return place

    def _buy(self, tram: i64, place: i64) -> None:
        table, piles = self.table, self.piles
        turn = table[TURN]
        table[STEP] = TRAMS
        table[TRAMS_BOUGHT] += 1
        table[OFFER + tram] -= 1
        table[ROWS + SEAT_ROWS * turn + ROW * place + ROW_TRAM] = tram
        price = tram * 5 - 5
        table[MONEY + turn] -= price
        money: i64 = MONEY_PILE + CARDS * turn + table[MONEY + turn]
        discard: i64 = DISCARD_PILE + table[DISCARD]
        number: i64 = 0
        while number < price:  # TB-3.4.4
            piles[discard + number] = piles[money + number]
            number += 1
        table[DISCARD] += price

    # Chance.

    def shuffle(self) -> None:
        """Make the new draw pile that is due, and go on drawing."""
        shuffle(self.table, self.piles)

    def stack_draw_pile(self, cards: Sequence[int]) -> None:
        """The same with a given order, the first card on top: what the law's `Shuffle` does."""
        stack_draw_pile(self.table, self.piles, cards)

    def seed(self, number: i64) -> None:
        """Where the random numbers begin, from 1 on."""
        self.table[RANDOM] = number

    # The end of the game.

    def rollout(self) -> i64:
        """Play random moves to the end; returns how many."""
        table = self.table
        count: i64 = 0
        while table[STEP] != OVER:
            if table[STEP] == DRAWING:
                self.shuffle()
                continue
            self.play(self.moves[random_number(table, self.legal())])
            count += 1
        return count

    def score(self, seat: i64) -> i64:
        """All points of a seat so far."""
        return self.table[SCORE + seat]

    def outcome(self, seat: i64) -> float:
        """1 for who is ahead, by money if the points are equal, ½ for both if that is equal too (TB-5.2)."""
        table = self.table
        lead = table[SCORE + seat] - table[SCORE + 1 - seat]
        if lead == 0:
            lead = table[MONEY + seat] - table[MONEY + 1 - seat]
        return 0.5 if lead == 0 else 1.0 if lead > 0 else 0.0
