"""What a score is worth: the probability to win the game from the points after a round.

The rounds to come are drawn from how many points seats were measured to lose in rounds of simple players
(`loss_counts`): one seat connects, the others lose independently of each other. The barrier and
the end of the game are as in the law (TA-5.3, TA-6.2, TA-V.2).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import numbers_of
from stellwerk.games.transamerica.fast.core import FastGame
from stellwerk.games.transamerica.fast.moves import NO_BARRIER, OVER
from stellwerk.games.transamerica.fast.paths import FAR

_LOSSES: Final = {
    2: (187, 376, 158, 119, 62, 44, 25, 16, 6, 5, 2),
    3: (192, 316, 161, 127, 81, 59, 32, 17, 9, 4, 2),
    4: (180, 281, 176, 127, 99, 59, 37, 24, 10, 5, 2),
    5: (162, 273, 183, 141, 100, 67, 38, 20, 9, 5, 2),
    6: (156, 275, 188, 148, 100, 66, 34, 20, 8, 4, 1),
}
"""Out of 1,000 losses of seats that did not connect, how many were of 1, 2, 3 … points."""
_PARTS: Final[i64] = 1000


def _drawn(seats: int) -> vec[i64]:
    """The losses as a row of 1,000, to draw from."""
    row = [points for points, count in enumerate(_LOSSES[seats], 1) for _ in range(count)]
    assert len(row) == _PARTS
    return vec[i64](row)


_ROWS: Final = {seats: _drawn(seats) for seats in _LOSSES}


def win_share(game: FastGame, seat: i64, samples: i64) -> float:
    """A seat's share of the win, when a round is over or the game; the mean of so many possible futures."""
    if game.step == OVER:
        return game.score(seat)
    row = _ROWS[game.seats]
    scores = game.scores
    kept = numbers_of(game.seats, 0)
    barrier: i64 = game.barrier
    rounds: i64 = game.rounds
    for other in range(game.seats):
        kept[other] = scores[other]
    total = 0.0
    for _ in range(samples):
        _play_rounds(game, row)
        total += game.score(seat)
        for other in range(game.seats):
            scores[other] = kept[other]
        game.barrier = barrier
        game.rounds = rounds
    return total / float(samples)


def _play_rounds(game: FastGame, row: vec[i64]) -> None:
    """Take losses until the game is over."""
    scores = game.scores
    is_over = False
    while not is_over:
        connected: i64 = game.below(game.seats)
        lowest: i64 = 1000
        for seat in range(game.seats):
            if seat != connected:
                scores[seat] -= row[game.below(_PARTS)]
            lowest = min(lowest, scores[seat])
        game.rounds += 1
        if game.rounds == 2 and lowest >= 4 and game.barrier > NO_BARRIER:
            game.barrier = lowest - 3
        if game.fixed_rounds:
            is_over = game.rounds >= game.fixed_rounds * game.seats
        else:
            is_over = lowest <= game.barrier


def loss_counts(seats: i64, rounds: i64, seed: i64) -> vec[i64]:
    """How often a seat loses 0, 1, 2 … points in rounds that simple players play."""
    counts = numbers_of(FAR, 0)
    game = FastGame(seats, False, 6, 0, seed)
    for _ in range(rounds):
        game.rounds = 0
        game.deal()
        game.rollout()
        for seat in range(seats):
            counts[game.losses[seat]] += 1
    return counts
