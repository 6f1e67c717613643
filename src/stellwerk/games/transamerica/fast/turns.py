"""The turns worth considering, those first that do most for the seat's own cities. Others are not looked at.

Rails are rated exactly by `rating`; a turn of two rails is one of the best first rails with one of the best
second rails after it. A turn may also end after one rail, which leaves others less to use. Two orders of the
same rails are one turn. What was found lies in vectors, best first:

    first    its first move
    second   its second move, or NONE
    rating   smaller is better
    missing  what the seat's cities still cost after it
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import DISTANCES, LINE_COST, N_COLOURS, N_CROSSINGS, numbers_of
from stellwerk.games.transamerica.fast.moves import COLOURED, END, MARKER, RAIL, SECOND_RAIL
from stellwerk.games.transamerica.fast.rating import Ratings
from stellwerk.games.transamerica.fast.scoring import start_costs

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core

NONE: Final[i64] = -1
MOST_TURNS: Final[i64] = 512
"""The largest width that counts; no position has as many turns that are considered."""
SECOND_RAILS: Final[i64] = 6
EARLY_ENDS: Final[i64] = 2
"""How many turns that end early, after one rail, are considered."""
FINISHED: Final = -1000.0
"""The rating of a turn that connects all cities of the seat, plus 1 for each rail before the last."""
COST_WEIGHT: Final = 10.0
ASIDE_WEIGHT: Final = 1.5
"""The weights in the rating of a marker: of a rail of the cheapest tree from there, and of a rail in the sum
of distances to the cities."""


@final
class Best:
    """The best turns that were added, at most `width` of them, in order."""

    def __init__(self) -> None:
        self.width: i64 = 0
        self.count: i64 = 0
        self.first = numbers_of(MOST_TURNS, NONE)
        self.second = numbers_of(MOST_TURNS, NONE)
        self.missing = numbers_of(MOST_TURNS, 0)
        self.rating: vec[float] = vec[float]([0.0] * int(MOST_TURNS))

    def begin(self, width: i64) -> None:
        """Forget all turns."""
        self.width = min(width, MOST_TURNS)
        self.count = 0

    def add(self, first: i64, second: i64, rating: float, missing: i64) -> None:
        """Add a turn, unless as many are better; of two orders of the same moves the better one stays."""
        place: i64 = 0
        while place < self.count and not self._is_before(first, second, rating, place):
            if self._is_same(first, second, place):
                return
            place += 1
        last: i64 = place
        while last < self.count and not self._is_same(first, second, last):
            last += 1
        if last == self.count:
            if self.count == self.width:
                last -= 1
            else:
                self.count += 1
        if place > last:
            return  # all places are taken by better ones
        while last > place:
            self._move(last - 1, last)
            last -= 1
        self.first[place] = first
        self.second[place] = second
        self.rating[place] = rating
        self.missing[place] = missing

    def _is_before(self, first: i64, second: i64, rating: float, place: i64) -> bool:
        """True if a turn is better than the one at a place; equals are in the order of their moves."""
        if rating != self.rating[place]:
            return rating < self.rating[place]
        if first != self.first[place]:
            return first < self.first[place]
        return second < self.second[place]

    def _is_same(self, first: i64, second: i64, place: i64) -> bool:
        """True if the turn at a place consists of these two moves."""
        if self.first[place] == first:
            return self.second[place] == second
        return self.first[place] == second and self.second[place] == first

    def _move(self, place: i64, to: i64) -> None:
        self.first[to] = self.first[place]
        self.second[to] = self.second[place]
        self.rating[to] = self.rating[place]
        self.missing[to] = self.missing[place]


@final
class Turns:
    """Finds the best turns of one position at a time."""

    def __init__(self) -> None:
        self.found = Best()
        self._early = Best()
        self._firsts = Best()
        """The best single rails with which a turn may begin."""
        self._seconds = Best()
        """The best rails after one of these."""
        self._ratings = Ratings()

    def find(self, game: Core, width: i64, first_rails: i64) -> None:
        """Write the best turns into `found`, at most `width` of them and at least one.

        Of turns of two rails only those are looked at that begin with one of the best `first_rails`.
        """
        found, early = self.found, self._early
        found.begin(max(i64(1), width - EARLY_ENDS))
        early.begin(EARLY_ENDS)
        if game.step == MARKER:
            self._rate_markers(game)
        elif game.step == SECOND_RAIL:
            self._rate_rest(game)
        else:
            self._rate_turns(game, first_rails)
        room: i64 = max(i64(0), width - found.count) if found.count > 0 else 1
        found.width = found.count + min(room, early.count)
        for place in range(min(room, early.count)):
            found.add(early.first[place], early.second[place], early.rating[place], early.missing[place])

    def _rate_markers(self, game: Core) -> None:
        """Every free crossing, by the cheapest tree from there and by how central it lies."""
        costs = start_costs(game)
        count: i64 = game.legal()
        for number in range(count):
            crossing: i64 = game.moves[number]
            cost: i64 = i64(costs[crossing])
            self.found.add(crossing, NONE, marker_rating(game, crossing, cost), cost)

    def _rate_rest(self, game: Core) -> None:
        """The second half of a turn."""
        ratings = self._ratings
        ratings.look(game)
        for number in range(ratings.count):
            move: i64 = ratings.moves[number]
            into = self._early if move == END else self.found
            into.add(move, NONE, rating_of(ratings, number, 0), ratings.missing[number])

    def _rate_turns(self, game: Core, first_rails: i64) -> None:
        """Turns of one or two rails, from a position where the first is due."""
        ratings, firsts = self._ratings, self._firsts
        firsts.begin(first_rails)
        ratings.look(game)
        for number in range(ratings.count):
            move: i64 = ratings.moves[number]
            rating = rating_of(ratings, number, 0)
            if cost_of(move) > 1 or ratings.missing[number] == 0:
                self.found.add(move, NONE, rating, ratings.missing[number])
            if cost_of(move) == 1:
                firsts.add(move, NONE, rating, ratings.missing[number])
        scratch = game.copy()
        for place in range(firsts.count):
            if firsts.missing[place] > 0:
                scratch.become(game)
                scratch.play(firsts.first[place])
                if scratch.turn != game.turn or scratch.step != SECOND_RAIL:
                    self.found.add(firsts.first[place], NONE, firsts.rating[place], firsts.missing[place])
                else:
                    self._add_seconds(scratch, firsts.first[place])

    def _add_seconds(self, game: Core, first: i64) -> None:
        """The best second rails after a first one, and the end of the turn."""
        ratings, seconds = self._ratings, self._seconds
        seconds.begin(SECOND_RAILS)
        ratings.look(game)
        for number in range(ratings.count):
            move: i64 = ratings.moves[number]
            rating = rating_of(ratings, number, 1)
            if move == END:
                self._early.add(first, END, rating, ratings.missing[number])
            else:
                seconds.add(move, NONE, rating, ratings.missing[number])
        for place in range(seconds.count):
            self.found.add(first, seconds.first[place], seconds.rating[place], seconds.missing[place])


def rating_of(ratings: Ratings, number: i64, before: i64) -> float:
    """The rating of a turn whose last move is a rated one; `before` is how many rails it laid before that."""
    if ratings.missing[number] == 0:
        return FINISHED + float(before)
    return float(ratings.rating[number])


def marker_rating(game: Core, crossing: i64, cost: i64) -> float:
    """The rating of a marker, from where the cities of the seat to act cost that much."""
    aside: i64 = 0
    for colour in range(N_COLOURS):
        city: i64 = game.cities[game.turn * N_COLOURS + colour]
        aside += i64(DISTANCES[crossing * N_CROSSINGS + city])
    return COST_WEIGHT * float(cost) + ASIDE_WEIGHT * float(aside)


def cost_of(move: i64) -> i64:
    """What the line of a rail costs."""
    return i64(LINE_COST[move - (COLOURED if move >= COLOURED else RAIL)])
