"""How a round is played out in the fast core: everybody builds towards the nearest own city first.

A seat may have a plan, the lines of a cheapest tree: they count as a little shorter, so that of ways of about
the same length the planned one is taken. When rails of others change the board, the shorter way wins by itself.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from stellwerk.games.transamerica.fast import (
    COLOURED,
    DEAL,
    END,
    FIRST_RAIL,
    FREE,
    MARKER,
    OVER,
    RAIL,
    SECOND_RAIL,
    FastGame,
)
from stellwerk.games.transamerica.fast_board import (
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
from stellwerk.games.transamerica.fast_paths import CLOSED, FAR

SCALE: Final[i64] = 4
"""A single line counts so much."""
_BONUS: Final[i64] = 1
"""A planned line counts so much less."""
_ENTRIES: Final[i64] = 4096


@final
class Rollout:
    """A game that is played on by the same simple player at every seat."""

    def __init__(self, game: FastGame) -> None:
        self.game = game
        self.wishes = bytes_of(game.seats * N_LINES, 0)
        """What each line counts for each seat."""
        self._goals = bytes_of(N_CROSSINGS, 0)
        self._far = bytes_of(N_CROSSINGS, 0)
        self._by = shorts_of(N_CROSSINGS, -1)
        self._head = shorts_of(2 * FAR, -1)
        self._next = shorts_of(_ENTRIES, -1)
        self._node = bytes_of(_ENTRIES, 0)
        self._first: i64 = -1
        self._second: i64 = -1

    def wish(self, seat: i64, plan: vec[u8]) -> None:
        """Prepare a seat, whose plan has 1 for every planned line."""
        lengths, wishes = self.game.lengths, self.wishes
        base: i64 = seat * N_LINES
        for line in range(N_LINES):
            length: i64 = i64(lengths[base + line])
            if length == 0:
                wishes[base + line] = 0
            elif length >= FAR:
                wishes[base + line] = CLOSED
            else:
                wishes[base + line] = u8(SCALE * length - _BONUS * i64(plan[line]))

    def play(self, move: i64) -> None:
        """Do a move; the wishes follow the board."""
        game, wishes = self.game, self.wishes
        if RAIL <= move < COLOURED:
            for seat in range(game.seats):
                wishes[seat * N_LINES + move - RAIL] = 0
        elif COLOURED <= move < END:
            for seat in range(game.seats):
                wishes[seat * N_LINES + move - COLOURED] = 0 if seat == game.turn else CLOSED
        game.play(move)

    def finish_round(self) -> None:
        """Everybody plays on until the round is over."""
        game = self.game
        while game.step != DEAL and game.step != OVER:
            self.play(self.choose())

    def choose(self) -> i64:
        """The move of the seat whose turn it is."""
        game = self.game
        if game.step == MARKER:
            return central_city(game, game.turn)
        is_second = game.step == SECOND_RAIL
        if is_second and self._second >= 0:
            line: i64 = self._second
            self._second = -1
            if game.owner[line] == FREE and LINE_COST[line] == 1:
                return RAIL + line
        self._look(is_second)
        if self._first >= 0:
            return RAIL + self._first
        if is_second:
            return END
        # Every own city that can be reached is; any rail will do.
        game.legal()
        return game.moves[0]

    def _look(self, is_second: bool) -> None:
        """The first two missing lines of the way to the nearest own city; -1 where there is none."""
        game, goals = self.game, self._goals
        seat: i64 = game.turn
        for colour in range(N_COLOURS):
            city: i64 = game.cities[seat * N_COLOURS + colour]
            if game.network[seat * N_CROSSINGS + city] == 0:
                goals[city] = 1
        found: i64 = self._nearest(seat * N_LINES, game.markers[seat], is_second)
        for colour in range(N_COLOURS):
            goals[game.cities[seat * N_COLOURS + colour]] = 0
        self._first = -1
        self._second = -1
        if found < 0:
            return
        by, wishes = self._by, self.wishes
        while by[found] >= 0:
            line: i64 = i64(WAY_LINE[i64(by[found])])
            if wishes[seat * N_LINES + line] > 0:
                self._second = self._first
                self._first = line
            found = i64(LINE_A[line]) + i64(LINE_B[line]) - found

    def _nearest(self, offset: i64, start: i64, is_second: bool) -> i64:
        """The nearest goal by the wishes, or -1; `_by` leads back from it. As `Paths.spread`, but it stops."""
        far, by, head, following, nodes = self._far, self._by, self._head, self._next, self._node
        wishes, goals = self.wishes, self._goals
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
                longer: i64 = i64(wishes[offset + i64(lines[way])])
                if is_second and value == 0 and longer > SCALE:
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
    if best < 0:  # others stand on all five: as near as can be
        game.legal()
        best = game.moves[0]
    return best


def plan_of(game: FastGame, seat: i64, plan: vec[u8]) -> i64:
    """Mark the lines of a cheapest tree of a seat whose marker stands; its cost."""
    for line in range(N_LINES):
        plan[line] = 0
    open_cities = numbers_of(N_COLOURS, 0)
    count: i64 = game.open_cities(seat, open_cities)
    cost: i64 = game.paths.cost(game.markers[seat], open_cities, count, game.lengths, seat * N_LINES)
    if count > 0:
        game.paths.mark_tree(game.markers[seat], count, game.lengths, seat * N_LINES, plan)
    return cost


def self_play(seats: i64, rounds: i64, seed: i64, with_plans: bool) -> vec[i64]:
    """How often a seat loses 0, 1, 2 … points in rounds that simple players play out."""
    counts = numbers_of(FAR, 0)
    game = FastGame(seats, False, 6, 0, seed)
    rollout = Rollout(game)
    plan = bytes_of(N_LINES, 0)
    for _ in range(rounds):
        game.rounds = 0
        game.deal()
        while game.step == MARKER:
            game.play(central_city(game, game.turn))
        for seat in range(seats):
            if with_plans:
                plan_of(game, seat, plan)
            rollout.wish(seat, plan)
        rollout.finish_round()
        for seat in range(seats):
            counts[game.losses[seat]] += 1
    assert FIRST_RAIL != SECOND_RAIL
    return counts
