"""Finding good turns in the fast core: by looking at every turn, or at promising ones tile by tile (a beam).

A turn is up to three moves; the same tiles in another order are the same turn. Every turn is judged by the
evaluation where it ends, before new tiles are opened.

    find_all   a tree of depth three: every tile, then every further tile, and so on
    find_few   a beam: after each tile only the best beginnings are followed

Positions are told apart by KEY, in `seen`: a hash table with open addressing, whose size is a power of two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.evaluation import Evaluation
from stellwerk.games.interurban.fast.laying import lay
from stellwerk.games.interurban.fast.layout import END_TURN, KEY, LAID, cell_of, move_key
from stellwerk.games.interurban.fast.legal import ROOM, list_moves
from stellwerk.games.interurban.fast.shortcut import Shortcut
from stellwerk.games.interurban.fast.supply import take

if TYPE_CHECKING:
    from stellwerk.games.interurban.fast.worth import Weights

SEEN: Final = 1 << 15
"""Room for the keys of positions that `find_all` looks at."""
SEEN_BY_BEAM: Final = 1 << 11
"""The same for `find_few`, which looks at fewer."""
FIRST_TILES: Final = 2
"""How many times more beginnings of one tile are followed than of two: tiles that close a line pay late."""
WIDEST: Final = 400
"""The most turns that are ever kept."""


@final
class Best:
    """The best of the turns offered so far, best first."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.width: i64 = 1
        self.chances = vec[float]([0.0] * WIDEST)
        self.moves = vec[i64]([i64(0)] * (3 * WIDEST))
        """Three moves per turn, 0 after its last one."""

    def clear(self, width: i64) -> None:
        """Forget all turns; keep up to `width` from now on."""
        self.count = 0
        self.width = min(width, WIDEST)

    def offer(self, chance: float, first: i64, second: i64, third: i64) -> None:
        """Keep a turn if it is among the best; of equal turns the one offered first."""
        chances, moves = self.chances, self.moves
        place = self.count
        if place == self.width:
            place -= 1
            if chance <= chances[place]:
                return
        else:
            self.count += 1
        while place and chances[place - 1] < chance:
            chances[place] = chances[place - 1]
            moves[3 * place] = moves[3 * place - 3]
            moves[3 * place + 1] = moves[3 * place - 2]
            moves[3 * place + 2] = moves[3 * place - 1]
            place -= 1
        chances[place] = chance
        moves[3 * place] = first
        moves[3 * place + 1] = second
        moves[3 * place + 2] = third


