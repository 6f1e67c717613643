"""TransAmerica by ids on its fast core, for adapters that need no law at every step; compiled with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from stellwerk.games.transamerica.encode.ids import hands_of, urns_of
from stellwerk.games.transamerica.fast.board import N_COLOURS, N_CROSSINGS, bytes_of, numbers_of
from stellwerk.games.transamerica.fast.core import Core as FastGame
from stellwerk.games.transamerica.fast.frontier import Frontier, no_frontier
from stellwerk.games.transamerica.fast.moves import COLOURED, DEAL, END, FIRST_RAIL, OVER, RAIL, SECOND_RAIL
from stellwerk.games.transamerica.fast.tensor import numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from librt.vecs import vec
    from mypy_extensions import i64, u8

    from stellwerk.core.coding import Urn
    from stellwerk.games.transamerica.law.state import State

END_ID: Final[i64] = 1206
"""The last one."""
CHANCE: Final = -1
"""As everywhere (`core.game`); what is compiled takes no constants from elsewhere but `data`."""

_NUMBERS: Final[list[Any]] = list(range(int(END_ID) + 1))
"""All ids as Python's numbers: handing these out is twice as fast as making new ones."""
_NO_MASK: Final = bytes_of(END_ID + 1, 0)
_NO_IDS: Final = numbers_of(0, 0)


@final
class Runner:
    """One game; moves are those of the fast core."""

    def __init__(self, fast: FastGame, frontier: Frontier) -> None:
        self._fast = fast
        self._frontier = frontier
        self._ids = _NO_IDS
        """What is legal, rising; replaced, never changed."""
        self._is_listed = False

    @staticmethod
    def of(state: State) -> Runner:
        """The same state of the law."""
        fast = FastGame.from_state(state)
        return Runner(fast, no_frontier(fast))

    def copy(self) -> Runner:
        """The same game, to be played on its own."""
        other = Runner(self._fast.copy(), self._frontier.copy())
        other._ids = self._ids
        other._is_listed = self._is_listed
        return other

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, `CHANCE`, or None when the game is over."""
        step = self._fast.step
        if step == OVER:
            return None
        return CHANCE if step == DEAL else int(self._fast.turn)

    def _list(self) -> None:
        """Find what is legal, unless that is known."""
        if self._is_listed:
            return
        fast = self._fast
        is_building = fast.step == FIRST_RAIL or fast.step == SECOND_RAIL
        count = self._frontier.list_rails(fast) if is_building and not fast.vexation else fast.legal()
        moves = fast.moves
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
        self._fast.play(move)
        self._is_listed = False
        return int(move)

    def numbers(self, seat: int) -> vec[float]:
        """See `tensor.write`; what it leaves out of a view is not looked at here either."""
        return numbers(self._fast, seat)

    def urns(self) -> tuple[Urn, ...]:
        """The cities of each colour."""
        return urns_of(int(self._fast.seats))

    def deal(self, outcomes: Sequence[int]) -> None:
        """Begin a round with these cities."""
        for seat, hand in enumerate(hands_of(outcomes, len(outcomes) // int(N_COLOURS))):
            self._fast.set_hand(seat, hand)
        self._fast.begin_round()
        self._is_listed = False

    def winners(self) -> tuple[int, ...]:
        """After the end."""
        return tuple([seat for seat in range(int(self._fast.seats)) if self._fast.score(seat)])


def id_of(move: i64) -> i64:
    """The id of a move (see `ids`)."""
    if move >= END:
        return END_ID
    if move >= COLOURED:
        return N_CROSSINGS + 2 * (move - COLOURED) + 1
    return N_CROSSINGS + 2 * (move - RAIL) if move >= RAIL else move


def move_of(number: i64) -> i64:
    """The move of an id."""
    if number < N_CROSSINGS:
        return number
    if number == END_ID:
        return END
    line = (number - N_CROSSINGS) >> 1
    return COLOURED + line if (number - N_CROSSINGS) & 1 else RAIL + line


def _is_among(ids: vec[i64], number: i64) -> bool:
    """Whether a number is one of some that rise."""
    place: i64 = 0
    while place < len(ids) and ids[place] < number:
        place += 1
    return place < len(ids) and ids[place] == number
