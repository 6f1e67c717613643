"""Trambahn by ids on its fast core, for adapters that need no law at every step; compiled with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.core.coding import Urn
from stellwerk.games.trambahn.fast.core import Core
from stellwerk.games.trambahn.fast.layout import (
    CARDS,
    CONDUCTOR,
    DISCARD,
    DISCARD_PILE,
    DRAWING,
    END_TURN,
    INCOME,
    MONEY,
    MONEY_PILE,
    OVER,
    PASSENGER,
    STEP,
    STOP,
    TRAM,
    TURN,
)
from stellwerk.games.trambahn.fast.memory import KINDS, Memory, half
from stellwerk.games.trambahn.fast.tensor import numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.trambahn.law.state import State

PLACES: Final = 21
"""Of rows; a stop on the place behind them begins a new row."""
STOP_ID: Final = 44
INCOME_ID: Final = STOP_ID + (PLACES + 1) * KINDS
TRAM_ID: Final = INCOME_ID + KINDS
END_ID: Final = TRAM_ID + 3 * PLACES
"""The last one."""
CHANCE: Final = -1
"""As everywhere (`core.game`); what is compiled takes no constants from elsewhere but `data`."""

_NUMBERS: Final[list[Any]] = list(range(END_ID + 1))
"""All ids as Python's numbers: handing these out is twice as fast as making new ones."""
_NO_MASK: Final = vec[u8]([u8(0)] * (END_ID + 1))
_NO_IDS: Final = vec[i64]([i64(0)] * 0)


@final
class Runner:
    """One game; moves are those of the fast core."""

    def __init__(self, fast: Core, memory: Memory, start_seat: i64) -> None:
        self._fast = fast
        self._memory = memory
        self._start_seat = start_seat
        self._ids = _NO_IDS
        """What is legal, rising; replaced, never changed."""
        self._is_listed = False

    @staticmethod
    def of(state: State) -> Runner:
        """The same state of the law, after the deal."""
        return Runner(Core.from_state(state), Memory.of(state), state.start_seat)

    def copy(self) -> Runner:
        """The same game, to be played on its own."""
        other = Runner(self._fast.copy(), self._memory.copy(), self._start_seat)
        other._ids = self._ids
        other._is_listed = self._is_listed
        return other

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, `CHANCE`, or None when the game is over."""
        table = self._fast.table
        step = table[STEP]
        if step == OVER:
            return None
        return CHANCE if step == DRAWING else int(table[TURN])

    def _list(self) -> None:
        """Find what is legal, unless that is known."""
        if self._is_listed:
            return
        count = self._fast.legal()
        moves = self._fast.moves
        for place in range(count):
            moves[place] = id_of(moves[place])
        self._ids = moves[:count]
        self._is_listed = True

    def legal(self) -> list[int]:
        """The ids of the legal moves, which rise."""
        self._list()
        return [_NUMBERS[number] for number in self._ids]

    def is_legal(self, number: int) -> bool:
        """Whether this is one of them."""
        self._list()
        return 0 <= number <= END_ID and _is_among(self._ids, number)

    def mask(self) -> vec[u8]:
        """1 for every legal id, new each time."""
        self._list()
        mask = _NO_MASK[:]
        for number in self._ids:
            mask[number] = 1
        return mask

    def play(self, number: int) -> int:
        """Do the legal action with this id; gives the move."""
        if not self.is_legal(number):
            raise KeyError(number)
        move = move_of(number)
        self._memory.play(self._fast, move)
        self._is_listed = False
        return int(move)

    def numbers(self, seat: int) -> vec[float]:
        """See `tensor.write`."""
        return numbers(self._fast, self._memory, self._start_seat, seat)

    def urns(self) -> tuple[Urn, ...]:
        """All cards of the shuffle that is due: the discard pile and half of both moneys (TB-3.5.3)."""
        table = self._fast.table
        cards = [0] * KINDS
        self._count(cards, DISCARD_PILE, DISCARD_PILE + table[DISCARD])
        for seat in range(2):
            top: i64 = MONEY_PILE + CARDS * seat + table[MONEY + seat]
            self._count(cards, top - half(table, seat), top)
        return (Urn(tuple([(card, count) for card, count in enumerate(cards) if count]), sum(cards)),)

    def _count(self, cards: list[int], first: i64, end: i64) -> None:
        while first < end:
            cards[i64(self._fast.piles[first])] += 1
            first += 1

    def deal(self, outcomes: Sequence[int]) -> None:
        """Make the new draw pile of these cards."""
        self._memory.deal(self._fast, outcomes)
        self._is_listed = False

    def winners(self) -> tuple[int, ...]:
        """After the end."""
        return tuple([seat for seat in range(2) if self._fast.outcome(seat)])


def id_of(move: i64) -> i64:
    """The id of a move (see `ids`)."""
    kind, card, target = move >> 12, move >> 6 & 63, move & 63
    if kind == PASSENGER:
        return card if card < CONDUCTOR else CONDUCTOR + target
    if kind == STOP:
        return STOP_ID + (PLACES + 1) * card + (target - 1 if target else PLACES)
    if kind == INCOME:
        return INCOME_ID + card
    return TRAM_ID + PLACES * (card - 2) + target if kind == TRAM else END_ID


def move_of(number: i64) -> i64:
    """The move of an id."""
    if number < CONDUCTOR:
        return number << 6 | number // 10
    if number < STOP_ID:
        return CONDUCTOR << 6 | number - CONDUCTOR
    if number < INCOME_ID:
        card, place = (number - STOP_ID) // (PLACES + 1), (number - STOP_ID) % (PLACES + 1)
        return STOP << 12 | card << 6 | (place + 1 if place < PLACES else 0)
    if number < TRAM_ID:
        return INCOME << 12 | number - INCOME_ID << 6
    if number < END_ID:
        return TRAM << 12 | (number - TRAM_ID) // PLACES + 2 << 6 | (number - TRAM_ID) % PLACES
    return END_TURN


def _is_among(ids: vec[i64], number: i64) -> bool:
    """Whether a number is one of some that rise."""
    place: i64 = 0
    while place < len(ids) and ids[place] < number:
        place += 1
    return place < len(ids) and ids[place] == number
