"""Whole turns in the fast core: all that are possible, or the promising ones tile by tile (a beam).

A turn is up to three tiles; the same tiles in another order are the same turn. Every turn is judged by the
evaluation where it ends, before tiles are opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.glance import Glance
from stellwerk.games.interurban.fast.layout import END_TURN, KEY, LAID, move_key
from stellwerk.games.interurban.fast.legal import ROOM, list_moves
from stellwerk.games.interurban.fast.lines import lay
from stellwerk.games.interurban.fast.supply import take
from stellwerk.games.interurban.fast.value import Value

if TYPE_CHECKING:
    from stellwerk.games.interurban.fast.value import Weights

SEEN: Final = 1 << 15
"""Room for the keys of positions."""
SEEN_BY_BEAM: Final = 1 << 11
"""The same for a beam, which looks at fewer."""
FIRST_TILES: Final = 2
"""So many times more beginnings of one tile than of two are followed: what closes a line shows late."""
WIDEST: Final = 400
"""So many turns are kept at most."""


@final
class Best:
    """The best turns of those that were offered, the best first."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.width: i64 = 1
        self.chances = vec[float]([0.0] * WIDEST)
        self.moves = vec[i64]([i64(0)] * (3 * WIDEST))
        """Three moves for each turn; 0 where there is none."""

    def clear(self, width: i64) -> None:
        """Forget all; from now on keep so many."""
        self.count = 0
        self.width = min(width, WIDEST)

    def offer(self, chance: float, first: i64, second: i64, third: i64) -> None:
        """Keep a turn if it is among the best; of equal ones the earlier."""
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
class Turns:
    """Finds turns. Keeps room for its numbers, and nothing else."""

    def __init__(self, weights: Weights) -> None:
        self.value = Value(weights)
        self.glance = Glance(self.value)
        self.moves = vec[i64]([i64(0)] * ROOM)
        self.second_moves = vec[i64]([i64(0)] * ROOM)
        self.third_moves = vec[i64]([i64(0)] * ROOM)
        self.seen = vec[i64]([i64(0)] * SEEN)
        self.room: i64 = SEEN
        """How much of `seen` is in use."""
        self.looked_at: i64 = 0
        self.best = Best()
        """The turns that were found."""
        self.beam = Best()
        self.next_beam = Best()

    def find_all(self, board: vec[u8], state: vec[i64], width: i64) -> None:
        """Look at all turns that are possible and keep the best."""
        self.best.clear(width)
        self._forget(SEEN)
        if state[LAID]:
            self.best.offer(self.value.chance_after_turn(state), END_TURN, 0, 0)
        self._explore(board, state, 0, 0, 0)

    def _explore(self, board: vec[u8], state: vec[i64], depth: i64, first: i64, second: i64) -> None:
        """Every further tile, and the turns that end with it."""
        moves = self.third_moves if depth == 2 else self.second_moves if depth else self.moves
        number = list_moves(board, state, moves)
        self.glance.look(board, state, depth)
        place: i64 = 0
        while place < number:
            move = moves[place]
            place += 1
            if move == END_TURN or not self._is_new(state[KEY] ^ move_key(move)):
                continue
            chance = self.glance.chance(board, state, depth, move)
            if chance >= 0 and state[LAID] == 2:
                self._offer(self.best, chance, depth, first, second, move)
                continue
            cell = move >> 12
            before = board[cell]
            after = state[:]
            take(after, move)
            lay(board, after, move)
            if chance < 0:
                chance = self.value.chance_after_tile(state, depth, after)
            self._offer(self.best, chance, depth, first, second, move)
            if after[LAID] < 3:
                self._explore(board, after, depth + 1, first if depth else move, move)
            board[cell] = before

    def find_few(self, board: vec[u8], state: vec[i64], width: i64, few: i64) -> None:
        """Look for the `few` best turns, going on with the `width` best beginnings only, more of one tile."""
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
        """Every tile after one or two others, which are laid for the time being."""
        after = state[:]
        before = board[first >> 12]
        take(after, first)
        lay(board, after, first)
        if depth == 2:
            before_second = board[second >> 12]
            take(after, second)
            lay(board, after, second)
            self._widen(board, after, depth, first, second)
            board[second >> 12] = before_second
        else:
            self._widen(board, after, depth, first, second)
        board[first >> 12] = before

    def _widen(self, board: vec[u8], state: vec[i64], depth: i64, first: i64, second: i64) -> None:
        """Offer every further tile to the beam."""
        moves = self.moves
        number = list_moves(board, state, moves)
        self.glance.look(board, state, 0)
        place: i64 = 0
        while place < number:
            move = moves[place]
            place += 1
            if move == END_TURN or not self._is_new(state[KEY] ^ move_key(move)):
                continue
            chance = self.glance.chance(board, state, 0, move)
            if chance < 0:
                cell = move >> 12
                before = board[cell]
                after = state[:]
                take(after, move)
                lay(board, after, move)
                board[cell] = before
                chance = self.value.chance_after_tile(state, 0, after)
            self._offer(self.best, chance, depth, first, second, move)
            self._offer(self.next_beam, chance, depth, first, second, move)

    def _offer(self, best: Best, chance: float, depth: i64, first: i64, second: i64, move: i64) -> None:
        if depth == 0:
            best.offer(chance, move, 0, 0)
        elif depth == 1:
            best.offer(chance, first, move, 0)
        else:
            best.offer(chance, first, second, move)

    def _forget(self, room: i64) -> None:
        self.room = room
        self.looked_at = 0
        seen = self.seen
        place: i64 = 0
        while place < room:
            seen[place] = 0
            place += 1

    def _is_new(self, key: i64) -> bool:
        """Whether a position was not looked at; from now on it was. With no room left none is new."""
        seen, last = self.seen, self.room - 1
        place = key & last
        while seen[place]:
            if seen[place] == key:
                return False
            place = (place + 1) & last
        if self.looked_at * 4 > last * 3:
            return False
        self.looked_at += 1
        seen[place] = key
        return True
