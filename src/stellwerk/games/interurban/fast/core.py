"""InterUrban for search: the law once more over flat integers, compiled where there is a compiler.

`FastTable` is one table that moves are played on. Moves are integers (see `fast.layout`), in the order of the
law's legal actions. It knows no refusals: only what `legal` lists may be played. The law remains `rules`;
tests hold both together. States are read and actions written by `fast.read`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.layout import (
    END_TURN,
    LAID,
    LINES,
    MASK_32,
    REASON,
    SEATS,
    STATION_LAID,
    TURN,
    TURNS,
    next_random,
)
from stellwerk.games.interurban.fast.legal import ROOM, can_lay, list_moves
from stellwerk.games.interurban.fast.lines import lay
from stellwerk.games.interurban.fast.read import read_state, read_view
from stellwerk.games.interurban.fast.scoring import totals
from stellwerk.games.interurban.fast.supply import end_reason, refill, shuffle, take

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.games.interurban.law.state import State
    from stellwerk.games.interurban.law.view import View


@final
class FastTable:
    """A table in the middle of a game; the observer of a view does not know the order of the stacks."""

    def __init__(self, board: vec[u8], state: vec[i64], stacks: vec[u8], moves: vec[i64]) -> None:
        self.board = board
        self.state = state
        self.stacks = stacks
        """The order of all tiles; shared between copies, replaced by `shuffle`."""
        self.moves = moves
        """Where `legal` lists them: the same buffer for all copies."""

    @staticmethod
    def from_state(state: State) -> FastTable:
        """The table of a state of the law."""
        return _make(read_state(state))

    @staticmethod
    def from_view(view: View, rng: RandomSource) -> FastTable:
        """A table that looks like this view, what lies face down in any order."""
        table = _make(read_view(view))
        table.shuffle(1 + rng.randrange(MASK_32))
        return table

    def copy(self) -> FastTable:
        """Another table in the same position."""
        return FastTable(self.board[:], self.state[:], self.stacks, self.moves)

    def shuffle(self, random: i64) -> i64:
        """Put what lies face down into an order that follows from a random number; gives the next one."""
        self.stacks = self.stacks[:]
        return shuffle(self.state, self.stacks, random)

    def legal(self) -> i64:
        """List the moves in the order of the notation in `moves` and give their number."""
        if self.state[REASON]:
            return 0
        return list_moves(self.board, self.state, self.moves)

    def play(self, move: i64) -> None:
        """Play one of the legal moves."""
        if move == END_TURN:
            self.end_turn()
            return
        self.lay(move)
        if self.state[LAID] == 3 or not can_lay(self.board, self.state):  # IU-3.7
            self.end_turn()

    def lay(self, move: i64) -> None:
        """Lay a tile; the turn goes on in any case."""
        take(self.state, move)
        lay(self.board, self.state, move)

    def end_turn(self) -> None:
        """Refill, and the next player's turn or the end of the game (IU-3.5, IU-6.1)."""
        self._pass_on()
        if not self.state[REASON] and not can_lay(self.board, self.state):
            self._give_up()

    def _pass_on(self) -> None:
        """The same, but whether the next player can lay anything is not looked at."""
        state = self.state
        refill(state, self.stacks)
        state[TURNS] += 1
        reason = end_reason(state)
        if reason:
            state[REASON] = reason
            return
        turn = state[TURN] + 1
        state[TURN] = turn if turn < state[SEATS] else 0
        state[LAID] = 0
        state[STATION_LAID] = 0

    def _give_up(self) -> None:
        """Nothing can be laid: the game is over (IU-3.4)."""
        self.state[REASON] = end_reason(self.state) or 4

    def rollout(self, random: i64) -> i64:
        """Play any moves to the end of the game; gives how many.

        As with `play`, but the list of moves itself tells that nothing can be laid.
        """
        state, moves = self.state, self.moves
        count: i64 = 0
        while not state[REASON]:
            number = list_moves(self.board, state, moves)
            if not number:
                self._give_up()
            elif number == 1 and state[LAID]:
                self._pass_on()  # IU-3.7
            else:
                count += 1
                random = next_random(random)
                move = moves[number * random >> 32]
                if move != END_TURN:
                    self.lay(move)
                if move == END_TURN or state[LAID] == 3:
                    self._pass_on()
        return count

    def score(self) -> list[int]:
        """Each seat's points if the game ended now."""
        scores = vec[i64]([i64(0)] * 5)
        totals(self.state, vec[i64]([i64(0)] * LINES), scores)
        return [int(scores[seat]) for seat in range(self.state[SEATS])]


def _make(flat: tuple[vec[u8], vec[i64], vec[u8]]) -> FastTable:
    board, state, stacks = flat
    return FastTable(board, state, stacks, vec[i64]([i64(0)] * ROOM))
