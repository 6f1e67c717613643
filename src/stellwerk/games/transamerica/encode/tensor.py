"""What a seat of TransAmerica knows, as numbers: its view written into the places of `fast.tensor_layout`.

This is the definition: it reads nothing but the view. It also serves where the fast core is not compiled.
`fast.tensor` must write the same numbers, and a test compares them. The turns of the round, the last round
and the plan are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Tensor
from stellwerk.games.transamerica.fast import tensor_layout as to
from stellwerk.games.transamerica.law.data import COLOURED_RAILS, CROSSINGS, LINE_NUMBER, LINES, RAILS, SHED
from stellwerk.games.transamerica.law.state import Step

if TYPE_CHECKING:
    from stellwerk.core.coding import Floats
    from stellwerk.games.transamerica.law.view import PlayerView, View


def write(view: View, tensor: Floats) -> None:
    """Write what a view says."""
    seats, own = len(view.players), view.seat
    assert own is not None
    tensor[to.STEP + view.step] = 1
    tensor[to.TABLE : to.PLAYERS] = (
        view.rails_left / RAILS,
        len(view.rounds) / 6,
        to.NO_BARRIER if view.barrier is None else view.barrier / SHED,
        view.options.vexation,
        0 if view.options.rounds == "barrier" else view.options.rounds / 6,
        view.options.announce,
    )
    cities, markers, rails = to.cities(seats), to.markers(seats), to.rails(seats)
    ones = [cities + city for city in view.players[own].cities or ()]
    ones += [rails + LINE_NUMBER[line] for line in view.rails]
    for place in range(seats):
        seat = (own + place) % seats
        player = view.players[seat]
        start = to.PLAYERS + place * to.PLAYER
        tensor[start : start + to.PLAYER] = _player(view, seat, player)
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
        float(seat in view.announced),
    )


TENSOR: Final = Tensor(to.layout, write)
