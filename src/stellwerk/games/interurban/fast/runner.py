"""InterUrban by ids on its fast core, for adapters that need no law at every step; compiled with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.core import Core
from stellwerk.games.interurban.fast.layout import (
    END,
    END_TURN,
    FINISHED,
    FIRST_STATION,
    LINE_SIZE,
    LINES,
    REASON,
    TURN,
)
from stellwerk.games.interurban.fast.tensor import Tiles, numbers, read_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.coding import Urn
    from stellwerk.games.interurban.law.state import State

END_ID: Final = 420
"""The last one."""
FIRST_STATION_ID: Final = 180
TRACKS: Final = 6
"""How many ways track can lie."""
MOVE_BITS: Final = 26
MOVE: Final = (1 << 26) - 1

_TRACK_OF: Final = vec[u8]([6, 6, 6, 2, 6, 0, 3, 6, 6, 5, 1, 6, 4, 6, 6, 6])
"""The place of a track in the notation by its edges: NS, EW, NE, ES, SW, NW."""
_NUMBERS: Final[list[Any]] = list(range(END_ID + 1))
"""All ids as Python's numbers: handing these out is twice as fast as making new ones."""
_NO_MASK: Final = vec[u8]([u8(0)] * (END_ID + 1))
_NO_KEYS: Final = vec[i64]([i64(0)] * 0)


@final
class Runner:
    """One game; moves are those of the fast core. What that does not know is kept beside it."""

    def __init__(self, fast: Core, tiles: Tiles) -> None:
        self._fast = fast
        self._tiles = tiles
        self._keys = _NO_KEYS
        """What is legal, each id with its move, ids rising; replaced, never changed."""
        self._is_listed = False

    @staticmethod
    def of(state: State) -> Runner:
        """The same state of the law, after the deal."""
        return Runner(Core.from_state(state), read_tiles(state))

    def copy(self) -> Runner:
        """The same game, to be played on its own."""
        other = Runner(self._fast.copy(), self._tiles.copy())
        other._keys = self._keys
        other._is_listed = self._is_listed
        return other

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, or None when the game is over."""
        state = self._fast.state
        return None if state[REASON] else int(state[TURN])

    def _list(self) -> None:
        """Find what is legal, unless that is known."""
        if self._is_listed:
            return
        count = self._fast.legal()
        moves = self._fast.moves
        number: i64 = 0
        while number < count:
            move = moves[number]
            key = id_of(self._fast.state, move) << MOVE_BITS | move
            place = number
            while place > 0 and moves[place - 1] > key:
                moves[place] = moves[place - 1]
                place -= 1
            moves[place] = key
            number += 1
        self._keys = moves[:count]
        self._is_listed = True

    def legal(self) -> list[int]:
        """The ids of the legal moves, which rise."""
        self._list()
        return [_NUMBERS[key >> MOVE_BITS] for key in self._keys]

    def is_legal(self, number: int) -> bool:
        """Whether this is one of them."""
        return self._move(number) >= 0

    def _move(self, number: int) -> i64:
        """The move of an id; −1 if it is not legal."""
        self._list()
        if 0 <= number <= END_ID:
            wanted: i64 = number
            for key in self._keys:
                if key >> MOVE_BITS == wanted:
                    return key & MOVE
        return -1

    def mask(self) -> vec[u8]:
        """1 for every legal id, new each time."""
        self._list()
        mask = _NO_MASK[:]
        for key in self._keys:
            mask[key >> MOVE_BITS] = 1
        return mask

    def play(self, number: int) -> int:
        """Do the legal action with this id; gives the move."""
        move = self._move(number)
        if move < 0:
            raise KeyError(number)
        self._fast.play(move)
        if move != END_TURN:
            self._tiles.add(move)
        self._is_listed = False
        return int(move)

    def numbers(self, seat: int) -> vec[float]:
        """See `tensor.write`."""
        return numbers(self._fast, self._tiles, seat)

    def urns(self) -> tuple[Urn, ...]:
        """None: nothing is drawn after the deal."""
        return ()

    def deal(self, outcomes: Sequence[int]) -> None:
        """There is nothing to deal after the deal."""
        raise ValueError(f"InterUrban is dealt once; {len(outcomes)} more outcomes are of no use")

    def winners(self) -> tuple[int, ...]:
        """After the end (IU-6.7)."""
        scores = self._fast.score()
        best = max(scores)
        return tuple([seat for seat, score in enumerate(scores) if score == best])


def id_of(state: vec[i64], move: i64) -> i64:
    """The id of a move (see `ids`)."""
    if move == END_TURN:
        return END_ID
    cell, tile = move >> 12, move & 63
    line: i64 = 0
    while state[line * LINE_SIZE + END] != cell or state[line * LINE_SIZE + FINISHED]:
        line += 1
    if tile < FIRST_STATION:
        return (tile * LINES + line) * TRACKS + i64(_TRACK_OF[move >> 8 & 15])
    return FIRST_STATION_ID + (tile - FIRST_STATION) * LINES + line
