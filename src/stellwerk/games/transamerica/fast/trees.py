"""The cheapest way to connect cities (TA-5.1): minimum Steiner trees, by Dreyfus and Wagner as in the law.

A set of cities is an integer: bit i stands for the i-th city. `costs` has a row for each set, and in it for
each crossing the cost of the cheapest tree that connects this crossing with the cities of the set:

    row 0b00001   the distances from the first city
    row 0b00011   trees for the first two cities: where two rows meet, then spread along the lines
    …
    row 0b11111   trees for all five

Sets are measured in rising order, so the parts of a set are always known; row 0 is not used. Where only the
cost from one network matters, `connector` is quicker. Nothing here knows about players or turns; `lengths`
and `offset` are those of `paths`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64, u8

from stellwerk.games.transamerica.fast.board import N_CROSSINGS

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
        self._measure_cities(cities, count, lengths, offset)
        for group in range(3, 1 << count):
            if group & (group - 1):
                self._join_parts(group)
                self._paths.spread(group * N_CROSSINGS, lengths, offset)

    def _measure_cities(self, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64) -> None:
        """Fill the rows of single cities."""
        for number in range(count):
            self._paths.measure((1 << number) * N_CROSSINGS, cities[number], lengths, offset)

    def _join_parts(self, group: i64) -> None:
        """Fill the row of a set with the costs of trees whose parts meet there."""
        base: i64 = group * N_CROSSINGS
        low: i64 = group & -group
        self._paths.clear(base)
        part: i64 = (group - 1) & group
        while part > 0:
            if part & low:
                self._meet(base, part * N_CROSSINGS, (group - part) * N_CROSSINGS)
            part = (part - 1) & group

    def _meet(self, base: i64, first: i64, second: i64) -> None:
        """Lower the costs of a row to those of trees from two other rows that meet at a crossing."""
        costs = self.costs
        for crossing in range(N_CROSSINGS):
            both: i64 = i64(costs[first + crossing]) + i64(costs[second + crossing])
            if both < i64(costs[base + crossing]):
                costs[base + crossing] = u8(both)
