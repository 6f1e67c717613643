"""What a seat may know of TransAmerica as numbers: a tensor of fixed length, and what is new in a view.

Seats come in their order from the observer on. Points are divided by 100, counts by the most there can be.
Nothing but the view is read. Left out: the history of the round's turns, the last round, and the plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Part
from stellwerk.games.transamerica.info import MOST_ROUNDS
from stellwerk.games.transamerica.law.data import (
    COLOURED_RAILS,
    COLOURS,
    CROSSINGS,
    LINE_NUMBER,
    LINES,
    RAILS,
    SHED,
)
from stellwerk.games.transamerica.law.state import Step

if TYPE_CHECKING:
    from stellwerk.core.coding import Floats
    from stellwerk.games.transamerica.law.view import PlayerView, View

_STEPS: Final = len(Step)
PLAYER: Final = 5
"""Its turn, began the round, has a marker, points, coloured rails left."""
PLAYERS: Final = _STEPS + 5
"""Where the players begin."""
NO_BARRIER: Final = -1.0
NOVELTIES: Final = CROSSINGS


def layout(seats: int) -> tuple[Part, ...]:
    """The parts of the tensor.

    `table` is: the step, rails left, rounds played, the barrier (−1: none), vexation, fixed rounds.
    """
    return (
        Part("table", PLAYERS),
        Part("players", seats * PLAYER),
        Part("cities", CROSSINGS),
        Part("markers", seats * CROSSINGS),
        Part("rails", len(LINES)),
        Part("own_coloured", len(LINES)),
        Part("other_coloured", len(LINES)),
    )


def write(view: View, tensor: Floats) -> None:
    """Say in numbers what a view says."""
    seats, own = len(view.players), view.seat
    assert own is not None
    tensor[view.step] = 1
    tensor[_STEPS:PLAYERS] = (
        view.rails_left / RAILS,
        len(view.rounds) / 6,
        NO_BARRIER if view.barrier is None else view.barrier / SHED,
        view.options.vexation,
        0 if view.options.rounds == "barrier" else view.options.rounds / 6,
    )
    cities = PLAYERS + seats * PLAYER
    markers = cities + CROSSINGS
    rails = markers + seats * CROSSINGS
    ones = [cities + city for city in view.players[own].cities or ()]
    ones += [rails + LINE_NUMBER[line] for line in view.rails]
    for place in range(seats):
        seat = (own + place) % seats
        player = view.players[seat]
        start = PLAYERS + place * PLAYER
        tensor[start : start + PLAYER] = _player(view, seat, player)
        if player.marker is not None:
            ones.append(markers + place * CROSSINGS + player.marker)
        coloured = rails + len(LINES) * (2 if place else 1)
        ones += [coloured + LINE_NUMBER[line] for line in player.coloured]
    tensor[ones] = 1


def _player(view: View, seat: int, player: PlayerView) -> tuple[float, ...]:
    return (
        float(view.turn == seat and Step.DEAL < view.step < Step.OVER),
        float(view.round_starter == seat),
        float(player.marker is not None),
        player.score / 100,
        player.coloured_left / COLOURED_RAILS,
    )


def news(before: View, after: View) -> tuple[int, ...]:
    """The own cities after a deal; everybody's cities after a round (TA-4.4), in the order of the seats."""
    shown: list[int] = []
    if len(after.rounds) > len(before.rounds) and after.last_round is not None:
        shown += [city for hand in after.last_round.cities for city in hand]
    if before.step is Step.DEAL:
        shown += known_alone(after)
    return tuple(shown)


def known_alone(view: View) -> tuple[int, ...]:
    """The own cities."""
    return () if view.seat is None else view.players[view.seat].cities or ()


def most_news(seats: int) -> int:
    """Every round the own cities, and everybody's."""
    return MOST_ROUNDS * len(COLOURS) * (1 + seats)
