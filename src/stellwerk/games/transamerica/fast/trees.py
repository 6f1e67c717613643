"""The cheapest way to connect cities (TA-5.1): minimum Steiner trees, by Dreyfus and Wagner as in the law.

A set of cities is an integer: bit i stands for the i-th city. `costs` has a row for each set, and in it for
each crossing the cost of the cheapest tree that connects this crossing with the cities of the set:

    row 0b00000   not a set: the distances from the marker, see `cheapest`
    row 0b00001   the distances from the first city
    row 0b00011   trees for the first two cities: where two rows meet, then spread along the lines
    …
    row 0b11111   trees for all five

Sets are measured in rising order, so the parts of a set are always known. Nothing here knows about players or
turns; `lengths` and `offset` are those of `paths`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64, u8

from stellwerk.games.transamerica.fast.board import N_CROSSINGS
from stellwerk.games.transamerica.fast.paths import FAR

if TYPE_CHECKING:
    from librt.vecs import vec

    from stellwerk.games.transamerica.fast.paths import Paths


@final
class Trees:
    """The costs of trees for up to five cities, in the rows of a `Paths`."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self.costs = paths.far

    def measure(self, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64) -> None:
        """Fill the rows of all sets of these cities."""
        self._measure_parts(cities, count, lengths, offset)
        if count > 1:
            self._paths.spread(((1 << count) - 1) * N_CROSSINGS, lengths, offset)

    def cheapest(self, home: i64, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64) -> i64:
        """The cost of connecting a crossing with these cities; never more than a path to each of them."""
        paths, costs = self._paths, self.costs
        paths.measure(0, home, lengths, offset)
        best: i64 = 0
        for number in range(count):
            best += i64(costs[cities[number]])
        if count < 2:
            return best
        paths.limit = min(best, FAR - 1)
        self._measure_parts(cities, count, lengths, offset)
        paths.limit = FAR - 1
        base: i64 = ((1 << count) - 1) * N_CROSSINGS
        for crossing in range(N_CROSSINGS):
            best = min(best, i64(costs[base + crossing]) + i64(costs[crossing]))
        return best

    def _measure_parts(self, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64) -> None:
        """Fill the rows of all sets; the row of the full set only where the trees of two parts meet."""
        paths = self._paths
        full: i64 = (1 << count) - 1
        for number in range(count):
            paths.measure((1 << number) * N_CROSSINGS, cities[number], lengths, offset)
        for group in range(3, full + 1):
            low: i64 = group & -group
            if group == low:
                continue
            base: i64 = group * N_CROSSINGS
            paths.clear(base)
            part: i64 = (group - 1) & group
            while part > 0:
                if part & low:
                    self._meet(base, part * N_CROSSINGS, (group - part) * N_CROSSINGS)
                part = (part - 1) & group
            if group < full:
                paths.spread(base, lengths, offset)

    def _meet(self, base: i64, first: i64, second: i64) -> None:
        """Lower the costs of a row to those of trees from two other rows that meet at a crossing."""
        costs = self.costs
        for crossing in range(N_CROSSINGS):
            both: i64 = i64(costs[first + crossing]) + i64(costs[second + crossing])
            if both < i64(costs[base + crossing]):
                costs[base + crossing] = u8(both)
