"""Shortest paths between crossings, by Dial's algorithm.

The caller brings `lengths`, one byte per line: 0 for a rail that may be used, CLOSED for a line that may not,
otherwise the cost of the line. They begin at `offset`, so that one vector can hold those of all seats.
Distances go into `far`, which has 32 rows of one byte per crossing; what a row stands for is the caller's
choice (see `trees`), and `base` is where it begins.

Distances are small integers, so a stack for each distance replaces the heap of Dijkstra's algorithm. An entry
of a stack is a number. Two crossings, 16 and 17, waiting at distance 1 look like this:

    distance   0   1   2   3           entry      0   1
    _stacks   -1   1  -1  -1  …        _waiting  16  17     its crossing
                   │                   _under    -1   0     the entry under it
                   └──────────────────────────────┘

A matrix of all distances, kept up to date rail by rail, was tried: without vector instructions it costs more
than these short searches. Nothing here knows about players or turns.
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

if TYPE_CHECKING:
    from librt.vecs import vec

CLOSED: Final[u8] = 200
"""The length of a line that cannot be used, and the distance of a crossing that cannot be reached."""
FAR: Final[i64] = 200
"""The same as an i64; every path is shorter."""
ROWS: Final[i64] = 32
_ENTRIES: Final[i64] = 4096


@final
class Paths:
    """Working memory for one search at a time."""

    def __init__(self) -> None:
        self.far = bytes_of(ROWS * N_CROSSINGS, CLOSED)
        self.came_by = numbers_of(N_CROSSINGS, -1)
        """For each crossing reached by the last search, the way that led there; -1 at its start."""
        self.goals = bytes_of(N_CROSSINGS, 0)
        """1 for the crossings at which a search stops; whoever sets them clears them."""
        self._stacks = shorts_of(2 * FAR, -1)
        self._under = shorts_of(_ENTRIES, -1)
        self._waiting = bytes_of(_ENTRIES, 0)
        self._entries: i64 = 0
        self._last: i64 = 0
        """The largest distance of a waiting crossing."""

    def clear(self, base: i64) -> None:
        """Set all distances of a row to those of crossings that cannot be reached."""
        far = self.far
        for at in range(base, base + N_CROSSINGS):
            far[at] = CLOSED

    def measure(self, base: i64, start: i64, lengths: vec[u8], offset: i64) -> None:
        """Fill a row with the distances from one crossing."""
        self._start(base, start)
        self._search(base, lengths, offset, FAR)

    def nearest_goal(self, start: i64, lengths: vec[u8], offset: i64, longest: i64) -> i64:
        """The goal nearest to a crossing, or -1; uses row 0, and `came_by` leads back from the goal.

        `longest` is the greatest length of the first line that is not a rail.
        """
        self._start(0, start)
        return self._search(0, lengths, offset, longest)

    def spread(self, base: i64, lengths: vec[u8], offset: i64) -> None:
        """Lower each distance in a row to the least that another one and the path from there add up to."""
        far, stacks, under, waiting = self.far, self._stacks, self._under, self._waiting
        entries: i64 = 0
        last: i64 = 0
        for crossing in range(N_CROSSINGS):
            distance: i64 = i64(far[base + crossing])
            if distance < FAR:
                waiting[entries] = u8(crossing)
                under[entries] = stacks[distance]
                stacks[distance] = i16(entries)
                entries += 1
                if distance > last:
                    last = distance
        self._entries = entries
        self._last = last
        self._search(base, lengths, offset, FAR)

    def _start(self, base: i64, start: i64) -> None:
        """Let only one crossing wait, at distance 0."""
        self.clear(base)
        self.far[base + start] = 0
        self.came_by[start] = -1
        self._waiting[0] = u8(start)
        self._under[0] = -1
        self._stacks[0] = 0
        self._entries = 1
        self._last = 0

    def _empty_stacks(self, first: i64, last: i64) -> None:
        """Let nothing wait any more at these distances."""
        for distance in range(first, last + 1):
            self._stacks[distance] = -1

    def _search(self, base: i64, lengths: vec[u8], offset: i64, longest: i64) -> i64:
        """Follow paths from the waiting crossings, nearest first, up to a goal; that goal, or -1."""
        far, came_by, goals = self.far, self.came_by, self.goals
        stacks, under, waiting, entries = self._stacks, self._under, self._waiting, self._entries
        ways, ends, lines = WAY_START, WAY_END, WAY_LINE
        last: i64 = self._last
        distance: i64 = 0
        while distance <= last:
            entry: i64 = i64(stacks[distance])
            if entry < 0:
                distance += 1
                longest = FAR
                continue
            stacks[distance] = under[entry]
            crossing: i64 = i64(waiting[entry])
            if i64(far[base + crossing]) != distance:
                continue  # a shorter path was found since
            if goals[crossing]:
                self._empty_stacks(distance, last)
                return crossing
            way: i64 = i64(ways[crossing])
            ways_end: i64 = i64(ways[crossing + 1])
            while way < ways_end:
                end: i64 = i64(ends[way])
                before: i64 = i64(far[base + end])
                if distance < before:
                    length: i64 = i64(lengths[offset + i64(lines[way])])
                    longer: i64 = distance + length
                    if longer < before and length <= longest:
                        far[base + end] = u8(longer)
                        came_by[end] = way
                        waiting[entries] = u8(end)
                        under[entries] = stacks[longer]
                        stacks[longer] = i16(entries)
                        entries += 1
                        if longer > last:
                            last = longer
                way += 1
        return -1
