"""One game of Trambahn played by ids, compiled with its fast core, so that no step needs the law.

What is the same in every game (which ids are legal now, refusing the others) is in `envs.position`. A
`Runner` joins three things: the core, the `Memory` that it does not keep, and the seat that started the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.core.coding import Urn
from stellwerk.games.trambahn.fast.core import Core
from stellwerk.games.trambahn.fast.ids import IDS, KINDS, id_of, move_of
from stellwerk.games.trambahn.fast.layout import (
    CARDS,
    DISCARD,
    DISCARD_PILE,
    DRAWING,
    MONEY,
    MONEY_PILE,
    OVER,
    STEP,
    TURN,
)
from stellwerk.games.trambahn.fast.memory import Memory, half
from stellwerk.games.trambahn.fast.tensor import numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.trambahn.law.state import State

CHANCE: Final = -1
"""As in `core.game`: compiled code takes constants from its own folder and the law alone."""
_NO_MASK: Final = vec[u8]([u8(0)] * IDS)
_NOT_LISTED: Final = vec[i64]([i64(0)] * 0)
_NUMBERS: Final[list[Any]] = list(range(IDS))
"""All ids as Python integers: handing these out is twice as fast as making new ones."""


@final
class Runner:
    """One game; see `core.coding.Runner`."""

    def __init__(self, core: Core, memory: Memory, start_seat: i64, listed: vec[i64]) -> None:
        self._core = core
        self._memory = memory
        self._start_seat = start_seat
        self._listed = listed
        """What `ids` has listed last; replaced, never changed."""

    @staticmethod
    def of(state: State) -> Runner:
        """The game at a state of the law, after the first deal."""
        return Runner(Core.from_state(state), Memory.of(state), state.start_seat, _NOT_LISTED)

    def copy(self) -> Runner:
        """The same game, to be played independently."""
        return Runner(self._core.copy(), self._memory.copy(), self._start_seat, self._listed)

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, `CHANCE`, or None once the game is over."""
        table = self._core.table
        step = table[STEP]
        if step == OVER:
            return None
        return CHANCE if step == DRAWING else int(table[TURN])

    def ids(self) -> list[int]:
        """The ids of the legal moves, rising as the core lists them."""
        count = self._core.legal()
        moves = self._core.moves
        for place in range(count):
            moves[place] = id_of(moves[place])
        self._listed = moves[:count]
        return [_NUMBERS[number] for number in self._listed]

    def mask(self) -> vec[u8]:
        """A new mask with a 1 for each id that `ids` has listed."""
        mask = _NO_MASK[:]
        for number in self._listed:
            mask[number] = 1
        return mask

    def play(self, number: int) -> int:
        """Play the action with this id, and return its move."""
        if number not in self._listed:
            raise KeyError(number)
        move = move_of(number)
        self._memory.play(self._core, move)
        return int(move)

    def numbers(self, seat: int) -> vec[float]:
        """What a seat knows, as a new tensor."""
        return numbers(self._core, self._memory, self._start_seat, seat)

    def urns(self) -> tuple[Urn, ...]:
        """All cards that are shuffled: the discard pile and half of each player's money (TB-3.5.3)."""
        table = self._core.table
        cards = [0] * KINDS
        self._count(cards, DISCARD_PILE, DISCARD_PILE + table[DISCARD])
        for seat in range(2):
            top: i64 = MONEY_PILE + CARDS * seat + table[MONEY + seat]
            self._count(cards, top - half(table, seat), top)
        return (Urn(tuple([(card, count) for card, count in enumerate(cards) if count]), sum(cards)),)

    def _count(self, cards: list[int], first: i64, end: i64) -> None:
        while first < end:
            cards[i64(self._core.piles[first])] += 1
            first += 1

    def deal(self, outcomes: Sequence[int]) -> None:
        """Make the new draw pile of these cards."""
        self._memory.deal(self._core, outcomes)

    def winners(self) -> tuple[int, ...]:
        """The winning seats, once the game is over."""
        return tuple([seat for seat in range(2) if self._core.outcome(seat)])