@final
class TurnFinder:
    """Finds turns. Keeps room for its numbers; nothing carries over from one search to the next."""

    def __init__(self, weights: Weights) -> None:
        self.evaluation = Evaluation(weights)
        self.shortcut = Shortcut(self.evaluation)
        self.moves = vec[i64]([i64(0)] * ROOM)
        self.second_moves = vec[i64]([i64(0)] * ROOM)
        self.third_moves = vec[i64]([i64(0)] * ROOM)
        self.seen = vec[i64]([i64(0)] * SEEN)
        self.room: i64 = SEEN
        """How much of `seen` this search uses."""
        self.seen_count: i64 = 0
        self.best = Best()
        """The turns found by the last search."""
        self.beam = Best()
        self.next_beam = Best()

    def find_all(self, board: vec[u8], state: vec[i64], width: i64) -> None:
        """Look at every possible turn and keep the `width` best."""
        self.best.clear(width)
        self._forget(SEEN)
        if state[LAID]:
            self.best.offer(self.evaluation.chance_after_turn(state), END_TURN, 0, 0)
        self._explore(board, state, 0, 0, 0)

    def _explore(self, board: vec[u8], state: vec[i64], depth: i64, first: i64, second: i64) -> None:
        """Offer every turn that goes on with one more tile, then look at the tiles after it."""
        moves = self.third_moves if depth == 2 else self.second_moves if depth else self.moves
        count = list_moves(board, state, moves)
        self.shortcut.prepare(board, state, depth)
        place: i64 = 0
        while place < count:
            move = moves[place]
            place += 1
            if move == END_TURN or not self._is_new(state[KEY] ^ move_key(move)):
                continue
            chance = self.shortcut.chance(board, state, depth, move)
            if chance >= 0 and state[LAID] == 2:
                _offer(self.best, chance, depth, first, second, move)
                continue
            before = board[cell_of(move)]
            after = _lay_on_copy(board, state, move)
            if chance < 0:
                chance = self.evaluation.chance_after_turn(after)
            _offer(self.best, chance, depth, first, second, move)
            if after[LAID] < 3:
                self._explore(board, after, depth + 1, first if depth else move, move)
            board[cell_of(move)] = before

    def find_few(self, board: vec[u8], state: vec[i64], width: i64, few: i64) -> None:
        """Look for the `few` best turns, following only the `width` best beginnings (more of one tile)."""
        self.best.clear(few)
        self._forget(SEEN_BY_BEAM)
        self.next_beam.clear(FIRST_TILES * width)
        self._widen(board, state, 0, 0, 0)
        depth: i64 = 1
        while depth + state[LAID] < 3 and self.next_beam.count:
            self.beam, self.next_beam = self.next_beam, self.beam
            self.next_beam.clear(width)
            place: i64 = 0
            while place < self.beam.count:
                first, second = self.beam.moves[3 * place], self.beam.moves[3 * place + 1]
                self._widen_after(board, state, depth, first, second)
                place += 1
            depth += 1

    def _widen_after(self, board: vec[u8], state: vec[i64], depth: i64, first: i64, second: i64) -> None:
        """Lay the one or two tiles of a beginning, offer every tile after them, and take them back."""
        before = board[cell_of(first)]
        after = _lay_on_copy(board, state, first)
        if depth == 2:
            before_second = board[cell_of(second)]
            take(after, second)
            lay(board, after, second)
            self._widen(board, after, depth, first, second)
            board[cell_of(second)] = before_second
        else:
            self._widen(board, after, depth, first, second)
        board[cell_of(first)] = before

    def _widen(self, board: vec[u8], state: vec[i64], depth: i64, first: i64, second: i64) -> None:
        """Offer every turn that goes on with one more tile, as a turn and as a beginning."""
        moves = self.moves
        count = list_moves(board, state, moves)
        self.shortcut.prepare(board, state, 0)
        place: i64 = 0
        while place < count:
            move = moves[place]
            place += 1
            if move == END_TURN or not self._is_new(state[KEY] ^ move_key(move)):
                continue
            chance = self.shortcut.chance(board, state, 0, move)
            if chance < 0:
                before = board[cell_of(move)]
                after = _lay_on_copy(board, state, move)
                board[cell_of(move)] = before
                chance = self.evaluation.chance_after_turn(after)
            _offer(self.best, chance, depth, first, second, move)
            _offer(self.next_beam, chance, depth, first, second, move)

    def _forget(self, room: i64) -> None:
        """Empty the first `room` places of `seen`, and use only those."""
        self.room = room
        self.seen_count = 0
        seen = self.seen
        place: i64 = 0
        while place < room:
            seen[place] = 0
            place += 1

    def _is_new(self, key: i64) -> bool:
        """True the first time a position is asked about; always False once `seen` is nearly full."""
        seen, last = self.seen, self.room - 1
        place = key & last
        while seen[place]:
            if seen[place] == key:
                return False
            place = (place + 1) & last
        if self.seen_count * 4 > last * 3:
            return False
        self.seen_count += 1
        seen[place] = key
        return True


def _lay_on_copy(board: vec[u8], state: vec[i64], move: i64) -> vec[i64]:
    """A copy of the state after one more tile. The board itself changes: the caller puts its cell back."""
    after = state[:]
    take(after, move)
    lay(board, after, move)
    return after


def _offer(best: Best, chance: float, depth: i64, first: i64, second: i64, move: i64) -> None:
    """Offer a turn whose last move comes after `depth` others."""
    if depth == 0:
        best.offer(chance, move, 0, 0)
    elif depth == 1:
        best.offer(chance, first, move, 0)
    else:
        best.offer(chance, first, second, move)
