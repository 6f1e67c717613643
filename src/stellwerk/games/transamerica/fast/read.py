"""Reading a state of the law into a core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.transamerica.fast.board import N_COLOURS
from stellwerk.games.transamerica.fast.moves import NO_BARRIER
from stellwerk.games.transamerica.fast.network import put_coloured, put_neutral, reach
from stellwerk.games.transamerica.law.data import members

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core
    from stellwerk.games.transamerica.law.state import State


def read_state(game: Core, state: State) -> None:
    """Set up a new core, made with the same options, as the state is."""
    game.turn = state.turn
    game.step = state.step
    game.rounds = len(state.rounds)
    game.barrier = NO_BARRIER if state.barrier is None else state.barrier
    for number in members(state.rails):
        put_neutral(game, number)
    for seat, player in enumerate(state.players):
        game.scores[seat] = player.score
        for colour, city in enumerate(player.cities):
            game.cities[seat * N_COLOURS + colour] = city
        for number in members(player.coloured):
            put_coloured(game, seat, number)
        if state.rounds:
            game.losses[seat] = state.rounds[-1].losses[seat]
    for seat, player in enumerate(state.players):
        if player.marker is not None:
            game.markers[seat] = player.marker
            reach(game, seat, player.marker)
