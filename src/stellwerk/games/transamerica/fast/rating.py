"""What each legal rail does for a seat's cities: exact costs for all lines at its network at once.

A rail to a crossing outside the network divides the open cities: some are connected from its new end, the
others from the rest of the network.

    marker ═══ ═══ ─ new rail ─ end ┄┄┄ cities of a group           cost: row `group` of the trees, at `end`
        └┄┄┄ the other cities                                       cost: row `full - group`, at the marker

The cheapest way to divide them gives what is still missing after the rail. Other seats are not looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import (
    LINE_A,
    LINE_B,
    N_COLOURS,
    N_CROSSINGS,
    N_LINES,
    numbers_of,
)
from stellwerk.games.transamerica.fast.moves import COLOURED, END, RAIL
from stellwerk.games.transamerica.fast.network import open_cities
from stellwerk.games.transamerica.fast.paths import FAR

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core

MISSING_WEIGHT: Final[i64] = 20
CITY_WEIGHT: Final[i64] = 6
NEAR_WEIGHT: Final[i64] = 2
"""The weights of a missing rail, of an open city, and of a rail from the new end to the nearest city of its
group: among cheapest trees, those that reach a city soon come first."""
COLOURED_WEIGHT: Final[i64] = 1
"""A coloured rail is rated better by this, since it helps nobody else (TA-V.1)."""

_NOT_NEAR: Final[i64] = FAR // 10
"""The distance to the nearest city that is assumed of moves that lead to none."""


@final
class Ratings:
    """The legal moves of a seat and their ratings, in the order of the notation; smaller is better."""

    def __init__(self) -> None:
        self.moves = numbers_of(2 * N_LINES + 1, 0)
        self.rating = numbers_of(2 * N_LINES + 1, 0)
        self.missing = numbers_of(2 * N_LINES + 1, 0)
        """What the cities still cost after each move."""
        self.count: i64 = 0
        self._open = numbers_of(N_COLOURS, 0)

    def look(self, game: Core) -> None:
        """Rate all legal rails of the seat to act, and the end of its turn."""
        seat: i64 = game.turn
        cities: i64 = open_cities(game, seat, self._open)
        game.trees.measure(self._open, cities, game.lengths, seat * N_LINES)
        full: i64 = (1 << cities) - 1
        total: i64 = i64(game.trees.costs[full * N_CROSSINGS + game.markers[seat]])
        self.count = game.legal()
        for number in range(self.count):
            move: i64 = game.moves[number]
            self.moves[number] = move
            self._keep(number, total, cities, _NOT_NEAR)
            if move == END:
                continue
            if move >= COLOURED:
                self._rate(game, number, move - COLOURED, cities)
                self.rating[number] -= COLOURED_WEIGHT
            else:
                self._rate(game, number, move - RAIL, cities)

    def _keep(self, number: i64, missing: i64, cities: i64, near: i64) -> None:
        self.missing[number] = missing
        self.rating[number] = MISSING_WEIGHT * missing + CITY_WEIGHT * cities + NEAR_WEIGHT * near

    def _rate(self, game: Core, number: i64, line: i64, cities: i64) -> None:
        """Find the best way to divide the cities between the new end and the rest of the network."""
        costs, network = game.trees.costs, game.network
        base: i64 = game.turn * N_CROSSINGS
        end: i64 = i64(LINE_A[line])
        if network[base + end]:
            end = i64(LINE_B[line])
        if network[base + end]:
            return  # both ends were reached before
        home: i64 = game.markers[game.turn]
        full: i64 = (1 << cities) - 1
        group: i64 = full
        while group > 0:
            missing: i64 = i64(costs[group * N_CROSSINGS + end])
            if group != full:
                missing += i64(costs[(full - group) * N_CROSSINGS + home])
            if missing <= self.missing[number]:
                self._improve(game, number, group, end, missing, cities)
            group = (group - 1) & full

    def _improve(self, game: Core, number: i64, group: i64, end: i64, missing: i64, cities: i64) -> None:
        """Keep a division that costs no more than the best so far, with the better of both ratings."""
        costs = game.trees.costs
        near: i64 = _NOT_NEAR
        for city in range(cities):
            if group >> city & 1:
                near = min(near, i64(costs[(1 << city) * N_CROSSINGS + end]))
        left: i64 = cities - 1 if near == 0 else cities
        old: i64 = self.rating[number]
        self._keep(number, missing, left, near)
        if self.rating[number] > old:
            self.rating[number] = old
