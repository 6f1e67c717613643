"""One game of InterUrban played by ids, compiled with its fast core, so that no step needs the law.

What is the same in every game (which ids are legal now, refusing the others) is in `envs.position`. A
`Runner` joins the core and the `Tiles` that it does not keep. It also keeps the legal moves by their ids,
because an id alone does not tell how a station is turned: each is one number, the id above the 26 bits of the
move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.core import Core
from stellwerk.games.interurban.fast.ids import IDS, id_of
from stellwerk.games.interurban.fast.layout import END, END_TURN, FINISHED, LINE_SIZE, REASON, TURN
from stellwerk.games.interurban.fast.tensor import numbers
from stellwerk.games.interurban.fast.tiles import Tiles, read_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.coding import Urn
    from stellwerk.games.interurban.law.state import State

MOVE_BITS: Final = 26
MOVE: Final = (1 << 26) - 1
_NO_MASK: Final = vec[u8]([u8(0)] * IDS)
_NUMBERS: Final[list[Any]] = list(range(IDS))
"""All ids as Python integers: handing these out is twice as fast as making new ones."""
_NOT_LISTED: Final = vec[i64]([i64(0)] * 0)


@final
class Runner:
    """One game; see `core.coding.Runner`."""

    def __init__(self, core: Core, tiles: Tiles, listed: vec[i64]) -> None:
        self._core = core
        self._tiles = tiles
        self._listed = listed
        """The legal moves under their ids, rising, as `ids` found them last; replaced, never changed."""

    @staticmethod
    def of(state: State) -> Runner:
        """The game at a state of the law, after the deal."""
        return Runner(Core.from_state(state), read_tiles(state), _NOT_LISTED)

    def copy(self) -> Runner:
        """The same game, to be played independently."""
        return Runner(self._core.copy(), self._tiles.copy(), self._listed)

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, or None once the game is over."""
        state = self._core.state
        return None if state[REASON] else int(state[TURN])

    def ids(self) -> list[int]:
        """The ids of the legal moves, sorted: the core lists them in another order."""
        count = self._core.legal()
        moves = self._core.moves
        number: i64 = 0
        while number < count:
            move = moves[number]
            key = id_of(move, line_at(self._core.state, move)) << MOVE_BITS | move
            place = number
            while place > 0 and moves[place - 1] > key:
                moves[place] = moves[place - 1]
                place -= 1
            moves[place] = key
            number += 1
        self._listed = moves[:count]
        return [_NUMBERS[key >> MOVE_BITS] for key in self._listed]

    def mask(self) -> vec[u8]:
        """A new mask with a 1 for each id that `ids` has listed."""
        mask = _NO_MASK[:]
        for key in self._listed:
            mask[key >> MOVE_BITS] = 1
        return mask

    def play(self, number: int) -> int:
        """Play the action with this id, and return its move."""
        move = self._move_of(number)
        self._core.play(move)
        if move != END_TURN:
            self._tiles.add(move)
        return int(move)

    def _move_of(self, number: int) -> i64:
        if 0 <= number < IDS:
            wanted: i64 = number
            for key in self._listed:
                if key >> MOVE_BITS == wanted:
                    return key & MOVE
        raise KeyError(number)

    def numbers(self, seat: int) -> vec[float]:
        """What a seat knows, as a new tensor."""
        return numbers(self._core, self._tiles, seat)

    def urns(self) -> tuple[Urn, ...]:
        """None: nothing is drawn after the deal."""
        return ()

    def deal(self, outcomes: Sequence[int]) -> None:
        """Refuse: nothing is dealt after the deal."""
        raise ValueError(f"InterUrban is dealt once; there is no use for {len(outcomes)} more outcomes.")

    def winners(self) -> tuple[int, ...]:
        """The winning seats, once the game is over (IU-6.7)."""
        scores = self._core.score()
        best = max(scores)
        return tuple([seat for seat, score in enumerate(scores) if score == best])


def line_at(state: vec[i64], move: i64) -> i64:
    """The first line that ends where a move lays its tile; 0 for the end of a turn."""
    line: i64 = 0
    if move != END_TURN:
        cell = move >> 12
        while state[line * LINE_SIZE + END] != cell or state[line * LINE_SIZE + FINISHED]:
            line += 1
    return line
