"""The cheapest way to connect a marker and its cities (TA-5.1): an exact minimum Steiner tree.

Rails on the board are free, single lines cost 1, double lines 2; lines with other players' coloured rails are
closed. The method is the dynamic programme of Dreyfus and Wagner over sets of cities, on a matrix of all
distances: in the cheapest tree for a set of cities and one crossing, either two smaller trees meet at that
crossing, or a shortest path leads from it to where they do. numpy computes all crossings, and all sets of one
size, at once.

Where several trees are cheapest, the choice is fixed: trees branch at the crossing with the lowest number,
and paths leave by the line with the lowest number. Nothing here knows about players or turns.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from stellwerk.core.remember import remembered
from stellwerk.games.transamerica.law.data import COLOURS, CROSSINGS, LINES, LINES_AT, PAIRS, members
from stellwerk.games.transamerica.law.network import pieces_of

if TYPE_CHECKING:
    from collections.abc import Sequence

Numbers = npt.NDArray[np.unsignedinteger]
Indices = npt.NDArray[np.intp]

_FAR: Final = 1_000
_TERMINALS: Final = len(COLOURS) + 1
_BYTES: Final = len(LINES) // 8 + 1
_EVERY_CROSSING = np.arange(CROSSINGS)
_A, _B = np.array(PAIRS, dtype=np.intp).T
_COST = np.array([line.cost for line in LINES], dtype=np.uint16)
_WAYS: Final[tuple[tuple[tuple[int, int, int], ...], ...]] = tuple(
    tuple(
        (number, sum(PAIRS[number]) - crossing, LINES[number].cost) for number in members(LINES_AT[crossing])
    )
    for crossing in range(CROSSINGS)
)
"""For each crossing, its lines as (number of the line, crossing at its other end, cost)."""


class Connection(NamedTuple):
    """What is still missing: the cost, and the set of lines of one cheapest completion."""

    cost: int
    missing: int


# Distances


@lru_cache(maxsize=256)
def _empty_board(closed: int) -> Numbers:
    """All distances without rails and without the closed lines, by the algorithm of Floyd and Warshall."""
    distances = np.full((CROSSINGS, CROSSINGS), _FAR, dtype=np.uint16)
    np.fill_diagonal(distances, 0)
    is_open = _not_in(closed)
    a, b = _A[is_open], _B[is_open]
    distances[a, b] = distances[b, a] = _COST[is_open]
    for via in range(CROSSINGS):
        np.minimum(distances, distances[:, via, None] + distances[via], out=distances)
    # The narrowest type that holds the cost of a whole tree is the fastest.
    narrow = distances.astype(np.min_scalar_type(_TERMINALS * int(distances.max())))
    narrow.setflags(write=False)  # it is cached
    return narrow


@lru_cache(maxsize=64)
def distances_on(rails: int, closed: int = 0) -> Numbers:
    """The cost of joining any two crossings; rails are free, closed lines cannot be used."""
    distances = _empty_board(closed)
    for piece in pieces_of(rails):
        distances = joined(distances, piece)
    distances.setflags(write=False)  # it is cached
    return distances


def joined(distances: Numbers, crossings: Sequence[int]) -> Numbers:
    """The distances once these crossings are joined for free, as by a new rail."""
    nearest = distances[list(crossings)].min(axis=0)
    shorter: Numbers = np.minimum(distances, nearest[:, None] + nearest)
    return shorter


def _not_in(lines: int) -> npt.NDArray[np.bool_]:
    """For each line, True if it is not in a set."""
    digits = np.frombuffer(lines.to_bytes(_BYTES, "little"), dtype=np.uint8)
    outside: npt.NDArray[np.bool_] = np.unpackbits(digits, count=len(LINES), bitorder="little") == 0
    return outside


# Costs of trees


class _Size(NamedTuple):
    """All sets of cities of one size, and every way to split them in two."""

    sets: Indices
    first: Indices
    second: Indices


def _sizes(cities: int) -> tuple[_Size, ...]:
    """The sets of two or more cities, by size; the first part of a split holds the lowest city."""
    sizes = []
    for size in range(2, cities + 1):
        sets = [mask for mask in range(1 << cities) if mask.bit_count() == size]
        first = [
            [part for part in range(1, mask) if part & mask == part and part & mask & -mask] for mask in sets
        ]
        firsts = np.array(first, dtype=np.intp).T
        sizes.append(_Size(np.array(sets, dtype=np.intp), firsts, np.array(sets, dtype=np.intp) - firsts))
    return tuple(sizes)


_SIZES: Final = tuple(_sizes(cities) for cities in range(_TERMINALS))


def tree_costs(distances: Numbers, cities: Sequence[int]) -> Numbers:
    """For each set of these cities (bit i: the i-th) and each crossing, the cost of connecting them."""
    place_of, between = _between_places(distances)
    costs = np.zeros((1 << len(cities), len(between)), dtype=distances.dtype)
    for number, city in enumerate(cities):
        costs[1 << number] = between[place_of[city]]
    for size in _SIZES[len(cities)]:
        meeting = (costs[size.first] + costs[size.second]).min(axis=0)
        costs[size.sets] = (meeting[:, :, None] + between).min(axis=1)
    return costs[:, place_of]


@remembered(8)  # all players look at the same board
def _between_places(distances: Numbers) -> tuple[Indices, Numbers]:
    """The place of each crossing, and the distances between places."""
    places, place_of = places_of(distances)
    return place_of, distances[places[:, None], places]


def places_of(distances: Numbers) -> tuple[Indices, Indices]:
    """The places of a board, where crossings joined by rails count as one, and the place of each crossing.

    A place is given by its lowest crossing.
    """
    lowest = (distances == 0).argmax(axis=1)
    places = np.flatnonzero(lowest == _EVERY_CROSSING)
    return places, places.searchsorted(lowest)


def costs_after_joining(costs: Numbers, home: int) -> Numbers:
    """For each crossing, the cost of connecting home and all cities if it were joined to home for free.

    The tree then falls into two: some cities are connected from that crossing, the others from home.
    """
    split: Numbers = (costs + costs[::-1, home, None]).min(axis=0)
    return split


# The tree itself


def cheapest(home: int, cities: Sequence[int], rails: int, closed: int = 0) -> Connection:
    """The cheapest completion of a network."""
    distances = distances_on(rails, closed)
    missing = [city for city in cities if distances[home, city]]
    return completion(distances, tree_costs(distances, missing), home, missing, rails | closed)


def completion(
    distances: Numbers, costs: Numbers, home: int, cities: Sequence[int], unavailable: int
) -> Connection:
    """The same from known distances and costs; `unavailable` lines carry a rail already."""
    cost = int(costs[-1, home])
    if not cost:
        return Connection(0, 0)
    builder = _Builder(distances, costs, cities, unavailable)
    builder.connect(len(costs) - 1, home)
    return Connection(cost, builder.lines)


class _Builder:
    """Collects the lines of one cheapest tree by walking back through the costs."""

    def __init__(self, distances: Numbers, costs: Numbers, cities: Sequence[int], unavailable: int) -> None:
        self.distances = distances
        self.costs = costs
        self.cities = cities
        self.unavailable = unavailable
        self.lines = 0

    def connect(self, group: int, crossing: int) -> None:
        """Add the lines that connect a crossing with a set of cities."""
        if group.bit_count() == 1:
            self._path(crossing, self.cities[group.bit_length() - 1])
            return
        size = _SIZES[len(self.cities)][group.bit_count() - 2]
        column = int(size.sets.searchsorted(group))
        first, second = size.first[:, column], size.second[:, column]
        meeting = self.costs[first] + self.costs[second]
        branch = int((meeting.min(axis=0) + self.distances[crossing]).argmin())
        split = int(meeting[:, branch].argmin())
        self._path(crossing, branch)
        self.connect(int(first[split]), branch)
        self.connect(int(second[split]), branch)

    def _path(self, start: int, end: int) -> None:
        """Add a shortest path: always the lowest free line that leads on from where rails lead."""
        to_end: list[int] = self.distances[end].tolist()
        while left := to_end[start]:
            number, start = min(
                (number, other)
                for crossing in self._joined_to(start)
                for number, other, cost in _WAYS[crossing]
                if to_end[other] + cost == left and not self.unavailable >> number & 1
            )
            self.lines |= 1 << number

    def _joined_to(self, crossing: int) -> list[int]:
        """The crossings that rails join to this one, itself included; most often only itself."""
        if not LINES_AT[crossing] & self.unavailable:
            return [crossing]
        joined_crossings: list[int] = np.flatnonzero(self.distances[crossing] == 0).tolist()
        return joined_crossings
