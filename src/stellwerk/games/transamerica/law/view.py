"""What one observer may know about a game: players and bots are given views, never states.

Besides what lies on the table, a player's view has a `Plan`: what it still costs to connect the player's
cities, and what each rail would change. It is computed only here, from the player's own cities and the open
board.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from stellwerk.core.remember import of_each, remembered
from stellwerk.core.setup import check_observer
from stellwerk.games.transamerica.law.coloured import rails_left
from stellwerk.games.transamerica.law.connection import (
    completion,
    costs_after_joining,
    distances_on,
    tree_costs,
)
from stellwerk.games.transamerica.law.data import LINES, PAIRS, RAILS, members
from stellwerk.games.transamerica.law.legal import chosen
from stellwerk.games.transamerica.law.state import Options, RoundScore, Step

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.state import FinishedRound, State

SHARED: Final = 8
"""Positions whose views are kept for the next observer."""
PARTS: Final = 1_024
"""Parts of views that are kept for the next view of the same table."""
Pair = tuple[int, int]
"""A line by its two crossings."""


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """What belongs to one player, as the observer sees it."""

    score: int
    cities: tuple[int, ...] | None
    """None if they are hidden; empty before the deal."""
    marker: int | None
    coloured: tuple[Pair, ...]
    coloured_left: int


class Candidate(msgspec.Struct, frozen=True, gc=False):
    """A free line at the observer's network, and what the cities would still cost after a rail on it."""

    line: Pair
    cost: int
    remaining: int


class Plan(msgspec.Struct, frozen=True, gc=False):
    """How far the observer's cities are connected, and what is missing."""

    connected: tuple[int, ...]
    """The cities that the marker reaches."""
    network: tuple[int, ...]
    """The crossings that the marker reaches."""
    distances: tuple[int, ...]
    """For each city, what a path from the marker to it costs; empty before the marker is placed."""
    remaining: int | None
    """The lowest cost of what is missing; None before the marker is placed."""
    missing: tuple[Pair, ...]
    """The lines of one cheapest completion."""
    candidates: tuple[Candidate, ...]
    starts: tuple[int, ...]
    """For each crossing, what the cities would cost from there; empty once the marker is placed."""


class FinishedRoundView(msgspec.Struct, frozen=True, gc=False):
    """The board at the end of the last round, open to all (TA-4.4)."""

    cities: tuple[tuple[int, ...], ...]
    markers: tuple[int, ...]
    rails: tuple[Pair, ...]
    coloured: tuple[tuple[Pair, ...], ...]
    missing: tuple[tuple[Pair, ...], ...]
    """For each seat, the rails it would still have needed (TA-5.1)."""
    losses: tuple[int, ...]
    reason: str


class View(msgspec.Struct, frozen=True, gc=False):
    """The table as a seat sees it; `seat` is None for a spectator."""

    seat: int | None
    options: Options
    rules_version: int
    start_seat: int
    round_starter: int
    turn: int
    step: Step
    players: tuple[PlayerView, ...]
    rails: tuple[Pair, ...]
    rails_left: int
    turns: tuple[tuple[Pair, ...], ...]
    """The rails of each turn of this round; see `State.turns`."""
    announced: tuple[int, ...]
    """The seats that are connected, in the middle of a turn: empty unless the group plays with TA-V.3."""
    barrier: int | None
    """Whoever has this many points or fewer has passed it; None without a barrier."""
    rounds: tuple[RoundScore, ...]
    last_round: FinishedRoundView | None
    plan: Plan | None
    """None for a spectator, and before the deal."""


def view(state: State, seat: int | None) -> View:
    """What a seat may know, or a spectator if `seat` is None."""
    seen = bare_view(state, seat)
    if seat is None or not state.players[seat].cities:
        return seen
    return replace(seen, plan=_plan(state, seat))


