"""How a round is likely to end if all hands are known: a net that `stellwerk train transamerica` teaches.

    signs of a seat ─ LAYER ─► 32 units ─ OUT ─► how well it stands; and how much it loses if it is not first

What all seats have of the first makes a softmax: who connects first. The others lose 0 (connected by the same
rail) to 11 points, with chances of their own for each seat. From there `share` goes on as `future` does after
a round. The net is the same for every seat, whatever their number.

The loops are plain and their order is fixed, so that interpreted and compiled code give the same numbers.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import MOST_SEATS, numbers_of
from stellwerk.games.transamerica.fast.future import later_share
from stellwerk.games.transamerica.fast.moves import OVER
from stellwerk.games.transamerica.fast.scoring import count_round
from stellwerk.games.transamerica.fast.signs import SIGNS, Signs
from stellwerk.games.transamerica.law.data import SHED

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core

UNITS: Final[i64] = 32
LOSSES: Final[i64] = 12
"""The losses that are told apart: 0 to 11 points; more count as 11."""
ANSWERS: Final[i64] = 1 + LOSSES

# Places in the learned weights
LAYER: Final[i64] = 0
BIASES: Final[i64] = SIGNS * UNITS
OUT: Final[i64] = BIASES + UNITS
OUT_BIASES: Final[i64] = OUT + UNITS * ANSWERS
LEARNED: Final[i64] = OUT_BIASES + ANSWERS
"""How many weights are learned."""

_PARTS: Final[i64] = 1 << 16


@final
class Forecast:
    """The net with some weights; keeps room for its numbers, which are those of the last position."""

    def __init__(self, learned: tuple[float, ...]) -> None:
        assert len(learned) == LEARNED
        self.learned = vec[float](learned)
        self.signs = Signs()
        self.first: vec[float] = vec[float]([0.0] * int(MOST_SEATS))
        """Each seat's chance to connect first."""
        self.losses: vec[float] = vec[float]([0.0] * int(MOST_SEATS * LOSSES))
        """Each seat's chances of all losses if it is not first."""
        self._units: vec[float] = vec[float]([0.0] * int(UNITS))
        self._answers: vec[float] = vec[float]([0.0] * int(ANSWERS))
        self._tables = numbers_of(MOST_SEATS * LOSSES, 0)
        """For each seat the chances of all losses up to each of them, in parts of 65,536."""

    def look(self, game: Core) -> None:
        """Find all chances in a position in which the round is not over."""
        self.signs.look(game)
        for seat in range(game.seats):
            self._ask(seat)
        _soften(self.first, 0, game.seats)

    def expected(self, seat: i64) -> float:
        """What a seat loses in the round, in the mean, after `look`."""
        total = 0.0
        for loss in range(LOSSES):
            total += float(loss) * self.losses[seat * LOSSES + loss]
        return total * (1.0 - self.first[seat])

    def share(self, game: Core, seat: i64, samples: i64) -> float:
        """A seat's share of the win: the mean of several possible ends of the round and rests of the game.

        The losses of the last of these ends stay in `losses` of the game; nothing else there is changed.
        """
        if game.step == OVER:
            return game.score(seat)
        self.look(game)
        self._fill_tables(game.seats)
        scores = game.scores
        kept = scores[:]
        barrier: i64 = game.barrier
        rounds: i64 = game.rounds
        total = 0.0
        for _ in range(samples):
            self._draw(game)
            lowest: i64 = SHED
            for other in range(game.seats):
                scores[other] -= game.losses[other]
                lowest = min(lowest, scores[other])
            total += game.score(seat) if count_round(game, lowest) else later_share(game, seat)
            for other in range(game.seats):
                scores[other] = kept[other]
            game.barrier = barrier
            game.rounds = rounds
        return total / float(samples)

    def _ask(self, seat: i64) -> None:
        """Ask the net about a seat."""
        learned, units, values, answers = self.learned, self._units, self.signs.values, self._answers
        for unit in range(UNITS):
            units[unit] = learned[BIASES + unit]
        for sign in range(SIGNS):
            value = values[seat * SIGNS + sign]
            if value != 0.0:
                row: i64 = LAYER + sign * UNITS
                for unit in range(UNITS):
                    units[unit] += value * learned[row + unit]
        for answer in range(ANSWERS):
            answers[answer] = learned[OUT_BIASES + answer]
        for unit in range(UNITS):
            value = units[unit]
            if value > 0.0:
                row = OUT + unit * ANSWERS
                for answer in range(ANSWERS):
                    answers[answer] += value * learned[row + answer]
        self.first[seat] = answers[0]
        for loss in range(LOSSES):
            self.losses[seat * LOSSES + loss] = answers[1 + loss]
        _soften(self.losses, seat * LOSSES, LOSSES)

    def _fill_tables(self, seats: i64) -> None:
        """Add the chances of losses up."""
        for seat in range(seats):
            total = 0.0
            for loss in range(seat * LOSSES, (seat + 1) * LOSSES):
                total += self.losses[loss]
                self._tables[loss] = i64(total * float(_PARTS))

    def _draw(self, game: Core) -> None:
        """Draw who connects first, and what the others lose."""
        chance = float(game.below(_PARTS)) / float(_PARTS)
        connected: i64 = 0
        while connected < game.seats - 1 and chance >= self.first[connected]:
            chance -= self.first[connected]
            connected += 1
        for seat in range(game.seats):
            drawn: i64 = game.below(_PARTS)
            loss: i64 = 0
            if seat != connected:
                while loss < LOSSES - 1 and drawn >= self._tables[seat * LOSSES + loss]:
                    loss += 1
            game.losses[seat] = loss


def _soften(values: vec[float], start: i64, count: i64) -> None:
    """Turn numbers into chances."""
    most = values[start]
    for place in range(start, start + count):
        if values[place] > most:
            most = values[place]
    total = 0.0
    for place in range(start, start + count):
        values[place] = exp(values[place] - most)
        total += values[place]
    for place in range(start, start + count):
        values[place] /= total
