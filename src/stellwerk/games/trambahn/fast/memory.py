"""Which face-down cards each seat has seen, kept beside the fast core: `law.memory` over flat integers.

The core moves cards without knowing who has seen them. `Memory.play` lets it make a move and moves the marks
along with the cards: `seen` has one byte for each place of the core's `piles`. What a spectator remembers is
left out, and so is `law.memory.OLDER`: no tensor holds either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.trambahn.fast.ids import KINDS
from stellwerk.games.trambahn.fast.layout import (
    CARDS,
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

BOTH: Final = 3
"""The mark of a card that both seats have seen."""

_NO_SEEN: Final = vec[u8]([u8(0)] * PILES)
_NO_FACES: Final = vec[i64]([i64(0)] * (2 * KINDS))


@final
class Memory:
    """What both seats know beyond what lies open."""

    def __init__(self, seen: vec[u8], faces: vec[i64], drawn: vec[i64]) -> None:
        self.seen = seen
        """Who has seen the card at each place of the piles: bit 0 for seat 0, bit 1 for seat 1."""
        self.faces = faces
        """How many of each card each seat remembers of the draw pile."""
        self.drawn = drawn
        """How many cards each seat has drawn from the current draw pile."""

    @staticmethod
    def of(state: State) -> Memory:
        """The memory of a state of the law."""
        seen, faces = _NO_SEEN[:], _NO_FACES[:]
        _mark(seen, DISCARD_PILE, state.discard)
        for seat, player in enumerate(state.players):
            _mark(seen, MONEY_PILE + CARDS * seat, player.money)
            for card in state.memory[seat]:
                faces[KINDS * seat + ORDER[card]] += 1
        return Memory(seen, faces, vec[i64]([player.drawn for player in state.players]))

    def copy(self) -> Memory:
        """The same memory, to be changed independently."""
        return Memory(self.seen[:], self.faces[:], self.drawn[:])

    def play(self, core: Core, move: i64) -> None:
        """Let the core make a move, and remember what it shows."""
        table = core.table
        turn, discard = table[TURN], table[DISCARD]
        money, draw = table[MONEY + turn], table[DRAW]
        core.play(move)
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
            self._look(core, turn, draw)

    def _show(self, turn: i64, card: i64) -> None:
        """The other seat strikes a shown card from what it remembers, if it can come from the draw pile."""
        place: i64 = KINDS * (1 - turn) + card
        if self.drawn[turn] and self.faces[place]:
            self.faces[place] -= 1

    def _fill(self, first: i64, end: i64, mark: i64) -> None:
        while first < end:
            self.seen[first] = u8(mark)
            first += 1

    def _look(self, core: Core, turn: i64, draw: i64) -> None:
        """A seat has drawn the cards missing from the draw pile, which held `draw` cards before."""
        left: i64 = core.table[DRAW]
        self.drawn[turn] += draw - left
        while left < draw:
            place: i64 = KINDS * turn + i64(core.piles[DRAW_PILE + left])
            if self.faces[place]:
                self.faces[place] -= 1
            left += 1

    def deal(self, core: Core, cards: Sequence[int]) -> None:
        """Let the core make a new draw pile of these cards, and remember which of them each seat had seen."""
        table = core.table
        turn = table[TURN]
        self.faces = _NO_FACES[:]
        self._remember(core, DISCARD_PILE, DISCARD_PILE + table[DISCARD])
        seat: i64 = 0
        while seat < 2:
            top: i64 = MONEY_PILE + CARDS * seat + table[MONEY + seat]
            self._remember(core, top - half(table, seat), top)
            self.drawn[seat] = 0
            seat += 1
        core.stack_draw_pile(cards)
        self._look(core, turn, len(cards))

    def _remember(self, core: Core, first: i64, end: i64) -> None:
        while first < end:
            mark = i64(self.seen[first])
            card = i64(core.piles[first])
            self.faces[card] += mark & 1
            self.faces[KINDS + card] += mark >> 1
            first += 1


def half(table: vec[i64], seat: i64) -> i64:
    """How many of its money cards a seat gives up for a new draw pile (TB-3.5.4)."""
    return (table[MONEY + seat] + table[HALVES_UP]) >> 1


def _mark(seen: vec[u8], start: i64, pile: Pile) -> None:
    for mark in pile.seen:
        seen[start] = u8(mark & BOTH)
        start += 1
