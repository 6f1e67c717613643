"""What opponents may hold: a weight for every hand of cities, from where markers stand and what was built.

People lay the rails they need, and go to a near city first. So a turn speaks for a hand whose cheapest tree
shrank by all that the turn spent, for one whose nearest city the turn went to, and for one of whose cities it
reached; and a marker far from a hand's tree speaks against it. How much all this counts was fitted to games
of bots against each other, by how likely the real hands were (docs/training.md).

All hands are priced at once: trees for all pairs and triples of cities, then two parts that meet anywhere.
One of the two is the tree of the marker and a pair, which may end anywhere; so the other one, of a triple,
need not be carried on from where its own parts meet. A tree of three pairs (the marker counts) that meet in
one crossing is not looked for, so a few hands are priced one rail too high. Everything follows from the view;
only results of pure functions are cached.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from stellwerk.games.transamerica.law.connection import Numbers, distances_on, places_of
from stellwerk.games.transamerica.law.data import COLOURS, LINE_NUMBER, LINES, cities_in_play, line_set
from stellwerk.games.transamerica.law.state import Step

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.view import Pair, View

Weights = npt.NDArray[np.float64]
Groups = dict[tuple[int, ...], Numbers]
"""For sets of colours: an array by place, then by the city of each of these colours."""
Cities = tuple[tuple[int, ...], ...]
"""For each colour, the cities that an opponent may hold."""

GAINED: Final = 3.25
"""How much a rail by which a hand's tree shrank counts, minus those spent, in the logarithm of its weight."""
REACHED: Final = 2.16
"""The same for a city reached by a turn."""
DETOUR: Final = 0.76
"""How much less likely a turn is for each rail that it leaves the way to the nearest city of a hand."""
MOST_DETOUR: Final = 5
"""Longer detours count as this."""
MARKER_OFF: Final = 1.6
"""How much less likely a marker is for each rail by which it makes the tree of its hand longer."""
MARKER_ASIDE: Final = 0.63
"""The same for each rail that its distances to the cities exceed those of the most central city, in sum."""
_NOWHERE: Final = 30.0
"""The distance that is assumed to a city that was reached before."""
_RANGE = range(len(COLOURS))
_PAIRS: Final = tuple(combinations(_RANGE, 2))
_TRIPLES: Final = tuple(combinations(_RANGE, 3))


class _TreeCosts(NamedTuple):
    """Costs of trees for small sets of cities on one board: arrays by place, then by the city of each colour.

    Crossings that rails join are one place.
    """

    between: Numbers
    place_of: npt.NDArray[np.intp]
    single: list[Numbers]
    pairs: Groups
    triples: Groups
    """Of trees that end where two of their parts meet."""


@lru_cache(maxsize=16)
def _tree_costs(rails: int, closed: int, cities: Cities) -> _TreeCosts:
    distances = distances_on(rails, closed)
    places, place_of = places_of(distances)
    between = np.ascontiguousarray(distances[places[:, None], places])
    single = [between[:, place_of[list(row)]] for row in cities]
    pairs = _spread_all(between, {pair: _joined(single[pair[0]], single[pair[1]]) for pair in _PAIRS})
    triples: Groups = {}
    for a, b, c in _TRIPLES:
        whole = _joined(single[a], pairs[b, c])
        np.minimum(whole, _joined(pairs[a, b], single[c]), out=whole)
        np.minimum(whole, np.moveaxis(_joined(pairs[a, c], single[b]), 3, 2), out=whole)
        triples[a, b, c] = whole
    return _TreeCosts(between, place_of, single, pairs, triples)


def _joined(first: Numbers, second: Numbers) -> Numbers:
    """The sum at each place, for every pair of a set from the first array and a set from the second."""
    left = first.reshape(*first.shape, *(1,) * (second.ndim - 1))
    both: Numbers = left + second.reshape(len(second), *(1,) * (first.ndim - 1), *second.shape[1:])
    return both


