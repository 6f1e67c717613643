"""Shortest ways and cheapest trees for the fast core, on lengths that the caller brings.

`lengths` holds one byte per line: 0 for a rail that may be used, CLOSED for a line that may not, otherwise
what it costs. Ways come from Dial's algorithm (a stack of crossings for every distance); trees from the
dynamic programme of Dreyfus and Wagner, as in `connection`. Nothing here knows of players or turns.

A matrix of all distances, kept up to date rail by rail, was considered and left out: without vector
instructions it costs more to keep than these short searches cost to make.
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
    shorts_of,
)

if TYPE_CHECKING:
    from librt.vecs import vec

CLOSED: Final[u8] = 200
"""The length of a line that cannot be used; no way is that long."""
FAR: Final[i64] = 200
_SETS: Final[i64] = 32
_ENTRIES: Final[i64] = 4096


@final
class Paths:
    """Scratch space for one search after the other."""

    def __init__(self) -> None:
        self.far = bytes_of(_SETS * N_CROSSINGS, CLOSED)
        """For every set of cities (bit i: the i-th) and every crossing the cost of joining them."""
        self._limit: i64 = FAR - 1
        """What costs more is not looked for."""
        self._head = shorts_of(2 * FAR, -1)
        self._next = shorts_of(_ENTRIES, -1)
        self._node = bytes_of(_ENTRIES, 0)

    def _forget(self, base: i64) -> None:
        """Nothing is reached."""
        far = self.far
        for at in range(base, base + N_CROSSINGS):
            far[at] = CLOSED

    def _spread(self, base: i64, lengths: vec[u8], offset: i64) -> None:
        """Lower every crossing's number to the least that any other's number and the way from there give."""
        far, head, following, nodes = self.far, self._head, self._next, self._node
        ways, ends, lines = WAY_START, WAY_END, WAY_LINE
        limit: i64 = self._limit
        used: i64 = 0
        top: i64 = 0
        value: i64
        for crossing in range(N_CROSSINGS):
            value = i64(far[base + crossing])
            if value <= limit:
                nodes[used] = u8(crossing)
                following[used] = head[value]
                head[value] = i16(used)
                used += 1
                if value > top:
                    top = value
        value = 0
        while value <= top:
            entry: i64 = i64(head[value])
            if entry < 0:
                value += 1
                continue
            head[value] = following[entry]
            node: i64 = i64(nodes[entry])
            if i64(far[base + node]) != value:
                continue
            way: i64 = i64(ways[node])
            last: i64 = i64(ways[node + 1])
            while way < last:
                end: i64 = i64(ends[way])
                longer: i64 = value + i64(lengths[offset + i64(lines[way])])
                if longer <= limit and longer < i64(far[base + end]):
                    far[base + end] = u8(longer)
                    nodes[used] = u8(end)
                    following[used] = head[longer]
                    head[longer] = i16(used)
                    used += 1
                    if longer > top:
                        top = longer
                way += 1

    def _from_one(self, base: i64, start: i64, lengths: vec[u8], offset: i64) -> None:
        """All distances from a crossing."""
        self._forget(base)
        self.far[base + start] = 0
        self._spread(base, lengths, offset)

    def trees(self, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64) -> None:
        """The cost of joining every set of these cities with every crossing."""
        full: i64 = (1 << count) - 1
        self._small_trees(cities, count, lengths, offset)
        if count > 1:
            self._spread(full * N_CROSSINGS, lengths, offset)

    def _small_trees(self, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64) -> None:
        """The same; for the set of all only where trees meet."""
        full: i64 = (1 << count) - 1
        for number in range(count):
            self._from_one((1 << number) * N_CROSSINGS, cities[number], lengths, offset)
        for group in range(3, full + 1):
            low: i64 = group & -group
            if group == low:
                continue
            base: i64 = group * N_CROSSINGS
            self._forget(base)
            part: i64 = (group - 1) & group
            while part > 0:
                if part & low:
                    self._meet(base, part * N_CROSSINGS, (group - part) * N_CROSSINGS)
                part = (part - 1) & group
            if group < full:
                self._spread(base, lengths, offset)

    def _meet(self, base: i64, first: i64, second: i64) -> None:
        """Where two trees meet, if that is cheaper than what is known."""
        far = self.far
        for crossing in range(N_CROSSINGS):
            both: i64 = i64(far[first + crossing]) + i64(far[second + crossing])
            if both < i64(far[base + crossing]):
                far[base + crossing] = u8(both)

    def cost(self, home: i64, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64) -> i64:
        """The cost of joining home and these cities (TA-5.1): at most that of a way to each of them."""
        far = self.far
        self._from_one(0, home, lengths, offset)
        best: i64 = 0
        for number in range(count):
            best += i64(far[cities[number]])
        if count < 2:
            return best
        self._limit = min(best, FAR - 1)
        self._small_trees(cities, count, lengths, offset)
        self._limit = FAR - 1
        base: i64 = ((1 << count) - 1) * N_CROSSINGS
        for crossing in range(N_CROSSINGS):
            best = min(best, i64(far[base + crossing]) + i64(far[crossing]))
        return best
