"""What it costs to connect cities with a network (TA-5.1): the exact cost of a Steiner tree, nothing else.

Dreyfus and Wagner's way, as in `trees`, but a set of cities is measured only around itself. `_costs` has a
row for each set: what the cheapest tree costs that connects the set with a crossing. The search from a set
ends where it meets the network or a city outside the set:

    network ═══╗         a tree of the set that costs more than the one to city b is not followed,
               ╟┄ a ┄┄   nor one that costs as much as the one to the network:
    ═══════════╝┄┄┄┄┄ b  the set could as well be connected there

A cheapest connection of all cities has no tree of the first kind: it could be made cheaper. Of several
cheapest ones, that with the most branches at the network has none of the second kind. Its branches are found
one by one: a set of two parts never costs more than both parts alone.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from stellwerk.games.transamerica.fast.board import (
    N_CROSSINGS,
    WAY_END,
    WAY_LINE,
    WAY_START,
    bytes_of,
    numbers_of,
)
from stellwerk.games.transamerica.fast.paths import FAR, ROWS

_WAYS: Final[vec[i32]] = vec[i32](
    [int(line) << 8 | int(end) for line, end in zip(WAY_LINE, WAY_END, strict=True)]
)
"""The line of each way and the crossing at its other end, as line × 256 + crossing."""
_HIGHEST: Final[i64] = (1 << 31) - 1


@final
class Connector:
    """Working memory for one network at a time.

    Costs are not cleared after a call. Instead each call adds a lower number, `zero`, to all of its own: what
    earlier calls have left behind is then too dear to matter.
    """

    def __init__(self) -> None:
        self._costs: vec[i32] = vec[i32]([i32(_HIGHEST) for _ in range(ROWS * N_CROSSINGS)])
        self.zero: i64 = _HIGHEST - FAR
        self._whole = numbers_of(ROWS, 0)
        """What each set costs alone, connected with the network; FAR if another city was met first."""
        self._kept = bytes_of(ROWS * N_CROSSINGS, 0)
        """For each set the crossings to which its trees are followed, one after the other."""
        self._counts = numbers_of(ROWS, 0)
        """The number of these."""
        self._cities = bytes_of(N_CROSSINGS, 0)
        """Which city lies at a crossing, as a set of one; 0 for none."""
        self._starts = bytes_of(N_CROSSINGS, 0)
        """Where the search from a set begins: at a city, or where trees of two parts of the set meet."""
        self._start_count: i64 = 0
        self._waiting = bytes_of(FAR * N_CROSSINGS, 0)
        """A row for each cost: the crossings from which the search goes on."""
        self._ends = vec[i64]([cost * N_CROSSINGS for cost in range(FAR)])
        """Where the used part of each of these rows ends."""

    def cheapest(
        self, network: vec[u8], seat: i64, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64
    ) -> i64:
        """The cost of connecting a seat's network with these cities, none of which it reaches."""
        self._forget()
        for place in range(count):
            self._cities[cities[place]] = u8(1 << place)
        every: i64 = (1 << count) - 1
        for group in range(1, every + 1):
            self._whole[group] = FAR
            self._start_count = 0
            if group & (group - 1):
                self._join(group)
            else:
                self._start(group * N_CROSSINGS, cities[_place_of(group)], self.zero)
            self._spread(group, every - group, network, seat * N_CROSSINGS, lengths, offset)
        for place in range(count):
            self._cities[cities[place]] = 0
        return self._whole[every]

    def _forget(self) -> None:
        """Make all costs of earlier calls too dear."""
        self.zero -= FAR
        if self.zero < 0:
            for place in range(ROWS * N_CROSSINGS):
                self._costs[place] = i32(_HIGHEST)
            self.zero = _HIGHEST - FAR

    def _start(self, base: i64, crossing: i64, cost: i64) -> None:
        """Let the search of a row begin at a crossing too, unless it does so at a lower cost."""
        before: i64 = i64(self._costs[base + crossing])
        if cost < before:
            self._costs[base + crossing] = i32(cost)
            if before >= self.zero + FAR:
                self._starts[self._start_count] = u8(crossing)
                self._start_count += 1

    def _join(self, group: i64) -> None:
        """Begin with the trees whose two parts meet at a crossing, or at the network."""
        whole, counts = self._whole, self._counts
        low: i64 = group & -group
        part: i64 = (group - 1) & group
        while part > 0:
            if part & low:
                other: i64 = group - part
                whole[group] = min(whole[group], whole[part] + whole[other])
                if counts[part] < counts[other]:
                    self._meet(group, part, other)
                else:
                    self._meet(group, other, part)
            part = (part - 1) & group

    def _meet(self, group: i64, first: i64, second: i64) -> None:
        """Begin where trees of two parts meet; the first part has fewer trees."""
        costs, kept, zero = self._costs, self._kept, self.zero
        most: i64 = zero + self._whole[group]
        row: i64 = first * N_CROSSINGS
        for place in range(row, row + self._counts[first]):
            crossing: i64 = i64(kept[place])
            both: i64 = i64(costs[row + crossing]) + i64(costs[second * N_CROSSINGS + crossing]) - zero
            if both < most:
                self._start(group * N_CROSSINGS, crossing, both)

    def _wait(self, base: i64) -> i64:
        """Let the crossings wait at which a search begins; returns the highest of their costs, or -1."""
        last: i64 = -1
        for start in range(self._start_count):
            crossing: i64 = i64(self._starts[start])
            cost: i64 = i64(self._costs[base + crossing]) - self.zero
            self._waiting[self._ends[cost]] = u8(crossing)
            self._ends[cost] += 1
            last = max(last, cost)
        return last

    def _spread(
        self, group: i64, others: i64, network: vec[u8], home: i64, lengths: vec[u8], offset: i64
    ) -> None:
        """Follow the lines from where the search begins, cheapest first, up to the network or another city.

        `others` are the cities outside the set.
        """
        costs, waiting, ends, kept = self._costs, self._waiting, self._ends, self._kept
        first_ways, ways, cities, zero = WAY_START, _WAYS, self._cities, self.zero
        base: i64 = group * N_CROSSINGS
        last: i64 = self._wait(base)
        most: i64 = self._whole[group] - 1
        count: i64 = base
        cost: i64 = 0
        while cost <= last and cost <= most:
            place: i64 = ends[cost] - 1
            if place < cost * N_CROSSINGS:
                cost += 1
                continue
            ends[cost] = place
            crossing: i64 = i64(waiting[place])
            so_far: i64 = zero + cost
            if i64(costs[base + crossing]) != so_far:
                continue  # a cheaper tree was found since
            if network[home + crossing]:
                self._whole[group] = cost
                break
            if i64(cities[crossing]) & others:
                most = cost
            kept[count] = u8(crossing)
            count += 1
            for number in range(i64(first_ways[crossing]), i64(first_ways[crossing + 1])):
                way: i64 = i64(ways[number])
                before: i64 = i64(costs[base + (way & 255)])
                if so_far < before:
                    longer: i64 = so_far + i64(lengths[offset + (way >> 8)])
                    if longer < before and longer <= zero + most:
                        costs[base + (way & 255)] = i32(longer)
                        longer -= zero
                        place = ends[longer]
                        waiting[place] = u8(way & 255)
                        ends[longer] = place + 1
                        if longer > last:
                            last = longer
        self._counts[group] = count - base
        self._empty_rows(cost, last)

    def _empty_rows(self, first: i64, last: i64) -> None:
        """Let nothing wait any more at these costs."""
        for cost in range(first, last + 1):
            self._ends[cost] = cost * N_CROSSINGS


def _place_of(group: i64) -> i64:
    """The place of the only city of a set."""
    place: i64 = 0
    while group >> place > 1:
        place += 1
    return place