def _spread_all(between: Numbers, groups: Groups) -> Groups:
    """Costs of trees that may end anywhere, from those of trees that end where two parts meet."""
    flat = np.concatenate([group.reshape(len(between), -1) for group in groups.values()], axis=1)
    least, longer = flat.copy(), np.empty_like(flat)
    for place, row in enumerate(flat):
        np.add(between[place][:, None], row, out=longer)
        np.minimum(least, longer, out=least)
    ends = np.cumsum([group[0].size for group in groups.values()])[:-1]
    parts = np.split(least, ends, axis=1)
    return {key: part.reshape(groups[key].shape) for key, part in zip(groups, parts, strict=True)}


@lru_cache(maxsize=512)
def hand_costs(rails: int, closed: int, cities: Cities, home: int) -> Numbers:
    """What it would cost to connect each hand with home: an array with an axis for each colour."""
    board = _tree_costs(rails, closed, cities)
    start = board.between[:, board.place_of[home]]
    one = _spread_all(board.between, {(i,): start[:, None] + board.single[i] for i in _RANGE})
    meeting: Groups = {}
    for a, b in _PAIRS:
        whole = _joined(start[:, None], board.pairs[a, b])[:, 0]
        np.minimum(whole, _joined(one[a,], board.single[b]), out=whole)
        np.minimum(whole, _joined(board.single[a], one[b,]), out=whole)
        meeting[a, b] = whole
    two = _spread_all(board.between, meeting)
    sides = [len(row) for row in cities]
    best: Numbers = np.full(sides, 255, dtype=board.between.dtype)
    for a, b in _PAIRS:
        rest = tuple(i for i in _RANGE if i not in (a, b))
        near, far = two[a, b], board.triples[rest]
        both = near.reshape(len(near), -1, 1) + far.reshape(len(far), 1, -1)
        cost = both.min(axis=0).reshape([sides[i] for i in (a, b, *rest)])
        np.minimum(best, cost.transpose(np.argsort((a, b, *rest))), out=best)
    best.setflags(write=False)  # it is cached
    return best


@lru_cache(maxsize=2)
def _alone(seats: int) -> Numbers:
    """What each hand costs on the empty board without a marker; `seats` is 2 for 2 and 3 seats, else 6."""
    cities = cities_in_play(seats)
    return np.stack([hand_costs(0, 0, cities, city)[number] for number, city in enumerate(cities[0])])


def _marker_weights(seats: int, cities: Cities, marker: int) -> Weights:
    """How well each hand explains a marker, as logarithms of weights."""
    every = cities_in_play(seats)
    inside = np.ix_(*([row.index(city) for city in kept] for row, kept in zip(every, cities, strict=True)))
    longer = hand_costs(0, 0, cities, marker).astype(float) - _alone(6 if seats > 3 else 2)[inside]
    distances = distances_on(0).astype(float)
    aside = sum(_on_axes(distances[marker, list(row)], i) for i, row in enumerate(cities))
    central = np.min([_distance_sums(distances, cities, i) for i in _RANGE], axis=0)
    weights: Weights = -MARKER_OFF * longer - MARKER_ASIDE * np.maximum(aside - central, 0)
    return weights


def _distance_sums(distances: Weights, cities: Cities, centre: int) -> Weights:
    """For each hand, the sum of distances from its city of one colour to its other cities."""
    total: Weights = np.zeros([len(row) for row in cities])
    for other in _RANGE:
        if other != centre:
            a, b = sorted((centre, other))
            total += _on_axes(distances[np.ix_(cities[a], cities[b])], a, b)
    return total


def _on_axes(values: npt.NDArray[Any], *axes: int) -> npt.NDArray[Any]:
    """An array by cities of some colours, reshaped to be combined with arrays by hands."""
    shape = [1] * len(COLOURS)
    for axis, size in zip(axes, values.shape, strict=True):
        shape[axis] = size
    return values.reshape(shape)


# Opponents


def unseen(view: View, seat: int) -> Cities:
    """The cities that the opponents of a seat may hold."""
    own = view.players[seat].cities or ()
    return tuple(tuple(city for city in row if city not in own) for row in cities_in_play(len(view.players)))


