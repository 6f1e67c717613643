"""The simple player of playouts: starts in its most central city and builds to the nearest open city first.

Each turn it searches once, from its marker to the nearest goal, and walks back along the path:

    marker ═══ ═══ ─── ─── ─── goal        ═ rails, ─ free lines
                    1   2                  1: the rail to lay now, 2: the second rail, kept in `_second`

Following an exact cheapest tree was measured too: this player became no better, and took twice the time. It
respects coloured rails on the board (TA-V.1) but lays none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import (
    DISTANCES,
    LINE_A,
    LINE_B,
    LINE_COST,
    MOST_SEATS,
    N_COLOURS,
    N_CROSSINGS,
    N_LINES,
    WAY_LINE,
    numbers_of,
)
from stellwerk.games.transamerica.fast.moves import DEAL, END, FREE, MARKER, OVER, RAIL, SECOND_RAIL
from stellwerk.games.transamerica.fast.paths import FAR

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core


@final
class Rollout:
    """Chooses moves for every seat in turn."""

    def __init__(self) -> None:
        self._first: i64 = -1
        self._second: i64 = -1
        """The first two free lines on the path to the nearest city; -1 where there is none."""
        self.put_off = numbers_of(MOST_SEATS, -1)
        """For each seat the colour of the city that it builds to last; -1 for nearest first throughout."""

    def begin(self, game: Core, wander: bool) -> None:
        """Prepare for a playout. If seats may wander, each puts off a random city with probability ½."""
        for seat in range(game.seats):
            self.put_off[seat] = -1
            if wander and game.below(2) == 0:
                self.put_off[seat] = game.below(N_COLOURS)

    def finish_round(self, game: Core) -> None:
        """Play for everybody until the round is over."""
        self._second = -1
        while game.step != DEAL and game.step != OVER:
            game.play(self.choose(game))

    def choose(self, game: Core) -> i64:
        """The move of the seat to act."""
        if game.step == MARKER:
            return central_city(game, game.turn)
        is_second = game.step == SECOND_RAIL
        if is_second and self._second >= 0:
            line: i64 = self._second
            self._second = -1
            if game.owner[line] == FREE and LINE_COST[line] == 1:
                return RAIL + line
        self._find_path(game, 1 if is_second else FAR)
        if self._first >= 0:
            return RAIL + self._first
        if is_second:
            return END
        game.legal()  # no city can be reached: any rail will do
        return game.moves[0]

    def _find_path(self, game: Core, longest: i64) -> None:
        """Find `_first` and `_second`; `longest` is the highest cost of the first, 1 for a second rail."""
        seat: i64 = game.turn
        paths, lengths = game.paths, game.lengths
        offset: i64 = seat * N_LINES
        self._mark_goals(game, seat)
        crossing: i64 = paths.nearest_goal(game.markers[seat], lengths, offset, longest)
        for colour in range(N_COLOURS):
            paths.goals[game.cities[seat * N_COLOURS + colour]] = 0
        self._first = -1
        self._second = -1
        if crossing < 0:
            return
        came_by = paths.came_by
        while came_by[crossing] >= 0:
            line: i64 = i64(WAY_LINE[came_by[crossing]])
            if lengths[offset + line] > 0:
                self._second = self._first
                self._first = line
            crossing = i64(LINE_A[line]) + i64(LINE_B[line]) - crossing

    def _mark_goals(self, game: Core, seat: i64) -> None:
        """Make the open cities the goals; the one put off only if no other is open."""
        goals = game.paths.goals
        last: i64 = -1
        count: i64 = 0
        for colour in range(N_COLOURS):
            city: i64 = game.cities[seat * N_COLOURS + colour]
            if game.network[seat * N_CROSSINGS + city] == 0:
                if colour == self.put_off[seat]:
                    last = city
                else:
                    goals[city] = 1
                    count += 1
        if last >= 0 and count == 0:
            goals[last] = 1


def central_city(game: Core, seat: i64) -> i64:
    """The seat's city without a marker that has the smallest sum of distances to its other cities."""
    best: i64 = -1
    least: i64 = FAR * N_COLOURS
    for colour in range(N_COLOURS):
        city: i64 = game.cities[seat * N_COLOURS + colour]
        total: i64 = 0
        for other in range(N_COLOURS):
            total += i64(DISTANCES[city * N_CROSSINGS + game.cities[seat * N_COLOURS + other]])
        for other in range(game.seats):
            if game.markers[other] == city:
                total += FAR * N_COLOURS
        if total < least:
            best = city
            least = total
    if best < 0:  # other markers stand in all five
        game.legal()
        best = game.moves[0]
    return best
