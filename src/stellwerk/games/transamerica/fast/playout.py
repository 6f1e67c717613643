"""A playout of the search in one call: a turn in a world, simple play to the end of the round, its worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from stellwerk.games.transamerica.fast.future import win_share

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stellwerk.games.transamerica.fast.core import FastGame


@final
class Playouts:
    """Plays turns out from one position, always for the same seat."""

    def __init__(self, root: FastGame, futures: i64, wander: bool) -> None:
        self.root = root
        self.seat: i64 = root.turn
        self.game = root.copy()
        self.futures = futures
        """So many possible rests of the game are looked at after a round."""
        self.wander = wander
        """Whether some do not build to the nearest city first throughout."""

    def begin(self, moves: tuple[int, ...], hands: tuple[tuple[int, ...], ...], seed: i64) -> None:
        """Play a turn in the world of these hands and this luck."""
        game = self.game
        game.become(self.root)
        game.random = seed | 1
        for seat in range(game.seats):
            game.set_hand(seat, hands[seat])
        game.scratch.player.begin(game, self.wander)
        for move in moves:
            game.play(move)

    def run(self, moves: tuple[int, ...], hands: tuple[tuple[int, ...], ...], seed: i64) -> float:
        """The seat's share of the win after a turn. The losses of the round are left in `game`."""
        self.begin(moves, hands, seed)
        self.game.rollout()
        return win_share(self.game, self.seat, self.futures)

    def next_move(self) -> i64:
        """How play goes on in a world that `begin` made: the move, which is done."""
        move = self.game.scratch.player.choose(self.game)
        self.game.play(move)
        return move
