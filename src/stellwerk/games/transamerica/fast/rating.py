"""Rails rated by what they do for the own cities: exactly, for all lines at the network at once.

A rail to a crossing outside the network lets some cities hang on that crossing and the others on the rest of
the network; the cheapest way to divide them gives what is still missing then. Nothing here looks at others.
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
from stellwerk.games.transamerica.fast.paths import FAR
from stellwerk.games.transamerica.fast.scoring import open_cities

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import FastGame

_MISSING: Final[i64] = 20
_CITY: Final[i64] = 6
_NEAR: Final[i64] = 2
"""What a missing rail, an open city, and a rail to the nearest city behind the new one weigh: nearest city
first among cheapest trees."""

_OWN: Final[i64] = 1
"""A coloured rail helps nobody else (TA-V.1)."""


@final
class Ratings:
    """What the own cities need after each legal move: smaller is better."""

    def __init__(self) -> None:
        self.moves = numbers_of(2 * N_LINES + 1, 0)
        self.rating = numbers_of(2 * N_LINES + 1, 0)
        self.missing = numbers_of(2 * N_LINES + 1, 0)
        """The cost that is left after each move."""
        self.count: i64 = 0
        self._open = numbers_of(N_COLOURS, 0)

    def look(self, game: FastGame) -> None:
        """Rate all legal rails, and the end of the turn, of the seat whose turn it is."""
        seat: i64 = game.turn
        cities: i64 = open_cities(game, seat, self._open)
        game.paths.trees(self._open, cities, game.lengths, seat * N_LINES)
        self.count = game.legal()
        for number in range(self.count):
            move: i64 = game.moves[number]
            self.moves[number] = move
            if move == END:
                self._keep(number, self._total(game, cities), cities, FAR // 10)
            elif move >= COLOURED:
                self._rate(game, number, move - COLOURED, cities)
                self.rating[number] -= _OWN
            else:
                self._rate(game, number, move - RAIL, cities)

    def _total(self, game: FastGame, cities: i64) -> i64:
        full: i64 = (1 << cities) - 1
        return i64(game.paths.far[full * N_CROSSINGS + game.markers[game.turn]])

    def _keep(self, number: i64, missing: i64, cities: i64, near: i64) -> None:
        self.missing[number] = missing
        self.rating[number] = _MISSING * missing + _CITY * cities + _NEAR * near

    def _rate(self, game: FastGame, number: i64, line: i64, cities: i64) -> None:
        """The best way to divide the cities between the new end and the rest of the network."""
        far = game.paths.far
        home: i64 = game.markers[game.turn]
        full: i64 = (1 << cities) - 1
        total: i64 = i64(far[full * N_CROSSINGS + home])
        end: i64 = i64(LINE_A[line])
        if game.network[game.turn * N_CROSSINGS + end]:
            end = i64(LINE_B[line])
        self._keep(number, total, cities, FAR // 10)
        if game.network[game.turn * N_CROSSINGS + end]:
            return
        group: i64 = full
        while group > 0:
            missing: i64 = i64(far[group * N_CROSSINGS + end])
            if group != full:
                missing += i64(far[(full - group) * N_CROSSINGS + home])
            if missing <= self.missing[number]:
                self._improve(game, number, group, end, missing, cities)
            group = (group - 1) & full

    def _improve(self, game: FastGame, number: i64, group: i64, end: i64, missing: i64, cities: i64) -> None:
        """Keep this division if it is better."""
        far = game.paths.far
        near: i64 = FAR // 10
        for city in range(cities):
            if group >> city & 1:
                near = min(near, i64(far[(1 << city) * N_CROSSINGS + end]))
        left: i64 = cities - 1 if near == 0 else cities
        old: i64 = self.rating[number]
        self._keep(number, missing, left, near)
        if self.rating[number] > old:
            self.rating[number] = old