def hand_weights(view: View, seat: int, believe: bool = True) -> dict[int, Weights]:
    """For each opponent of a seat, a weight for each hand; they do not add up to 1.

    Without `believe` all possible hands weigh the same.
    """
    cities = unseen(view, seat)
    found = {}
    for other, player in enumerate(view.players):
        if other != seat:
            log_weights: Weights = np.zeros([len(row) for row in cities])
            if player.marker is not None:
                if believe:
                    log_weights = _marker_weights(len(view.players), cities, player.marker)
                    log_weights += _turn_weights(view, other, cities)
                log_weights[_impossible(view, other, cities)] = -np.inf
            found[other] = np.exp(log_weights - max(log_weights.max(), -1e9))
    return found


def _turn_weights(view: View, other: int, cities: Cities) -> Weights:
    """How well each hand explains an opponent's turns, as logarithms of weights."""
    marker = view.players[other].marker
    assert marker is not None
    total: Weights = np.zeros([len(row) for row in cities])
    for number, turn in enumerate(view.turns):
        if (view.round_starter + number) % len(view.players) == other:
            before, after = _rails_for(view, other, number), _rails_for(view, other, number + 1)
            total += _turn_weight(turn, before, after, cities, marker)
    return total


@lru_cache(maxsize=128)
def _turn_weight(
    turn: tuple[Pair, ...], before: tuple[int, int], after: tuple[int, int], cities: Cities, home: int
) -> Weights:
    """How well each hand explains one turn, given the rails and closed lines before and after it."""
    gained: Weights = hand_costs(*before, cities, home).astype(np.float64) - hand_costs(*after, cities, home)
    spent = sum(LINES[LINE_NUMBER[pair]].cost for pair in turn)
    weights: Weights = GAINED * (gained - spent)
    old, new = distances_on(*before).astype(float), distances_on(*after).astype(float)
    ends = {crossing for pair in turn for crossing in pair}
    added = [crossing for crossing in sorted(ends) if old[home, crossing]] or sorted(ends)
    nearest, ahead = np.full_like(weights, _NOWHERE), np.full_like(weights, _NOWHERE)
    for axis, row in enumerate(cities):
        columns = list(row)
        was_open = old[home, columns] > 0
        to_city = new[np.ix_(added, columns)].min(axis=0)
        nearest = np.minimum(nearest, _on_axes(np.where(was_open, old[home, columns], _NOWHERE), axis))
        ahead = np.minimum(ahead, _on_axes(np.where(was_open, to_city, _NOWHERE), axis))
        weights += REACHED * _on_axes(was_open & (new[home, columns] == 0), axis)
    weights -= DETOUR * np.clip(ahead + spent - nearest, 0, MOST_DETOUR)
    weights.setflags(write=False)  # it is cached
    return weights


def _impossible(view: View, other: int, cities: Cities) -> npt.NDArray[np.bool_]:
    """True for the hands that an opponent cannot hold.

    Some would have ended the round before this turn (TA-4.1, TA-4.2). Where connections are announced
    (TA-V.3), the first rail of this turn has told of every hand whether it is connected now.
    """
    finished = len(view.turns) - (view.step is Step.SECOND_RAIL)
    before = _connected(view, other, cities, finished)
    if finished == len(view.turns) or not view.options.announce:
        return before
    now = _connected(view, other, cities, len(view.turns))
    return before | ~now if other in view.announced else now


def _connected(view: View, other: int, cities: Cities, turns: int) -> npt.NDArray[np.bool_]:
    """True for the hands that an opponent's marker reached after a number of turns."""
    marker = view.players[other].marker
    assert marker is not None
    distances = distances_on(*_rails_for(view, other, turns))
    reached = [distances[marker, list(row)] == 0 for row in cities]
    every: npt.NDArray[np.bool_] = np.ones([len(row) for row in cities], dtype=bool)
    for axis, row in enumerate(reached):
        every = every & _on_axes(row, axis)
    return every


def _rails_for(view: View, seat: int, turns: int) -> tuple[int, int]:
    """The rails that a seat could use after a number of turns, and the lines closed to it (TA-V.1)."""
    rails = line_set(pair for turn in view.turns[:turns] for pair in turn)
    closed = 0
    for other, player in enumerate(view.players):
        if other != seat and player.coloured:
            closed |= line_set(player.coloured)
    return rails & ~closed, rails & closed
