"""One playout of the search in one call: a turn, simple play to the end of the round, the chance to win then.

It takes place in a possible world. A world is the cities of every seat and a seed for all later luck. The
same turn in the same world always gives the same result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from stellwerk.games.transamerica.fast.future import win_share

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stellwerk.games.transamerica.fast.core import Core
    from stellwerk.games.transamerica.fast.forecast import Forecast


@final
class Playouts:
    """Plays turns out from one position, for the seat to act."""

    def __init__(self, root: Core, futures: i64, wander: bool, forecast: Forecast | None = None) -> None:
        self.root = root
        self.seat: i64 = root.turn
        self.game = root.copy()
        """Where the last playout ended."""
        self.futures = futures
        """How many possible rests of the game are averaged after the round."""
        self.wander = wander
        """Whether seats may put off a random city instead of always building to the nearest."""
        self.forecast = forecast
        """Says after the turn how the round ends, which then is not played on; None: it is played."""

    def begin(self, moves: tuple[int, ...], hands: tuple[tuple[int, ...], ...], seed: i64) -> None:
        """Play a turn in a world."""
        game = self.game
        game.become(self.root)
        game.random = seed | 1
        for seat in range(game.seats):
            game.set_hand(seat, hands[seat])
        game.scratch.player.begin(game, self.wander)
        for move in moves:
            game.play(move)

    def run(self, moves: tuple[int, ...], hands: tuple[tuple[int, ...], ...], seed: i64) -> float:
        """The seat's share of the win after a turn in a world; `game.losses` are those of the round.

        With a forecast they are one of the ways in which it may end.
        """
        self.begin(moves, hands, seed)
        forecast = self.forecast
        if forecast is not None and self.game.rounds == self.root.rounds:
            return forecast.share(self.game, self.seat, self.futures)
        self.game.rollout()
        return win_share(self.game, self.seat, self.futures)

    def next_move(self) -> i64:
        """Play on after `begin` by one move, and return it."""
        move = self.game.scratch.player.choose(self.game)
        self.game.play(move)
        return move
