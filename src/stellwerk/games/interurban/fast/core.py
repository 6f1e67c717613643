"""InterUrban for search and learning: the law once more, over flat integers.

`Core` is one table on which moves are played. It owns the three vectors that `layout` describes; the other
modules work on them:

    read      makes them from the law's states and views
    legal     lists the legal moves, with `first_round` and `trial` for IU-4.B
    laying    lays a tile, with `fitting`, `lines` and `finish` as in the law
    supply    takes and opens tiles, ends the game
    scoring   counts points
    playout   plays sensible turns for bots, with `turns`, `shortcut` and `evaluation`

A move is an integer (see `layout`); moves are listed in the order of the law's legal actions. Nothing is
refused: only moves that `legal` lists may be played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.laying import lay
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
from stellwerk.games.interurban.fast.read import read_state, read_view
from stellwerk.games.interurban.fast.scoring import totals
from stellwerk.games.interurban.fast.supply import end_reason, refill, shuffle, take

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.games.interurban.law.state import State
    from stellwerk.games.interurban.law.view import View


@final
class Core:
    """One table in the middle of a game, which changes as moves are played."""

    def __init__(self, board: vec[u8], state: vec[i64], stacks: vec[u8], moves: vec[i64]) -> None:
        self.board = board
        self.state = state
        self.stacks = stacks
        """All tiles in order; shared between copies, so it is never changed, only replaced (by `shuffle`)."""
        self.moves = moves
        """The buffer in which `legal` lists moves; all copies share it."""

    @staticmethod
    def from_state(state: State) -> Core:
        """The core of a state of the law."""
        return _make(read_state(state))

    @staticmethod
    def from_view(view: View, rng: RandomSource) -> Core:
        """A core that looks like this view, with its face-down tiles in a random order."""
        core = _make(read_view(view))
        core.shuffle(1 + rng.randrange(MASK_32))
        return core

    def copy(self) -> Core:
        """Another core in the same position."""
        return Core(self.board[:], self.state[:], self.stacks, self.moves)

    def shuffle(self, random: i64) -> i64:
        """Shuffle the face-down tiles by a random number; returns the next random number."""
        self.stacks = self.stacks[:]
        return shuffle(self.state, self.stacks, random)

    def legal(self) -> i64:
        """Write the legal moves into `moves`, in the order of the notation; returns how many there are."""
        if self.state[REASON]:
            return 0
        return list_moves(self.board, self.state, self.moves)

    def play(self, move: i64) -> None:
        """Play a legal move; the turn ends by itself where IU-3.7 says so."""
        if move == END_TURN:
            self.end_turn()
            return
        self.lay(move)
        if self.state[LAID] == 3 or not can_lay(self.board, self.state):
            self.end_turn()

    def lay(self, move: i64) -> None:
        """Lay a tile without ending the turn."""
        take(self.state, move)
        lay(self.board, self.state, move)

    def end_turn(self) -> None:
        """Refill and go on to the next player's turn or the end of the game (IU-3.5, IU-6.1)."""
        self._pass_on()
        if not self.state[REASON] and not can_lay(self.board, self.state):
            self._end_stuck()

    def _pass_on(self) -> None:
        """The same without asking whether the next player can lay anything."""
        state = self.state
        refill(state, self.stacks)
        state[TURNS] += 1
        reason = end_reason(state)
        if reason:
            state[REASON] = reason
            return
        state[TURN] += 1
        if state[TURN] == state[SEATS]:
            state[TURN] = 0
        state[LAID] = 0
        state[STATION_LAID] = 0

    def _end_stuck(self) -> None:
        """End the game because nothing can be laid (IU-3.4)."""
        self.state[REASON] = end_reason(self.state) or 4

    def rollout(self, random: i64) -> i64:
        """Play random moves to the end of the game; returns how many.

        As `play` does, but without `can_lay`: the list of moves shows whether anything can be laid.
        """
        state, moves = self.state, self.moves
        played: i64 = 0
        while not state[REASON]:
            count = list_moves(self.board, state, moves)
            if not count:
                self._end_stuck()
            elif count == 1 and state[LAID]:
                self._pass_on()  # IU-3.7
            else:
                played += 1
                random = next_random(random)
                move = moves[count * random >> 32]
                if move != END_TURN:
                    self.lay(move)
                if move == END_TURN or state[LAID] == 3:
                    self._pass_on()
        return played

    def score(self) -> list[int]:
        """Each seat's points if the game ended now."""
        scores = vec[i64]([i64(0)] * 5)
        totals(self.state, vec[i64]([i64(0)] * LINES), scores)
        return [int(scores[seat]) for seat in range(self.state[SEATS])]


def _make(flat: tuple[vec[u8], vec[i64], vec[u8]]) -> Core:
    board, state, stacks = flat
    return Core(board, state, stacks, vec[i64]([i64(0)] * ROOM))
