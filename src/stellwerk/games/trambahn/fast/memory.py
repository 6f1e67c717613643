"""Who knows which face-down card, beside the fast core: `memory` once more, over flat integers.

The core moves cards without asking who has seen them; here the marks follow them. What a spectator remembers
is left out, and so is `memory.OLDER`, which no tensor tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.trambahn.fast.layout import (
    CARDS,
    CONDUCTOR,
    DISCARD,
    DISCARD_PILE,
    DRAW,
    DRAW_PILE,
    HALVES_UP,
    INCOME,
    MONEY,
    MONEY_PILE,
    PASSENGER,
    PILES,
    STOP,
    TRAM,
    TURN,
)
from stellwerk.games.trambahn.law.data import ORDER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.trambahn.fast.core import Core
    from stellwerk.games.trambahn.law.state import Pile, State

KINDS: Final = CONDUCTOR + 1
BOTH: Final = 3

_NO_SEEN: Final = vec[u8]([u8(0)] * PILES)
_NO_FACES: Final = vec[i64]([i64(0)] * (2 * KINDS))


@final
class Memory:
    """What both seats know besides what lies open."""

    def __init__(self, seen: vec[u8], faces: vec[i64], drawn: vec[i64]) -> None:
        self.seen = seen
        """For each place of the piles who has seen the card there: bit 0 for seat 0, bit 1 for seat 1."""
        self.faces = faces
        """How many of each card each seat remembers of the draw pile."""
        self.drawn = drawn
        """How many cards each seat has drawn from the current draw pile."""

    @staticmethod
    def of(state: State) -> Memory:
        """What a state of the law says."""
        seen, faces = _NO_SEEN[:], _NO_FACES[:]
        _mark(seen, DISCARD_PILE, state.discard)
        for seat, player in enumerate(state.players):
            _mark(seen, MONEY_PILE + CARDS * seat, player.money)
            for card in state.memory[seat]:
                faces[KINDS * seat + ORDER[card]] += 1
        return Memory(seen, faces, vec[i64]([player.drawn for player in state.players]))

    def copy(self) -> Memory:
        """The same, to be changed on its own."""
        return Memory(self.seen[:], self.faces[:], self.drawn[:])

    def play(self, fast: Core, move: i64) -> None:
        """Make a move in the core and remember what it shows."""
        table = fast.table
        turn, discard = table[TURN], table[DISCARD]
        money, draw = table[MONEY + turn], table[DRAW]
        fast.play(move)
        kind = move >> 12
        own: i64 = MONEY_PILE + CARDS * turn
        if kind == PASSENGER:
            self._show(turn, move >> 6 & 63)
            self._fill(DISCARD_PILE + discard, DISCARD_PILE + table[DISCARD], BOTH)
        elif kind == STOP:
            self._show(turn, move >> 6 & 63)
        elif kind == INCOME:
            self._fill(own + money, own + money + 1, turn + 1)
        elif kind == TRAM:
            number: i64 = table[MONEY + turn]
            while number < money:
                self.seen[DISCARD_PILE + discard] = self.seen[own + number]
                discard += 1
                number += 1
        else:
            self._fill(own + money, own + table[MONEY + turn], BOTH)
            self._look(fast, turn, draw)

    def _show(self, turn: i64, card: i64) -> None:
        """Who has drawn from this pile shows a card: the other no longer counts it as remembered."""
        place: i64 = KINDS * (1 - turn) + card
        if self.drawn[turn] and self.faces[place]:
            self.faces[place] -= 1

    def _fill(self, first: i64, end: i64, mark: i64) -> None:
        while first < end:
            self.seen[first] = u8(mark)
            first += 1

    def _look(self, fast: Core, turn: i64, draw: i64) -> None:
        """A seat has drawn what is gone from the draw pile, which had so many cards."""
        left: i64 = fast.table[DRAW]
        self.drawn[turn] += draw - left
        while left < draw:
            place: i64 = KINDS * turn + i64(fast.piles[DRAW_PILE + left])
            if self.faces[place]:
                self.faces[place] -= 1
            left += 1

    def deal(self, fast: Core, cards: Sequence[int]) -> None:
        """Make a new draw pile of these cards in the core, and remember what is in it."""
        table = fast.table
        turn = table[TURN]
        self.faces = _NO_FACES[:]
        self._remember(fast, DISCARD_PILE, DISCARD_PILE + table[DISCARD])
        seat: i64 = 0
        while seat < 2:
            top: i64 = MONEY_PILE + CARDS * seat + table[MONEY + seat]
            self._remember(fast, top - half(table, seat), top)
            self.drawn[seat] = 0
            seat += 1
        fast.stack_draw_pile(cards)
        self._look(fast, turn, len(cards))

    def _remember(self, fast: Core, first: i64, end: i64) -> None:
        while first < end:
            mark = i64(self.seen[first])
            card = i64(fast.piles[first])
            self.faces[card] += mark & 1
            self.faces[KINDS + card] += mark >> 1
            first += 1


def half(table: vec[i64], seat: i64) -> i64:
    """How much money a seat gives up for a new draw pile (TB-3.5.4)."""
    return (table[MONEY + seat] + table[HALVES_UP]) >> 1


def _mark(seen: vec[u8], start: i64, pile: Pile) -> None:
    for mark in pile.seen:
        seen[start] = u8(mark & BOTH)
        start += 1
