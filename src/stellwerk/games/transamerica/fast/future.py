"""The rest of the game after a round: a seat's chance to win, from the scores alone.

Later rounds are not played. One random seat connects in each of them; the losses of the others are drawn
independently from a table of what seats lost in rounds of the simple player (measured by `loss_counts`). The
barrier and the end of the game are those of the law (TA-5.3, TA-6.2, TA-V.2).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import numbers_of
from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.deal import deal
from stellwerk.games.transamerica.fast.moves import OVER
from stellwerk.games.transamerica.fast.paths import FAR
from stellwerk.games.transamerica.fast.scoring import count_round
from stellwerk.games.transamerica.law.data import SHED

_LOSSES: Final = {
    2: (187, 376, 158, 119, 62, 44, 25, 16, 6, 5, 2),
    3: (192, 316, 161, 127, 81, 59, 32, 17, 9, 4, 2),
    4: (180, 281, 176, 127, 99, 59, 37, 24, 10, 5, 2),
    5: (162, 273, 183, 141, 100, 67, 38, 20, 9, 5, 2),
    6: (156, 275, 188, 148, 100, 66, 34, 20, 8, 4, 1),
}
"""By number of seats: of 1,000 losses of seats that did not connect, how many were of 1, 2, 3 … points."""
_PARTS: Final[i64] = 1000


def _urn(seats: int) -> vec[i64]:
    """The 1,000 losses, to draw one of them."""
    losses = [points for points, count in enumerate(_LOSSES[seats], 1) for _ in range(count)]
    assert len(losses) == _PARTS
    return vec[i64](losses)


_URNS: Final = {seats: _urn(seats) for seats in _LOSSES}


def win_share(game: Core, seat: i64, samples: i64) -> float:
    """A seat's share of the win after a round: the mean of several possible futures, or the real one."""
    if game.step == OVER:
        return game.score(seat)
    urn = _URNS[game.seats]
    scores = game.scores
    kept = scores[:]
    barrier: i64 = game.barrier
    rounds: i64 = game.rounds
    total = 0.0
    for _ in range(samples):
        _play_rounds(game, urn)
        total += game.score(seat)
        for other in range(game.seats):
            scores[other] = kept[other]
        game.barrier = barrier
        game.rounds = rounds
    return total / float(samples)


def later_share(game: Core, seat: i64) -> float:
    """A seat's share of the win in one possible rest of the game; scores are changed."""
    _play_rounds(game, _URNS[game.seats])
    return game.score(seat)


def _play_rounds(game: Core, urn: vec[i64]) -> None:
    """Draw losses round by round until the game is over."""
    scores = game.scores
    is_over = False
    while not is_over:
        connected: i64 = game.below(game.seats)
        lowest: i64 = SHED
        for seat in range(game.seats):
            if seat != connected:
                scores[seat] -= urn[game.below(_PARTS)]
            lowest = min(lowest, scores[seat])
        is_over = count_round(game, lowest)


def loss_counts(seats: i64, rounds: i64, seed: i64) -> vec[i64]:
    """How often a seat lost 0, 1, 2 … points in rounds of the simple player: the source of `_LOSSES`."""
    counts = numbers_of(FAR, 0)
    game = Core(seats, False, 6, 0, seed)
    for _ in range(rounds):
        game.rounds = 0
        deal(game)
        game.rollout()
        for seat in range(seats):
            counts[game.losses[seat]] += 1
    return counts
