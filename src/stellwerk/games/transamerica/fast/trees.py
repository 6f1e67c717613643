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

from stellwerk.games.transamerica.fast.board import N_COLOURS, N_CROSSINGS, bytes_of, numbers_of
from stellwerk.games.transamerica.fast.paths import CLOSED, FAR, ROWS

if TYPE_CHECKING:
    from librt.vecs import vec

    from stellwerk.games.transamerica.fast.paths import Paths


@final
class Trees:
    """The costs of trees for up to five cities, in the rows of a `Paths`."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self.costs = paths.far
        self._near = numbers_of(N_COLOURS, 0)
        self._kept = bytes_of(ROWS * N_CROSSINGS, 0)
        """For each row of `costs` the crossings that matter to `cheapest`, one after the other."""
        self._counts = numbers_of(ROWS, 0)
        """The number of these."""

    def measure(self, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64) -> None:
        """Fill the rows of all sets of these cities."""
        self._measure_cities(cities, count, lengths, offset)
        for group in range(3, 1 << count):
            if group & (group - 1):
                self._join_parts(group)
                self._paths.spread(group * N_CROSSINGS, lengths, offset)

    def cheapest(self, home: i64, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64) -> i64:
        """The cost of connecting a crossing with these cities.

        A tree of paths between them costs enough for all. So the tree of a set matters only where it leaves
        enough for the others, which are connected with `home` and so cost at least their span.
        """
        paths, costs = self._paths, self.costs
        paths.measure(0, home, lengths, offset)
        if count < 2:
            return i64(costs[cities[0]]) if count else 0
        self._measure_cities(cities, count, lengths, offset)
        enough: i64 = min(self._enough(cities, count), FAR - 1)
        full: i64 = (1 << count) - 1
        for group in range(1, full):
            paths.limit = max(enough - self._span(cities, count, full - group), 0)
            if group & (group - 1):
                self._join_kept_parts(group)
                paths.spread(group * N_CROSSINGS, lengths, offset)
            self._keep(group)
        paths.limit = enough
        self._join_kept_parts(full)
        paths.limit = FAR - 1
        best: i64 = enough
        base: i64 = full * N_CROSSINGS
        for crossing in range(N_CROSSINGS):
            best = min(best, i64(costs[base + crossing]) + i64(costs[crossing]))
        return best

    def _measure_cities(self, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64) -> None:
        """Fill the rows of single cities."""
        for number in range(count):
            self._paths.measure((1 << number) * N_CROSSINGS, cities[number], lengths, offset)

    def _enough(self, cities: vec[i64], count: i64) -> i64:
        """The cost of connecting home and the cities by paths between them, by Prim's algorithm."""
        near, costs = self._near, self.costs
        for number in range(count):
            near[number] = i64(costs[cities[number]])
        total: i64 = 0
        for _ in range(count):
            next_city: i64 = -1
            for number in range(count):
                if near[number] >= 0 and (next_city < 0 or near[number] < near[next_city]):
                    next_city = number
            total += near[next_city]
            near[next_city] = -1
            base: i64 = (1 << next_city) * N_CROSSINGS
            for number in range(count):
                near[number] = min(near[number], i64(costs[base + cities[number]]))
        return total

    def _span(self, cities: vec[i64], count: i64, group: i64) -> i64:
        """The longest path between two of these: home, and the cities of a set."""
        costs = self.costs
        longest: i64 = 0
        for number in range(count):
            if group >> number & 1:
                longest = max(longest, i64(costs[cities[number]]))
                base: i64 = (1 << number) * N_CROSSINGS
                for other in range(number):
                    if group >> other & 1:
                        longest = max(longest, i64(costs[base + cities[other]]))
        return longest

    def _keep(self, group: i64) -> None:
        """Keep the crossings of a row that lie within the limit. In the row of a tree the others are far from
        now on; that of a single city stays as it is."""
        costs, kept = self.costs, self._kept
        base: i64 = group * N_CROSSINGS
        limit: i64 = self._paths.limit
        is_tree = group & (group - 1) != 0
        count: i64 = 0
        for crossing in range(N_CROSSINGS):
            if i64(costs[base + crossing]) <= limit:
                kept[base + count] = u8(crossing)
                count += 1
            elif is_tree:
                costs[base + crossing] = CLOSED
        self._counts[group] = count

    def _join_kept_parts(self, group: i64) -> None:
        """The same as `_join_parts`, where crossings that are not kept may be left out."""
        costs, kept, counts = self.costs, self._kept, self._counts
        base: i64 = group * N_CROSSINGS
        low: i64 = group & -group
        self._paths.clear(base)
        part: i64 = (group - 1) & group
        while part > 0:
            if part & low:
                first: i64 = part
                second: i64 = group - part
                if counts[second] < counts[first]:
                    first, second = second, first
                first_base: i64 = first * N_CROSSINGS
                second_base: i64 = second * N_CROSSINGS
                for place in range(first_base, first_base + counts[first]):
                    crossing: i64 = i64(kept[place])
                    both: i64 = i64(costs[first_base + crossing]) + i64(costs[second_base + crossing])
                    if both < i64(costs[base + crossing]):
                        costs[base + crossing] = u8(both)
            part = (part - 1) & group

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
