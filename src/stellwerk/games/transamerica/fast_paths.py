"""Shortest ways and cheapest trees for the fast core, on lengths that the caller brings.

`lengths` holds one byte per line: 0 for a rail that may be used, CLOSED for a line that may not, otherwise
what it costs. Ways come from Dial's algorithm (a stack of crossings for every distance); trees from the
dynamic programme of Dreyfus and Wagner, as in `connection`, with a way back to the lines of one tree. Nothing
here knows of players or turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i16, i64, u8

from stellwerk.games.transamerica.fast_board import (
    LINE_A,
    LINE_B,
    N_CROSSINGS,
    WAY_END,
    WAY_LINE,
    WAY_START,
    bytes_of,
    numbers_of,
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
        self.by = shorts_of(_SETS * N_CROSSINGS, -1)
        """The way by which that is reached from elsewhere; -1: two trees meet here, or it is the start."""
        self._head = shorts_of(2 * FAR, -1)
        self._next = shorts_of(_ENTRIES, -1)
        self._node = bytes_of(_ENTRIES, 0)
        self._todo = numbers_of(64, 0)

    def begin(self, base: i64, start: i64) -> None:
        """Nothing is reached but the start."""
        far, by = self.far, self.by
        for at in range(base, base + N_CROSSINGS):
            far[at] = CLOSED
            by[at] = -1
        far[base + start] = 0

    def spread(self, base: i64, lengths: vec[u8], offset: i64) -> None:
        """Lower every crossing's number to the least that any other's number and the way from there give."""
        far, by, head, following, nodes = self.far, self.by, self._head, self._next, self._node
        ways, ends, lines = WAY_START, WAY_END, WAY_LINE
        used: i64 = 0
        top: i64 = 0
        value: i64
        for crossing in range(N_CROSSINGS):
            value = i64(far[base + crossing])
            if value < FAR:
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
                if longer < i64(far[base + end]):
                    far[base + end] = u8(longer)
                    by[base + end] = i16(way)
                    nodes[used] = u8(end)
                    following[used] = head[longer]
                    head[longer] = i16(used)
                    used += 1
                    if longer > top:
                        top = longer
                way += 1

    def from_one(self, base: i64, start: i64, lengths: vec[u8], offset: i64) -> None:
        """All distances from a crossing."""
        self.begin(base, start)
        self.spread(base, lengths, offset)

    def trees(self, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64) -> None:
        """The cost of joining every set of these cities with every crossing."""
        far, by = self.far, self.by
        full: i64 = (1 << count) - 1
        for number in range(count):
            self.from_one((1 << number) * N_CROSSINGS, cities[number], lengths, offset)
        for group in range(3, full + 1):
            low: i64 = group & -group
            if group == low:
                continue
            base: i64 = group * N_CROSSINGS
            for at in range(base, base + N_CROSSINGS):
                far[at] = CLOSED
                by[at] = -1
            part: i64 = (group - 1) & group
            while part > 0:
                if part & low:
                    self._meet(base, part * N_CROSSINGS, (group - part) * N_CROSSINGS)
                part = (part - 1) & group
            self.spread(base, lengths, offset)

    def _meet(self, base: i64, first: i64, second: i64) -> None:
        """Where two trees meet, if that is cheaper than what is known."""
        far = self.far
        for crossing in range(N_CROSSINGS):
            both: i64 = i64(far[first + crossing]) + i64(far[second + crossing])
            if both < i64(far[base + crossing]):
                far[base + crossing] = u8(both)

    def cost(self, home: i64, cities: vec[i64], count: i64, lengths: vec[u8], offset: i64) -> i64:
        """The cost of joining home and these cities (TA-5.1)."""
        if count == 0:
            return 0
        self.trees(cities, count, lengths, offset)
        return i64(self.far[((1 << count) - 1) * N_CROSSINGS + home])

    def mark_tree(self, home: i64, count: i64, lengths: vec[u8], offset: i64, marks: vec[u8]) -> None:
        """Set the mark of every missing line of one cheapest tree; `trees` has just been called."""
        far, by, todo = self.far, self.by, self._todo
        todo[0] = ((1 << count) - 1) * N_CROSSINGS + home
        left: i64 = 1
        while left > 0:
            left -= 1
            at: i64 = todo[left]
            group: i64 = at // N_CROSSINGS
            base: i64 = group * N_CROSSINGS
            crossing: i64 = at - base
            while by[at] >= 0:
                way: i64 = i64(by[at])
                line: i64 = i64(WAY_LINE[way])
                if lengths[offset + line] > 0:
                    marks[line] = 1
                crossing = i64(LINE_A[line]) + i64(LINE_B[line]) - crossing
                at = base + crossing
            part: i64 = (group - 1) & group
            while part > 0:
                first: i64 = part * N_CROSSINGS + crossing
                second: i64 = (group - part) * N_CROSSINGS + crossing
                if i64(far[first]) + i64(far[second]) == i64(far[at]):
                    todo[left] = first
                    todo[left + 1] = second
                    left += 2
                    break
                part = (part - 1) & group
