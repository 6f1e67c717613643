"""How a round is played out in the fast core: everybody builds towards the nearest own city first.

Following an exact cheapest tree instead was measured to be no better for this player, and costs twice the
time. Coloured rails (TA-V.1) that lie are minded; no more of them are laid here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i16, i64, u8

from stellwerk.games.transamerica.fast.board import (
    DISTANCES,
    LINE_A,
    LINE_B,
    LINE_COST,
    N_COLOURS,
    N_CROSSINGS,
    N_LINES,
    WAY_END,
    WAY_LINE,
    WAY_START,
    bytes_of,
    numbers_of,
    shorts_of,
)
from stellwerk.games.transamerica.fast.moves import DEAL, END, FREE, MARKER, OVER, RAIL, SECOND_RAIL
from stellwerk.games.transamerica.fast.paths import CLOSED, FAR

if TYPE_CHECKING:
    from librt.vecs import vec

    from stellwerk.games.transamerica.fast.core import FastGame

_ENTRIES: Final[i64] = 4096
_MOST_SEATS: Final[i64] = 6


@final
class Rollout:
    """Plays a game on, with the same simple player at every seat; otherwise scratch space."""

    def __init__(self) -> None:
        self._goals = bytes_of(N_CROSSINGS, 0)
        self._far = bytes_of(N_CROSSINGS, 0)
        self._by = shorts_of(N_CROSSINGS, -1)
        self._head = shorts_of(2 * FAR, -1)
        self._next = shorts_of(_ENTRIES, -1)
        self._node = bytes_of(_ENTRIES, 0)
        self._first: i64 = -1
        self._second: i64 = -1
        self._put_off = numbers_of(_MOST_SEATS, -1)
        """For each seat the colour of the city that it builds to last; -1: nearest first throughout."""

    def begin(self, game: FastGame, wander: bool) -> None:
        """Before anybody plays on. To wander is to put any one city off, for every second seat by chance."""
        for seat in range(game.seats):
            self._put_off[seat] = -1
            if wander and game.below(2) == 0:
                self._put_off[seat] = game.below(N_COLOURS)

    def finish_round(self, game: FastGame) -> None:
        """Everybody plays on until the round is over."""
        self._second = -1
        while game.step != DEAL and game.step != OVER:
            game.play(self.choose(game))

    def choose(self, game: FastGame) -> i64:
        """The move of the seat whose turn it is."""
        if game.step == MARKER:
            return central_city(game, game.turn)
        is_second = game.step == SECOND_RAIL
        if is_second and self._second >= 0:
            line: i64 = self._second
            self._second = -1
            if game.owner[line] == FREE and LINE_COST[line] == 1:
                return RAIL + line
        self._look(game, is_second)
        if self._first >= 0:
            return RAIL + self._first
        if is_second:
            return END
        game.legal()  # no own city can be reached: any rail will do
        return game.moves[0]

    def _look(self, game: FastGame, is_second: bool) -> None:
        """The first two missing lines of the way to the nearest own city; -1 where there is none."""
        seat: i64 = game.turn
        self._mark_goals(game, seat)
        offset: i64 = seat * N_LINES
        lengths = game.lengths
        found: i64 = self._nearest(lengths, offset, game.markers[seat], is_second)
        for colour in range(N_COLOURS):
            self._goals[game.cities[seat * N_COLOURS + colour]] = 0
        self._first = -1
        self._second = -1
        if found < 0:
            return
        by = self._by
        while by[found] >= 0:
            line: i64 = i64(WAY_LINE[i64(by[found])])
            if lengths[offset + line] > 0:
                self._second = self._first
                self._first = line
            found = i64(LINE_A[line]) + i64(LINE_B[line]) - found

    def _mark_goals(self, game: FastGame, seat: i64) -> None:
        """The open own cities; the one that is put off only if it is the last."""
        last: i64 = -1
        count: i64 = 0
        for colour in range(N_COLOURS):
            city: i64 = game.cities[seat * N_COLOURS + colour]
            if game.network[seat * N_CROSSINGS + city] == 0:
                if colour == self._put_off[seat]:
                    last = city
                else:
                    self._goals[city] = 1
                    count += 1
        if last >= 0 and count == 0:
            self._goals[last] = 1

    def _nearest(self, lengths: vec[u8], offset: i64, start: i64, is_second: bool) -> i64:
        """The nearest goal, or -1; `_by` leads back from it. As `Paths._spread`, but it stops."""
        far, by, head, following, nodes = self._far, self._by, self._head, self._next, self._node
        goals = self._goals
        ways, ends, lines = WAY_START, WAY_END, WAY_LINE
        for crossing in range(N_CROSSINGS):
            far[crossing] = CLOSED
            by[crossing] = -1
        far[start] = 0
        nodes[0] = u8(start)
        following[0] = -1
        head[0] = 0
        used: i64 = 1
        top: i64 = 0
        value: i64 = 0
        found: i64 = -1
        while value <= top:
            entry: i64 = i64(head[value])
            if entry < 0:
                value += 1
                continue
            head[value] = following[entry]
            node: i64 = i64(nodes[entry])
            if found >= 0 or i64(far[node]) != value:
                continue
            if goals[node]:
                found = node  # what is left in the stacks is only taken out
                continue
            way: i64 = i64(ways[node])
            last: i64 = i64(ways[node + 1])
            while way < last:
                longer: i64 = i64(lengths[offset + i64(lines[way])])
                if is_second and value == 0 and longer > 1:
                    longer = FAR  # TA-3.2: no double line as a second rail
                longer += value
                end: i64 = i64(ends[way])
                if longer < i64(far[end]):
                    far[end] = u8(longer)
                    by[end] = i16(way)
                    nodes[used] = u8(end)
                    following[used] = head[longer]
                    head[longer] = i16(used)
                    used += 1
                    if longer > top:
                        top = longer
                way += 1
        return found


def central_city(game: FastGame, seat: i64) -> i64:
    """The free own city with the smallest sum of distances to the others."""
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
    if best < 0:  # others stand on all five
        game.legal()
        best = game.moves[0]
    return best