def bare_view(state: State, seat: int | None) -> View:
    """The view without its plan, which follows from the rest and takes nearly all of the time."""
    check_observer(seat, len(state.players))
    seen = _open_to_all(state)
    if seat is None:
        return seen
    own = replace(seen.players[seat], cities=state.players[seat].cities)
    return replace(seen, seat=seat, players=(*seen.players[:seat], own, *seen.players[seat + 1 :]))


@remembered(SHARED)
def _open_to_all(state: State) -> View:
    """What a spectator sees."""
    return View(
        seat=None,
        options=state.options,
        rules_version=state.rules_version,
        start_seat=state.start_seat,
        round_starter=state.round_starter,
        turn=state.turn,
        step=state.step,
        players=tuple([_player(state, place) for place in range(len(state.players))]),
        rails=_rails(state.rails, state.turns),
        rails_left=RAILS - state.rails.bit_count(),
        turns=_turns(state.turns),
        announced=state.announced,
        barrier=state.barrier,
        rounds=state.rounds,
        last_round=_finished(state.last_round, state.rounds[-1]) if state.last_round else None,
        plan=None,
    )


@remembered(PARTS)  # the end of a turn changes nothing of it
def _rails(rails: int, turns: tuple[tuple[int, ...], ...]) -> tuple[Pair, ...]:
    """The lines with neutral rails: all that were laid in this round, unless some are coloured."""
    numbers = sorted(chain(*turns))
    return (
        tuple([PAIRS[number] for number in numbers]) if len(numbers) == rails.bit_count() else _pairs(rails)
    )


def _turn(lines: tuple[int, ...]) -> tuple[Pair, ...]:
    return tuple([PAIRS[number] for number in lines])


_turns: Final = of_each(_turn, 1 << 12)
"""The rails of turns; those that are over stay the same."""


def opened(then: State, now: State) -> bool:
    """True if the round of the earlier state is over: all its cards have been turned up (TA-4.4)."""
    return len(now.rounds) > len(then.rounds)


def standing(view: View) -> tuple[int, ...]:
    """The current points of each seat; they change only at the end of a round (TA-5.1)."""
    return tuple(player.score for player in view.players)


def _player(state: State, seat: int) -> PlayerView:
    player = state.players[seat]
    return PlayerView(
        score=player.score,
        cities=None if player.cities else (),
        marker=player.marker,
        coloured=_pairs(player.coloured),
        coloured_left=rails_left(state, seat),
    )


@remembered(SHARED)
def _finished(finished: FinishedRound, score: RoundScore) -> FinishedRoundView:
    return FinishedRoundView(
        cities=finished.cities,
        markers=finished.markers,
        rails=_pairs(finished.rails),
        coloured=tuple(map(_pairs, finished.coloured)),
        missing=tuple(map(_pairs, finished.missing)),
        losses=score.losses,
        reason=score.reason,
    )


def _plan(state: State, seat: int) -> Plan:
    player = state.players[seat]
    closed = state.foreign(seat)
    distances = distances_on(state.rails | player.coloured, closed)
    connected = tuple(city for city in player.cities if player.network >> city & 1)
    wanted = [city for city in player.cities if city not in connected]
    costs = tree_costs(distances, wanted)
    if player.marker is None:
        return Plan((), (), (), None, (), (), tuple(costs[-1].tolist()))
    cheapest = completion(distances, costs, player.marker, wanted, state.taken)
    after = costs_after_joining(costs, player.marker).tolist()
    return Plan(
        connected=connected,
        network=tuple(members(player.network)),
        distances=tuple(distances[player.marker, list(player.cities)].tolist()),
        remaining=cheapest.cost,
        missing=_pairs(cheapest.missing),
        candidates=tuple(
            Candidate((a, b), cost, min(after[a], after[b]))
            for a, b, cost in map(LINES.__getitem__, members(player.touching & ~state.taken))
        ),
        starts=(),
    )


def _pairs(lines: int) -> tuple[Pair, ...]:
    return chosen(PAIRS, lines) if lines else ()
