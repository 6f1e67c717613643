"""What it costs to connect cities with a network (TA-5.1): the exact cost of a Steiner tree, nothing else.

Dreyfus and Wagner's way, as in `trees`, but a set of cities is measured only around itself. `costs` has a row
for each set: what the cheapest tree costs that connects the set with a crossing. A tree that costs as much as
one from the set to the network is not followed, because the set could as well be connected on its own:

    network ═══╗        a search from a set stops as soon as it meets the network,
               ╟┄ a     and a set of two parts never costs more than both parts alone
    ═══════════╝┄┄ b

Near the end of a round a search then looks at a few crossings instead of the whole board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i16, i64, u8

from stellwerk.games.transamerica.fast.board import (
    N_CROSSINGS,
    WAY_END,
    WAY_LINE,
    WAY_START,
    bytes_of,
    numbers_of,
    shorts_of,
)
from stellwerk.games.transamerica.fast.paths import CLOSED, FAR, ROWS

if TYPE_CHECKING:
    from librt.vecs import vec

_ENTRIES: Final[i64] = 4096


@final
class Connector:
    """Working memory for one network at a time; between two calls everything is as at the start."""

    def __init__(self) -> None:
        self._costs = bytes_of(ROWS * N_CROSSINGS, CLOSED)
        self._whole = numbers_of(ROWS, 0)
        """What each set costs alone, connected with the network."""
        self._kept = bytes_of(ROWS * N_CROSSINGS, 0)
        """For each set the crossings where its tree costs less than that, one after the other."""
        self._counts = numbers_of(ROWS, 0)
        """The number of these."""
        self._touched = numbers_of(ROWS * N_CROSSINGS, 0)
        """The places in `_costs` that have to be cleared."""
        self._touches: i64 = 0
        self._stacks = shorts_of(2 * FAR, -1)
        self._under = shorts_of(_ENTRIES, -1)
        self._waiting = bytes_of(_ENTRIES, 0)
        """Crossings by their distance, as in `paths`."""
        self._entries: i64 = 0
        self._last: i64 = 0

    def cheapest(
        self, network: vec[u8], seat: i64, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64
    ) -> i64:
        """The cost of connecting a seat's network with these cities, none of which it reaches."""
        for group in range(1, 1 << count):
            self._whole[group] = FAR
            self._entries = 0
            self._last = 0
            if group & (group - 1):
                self._join(group)
            else:
                self._wait(group * N_CROSSINGS, cities[_place_of(group)], 0)
            self._spread(group, network, seat * N_CROSSINGS, lengths, offset)
        for touch in range(self._touches):
            self._costs[self._touched[touch]] = CLOSED
        self._touches = 0
        return self._whole[(1 << count) - 1]

    def _wait(self, base: i64, crossing: i64, cost: i64) -> None:
        """Lower the cost of a tree to a crossing, from where the search goes on later."""
        old: i64 = i64(self._costs[base + crossing])
        if cost >= old:
            return
        if old == FAR:
            self._touched[self._touches] = base + crossing
            self._touches += 1
        self._costs[base + crossing] = u8(cost)
        self._waiting[self._entries] = u8(crossing)
        self._under[self._entries] = self._stacks[cost]
        self._stacks[cost] = i16(self._entries)
        self._entries += 1
        if cost > self._last:
            self._last = cost

    def _join(self, group: i64) -> None:
        """Begin with the trees whose two parts meet at a crossing, or at the network."""
        costs, kept, counts, whole = self._costs, self._kept, self._counts, self._whole
        base: i64 = group * N_CROSSINGS
        low: i64 = group & -group
        part: i64 = (group - 1) & group
        while part > 0:
            if part & low:
                first: i64 = part
                second: i64 = group - part
                whole[group] = min(whole[group], whole[first] + whole[second])
                if counts[second] < counts[first]:
                    first, second = second, first
                first *= N_CROSSINGS
                second *= N_CROSSINGS
                most: i64 = whole[group]
                for place in range(first, first + counts[first // N_CROSSINGS]):
                    crossing: i64 = i64(kept[place])
                    both: i64 = i64(costs[first + crossing]) + i64(costs[second + crossing])
                    if both < most and both < i64(costs[base + crossing]):
                        self._wait(base, crossing, both)
            part = (part - 1) & group

    def _spread(self, group: i64, network: vec[u8], home: i64, lengths: vec[u8], offset: i64) -> None:
        """Follow the lines from the waiting crossings, nearest first, up to the network."""
        costs, stacks, under, waiting, kept = (
            self._costs,
            self._stacks,
            self._under,
            self._waiting,
            self._kept,
        )
        touched, touches, entries, last = self._touched, self._touches, self._entries, self._last
        ways, ends, lines = WAY_START, WAY_END, WAY_LINE
        base: i64 = group * N_CROSSINGS
        most: i64 = self._whole[group]
        count: i64 = base
        cost: i64 = 0
        while cost <= last and cost < most:
            entry: i64 = i64(stacks[cost])
            if entry < 0:
                cost += 1
                continue
            stacks[cost] = under[entry]
            crossing: i64 = i64(waiting[entry])
            if i64(costs[base + crossing]) != cost:
                continue  # a cheaper tree was found since
            if network[home + crossing]:
                self._whole[group] = cost
                break
            kept[count] = u8(crossing)
            count += 1
            way: i64 = i64(ways[crossing])
            ways_end: i64 = i64(ways[crossing + 1])
            while way < ways_end:
                end: i64 = i64(ends[way])
                before: i64 = i64(costs[base + end])
                if cost < before:
                    longer: i64 = cost + i64(lengths[offset + i64(lines[way])])
                    if longer < before and longer < most:  # as in `_wait`
                        if before == FAR:
                            touched[touches] = base + end
                            touches += 1
                        costs[base + end] = u8(longer)
                        waiting[entries] = u8(end)
                        under[entries] = stacks[longer]
                        stacks[longer] = i16(entries)
                        entries += 1
                        if longer > last:
                            last = longer
                way += 1
        self._touches = touches
        self._counts[group] = count - base
        self._empty_stacks(cost, last)

    def _empty_stacks(self, first: i64, last: i64) -> None:
        """Let nothing wait any more at these distances."""
        for cost in range(first, last + 1):
            self._stacks[cost] = -1


def _place_of(group: i64) -> i64:
    """The place of the only city of a set."""
    place: i64 = 0
    while group >> place > 1:
        place += 1
    return place
