"""Dealing the city cards: TA-2.2, TA-2.3 and TA-6.1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from stellwerk.core.chance import begin_action, shuffle
from stellwerk.core.errors import IllegalAction
from stellwerk.games.transamerica.law.actions import Deal
from stellwerk.games.transamerica.law.data import COLOURS, cities_in_play, place
from stellwerk.games.transamerica.law.state import Player, State, Step

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource


def chance(state: State, rng: RandomSource) -> Deal:
    """Shuffle the cities of each colour and deal one of them to each seat."""
    begin_action(rng)
    seats = len(state.players)
    colours = []
    for cities in cities_in_play(seats):
        cards = list(cities)
        shuffle(cards, rng)
        colours.append(cards[:seats])
    return Deal(tuple(zip(*colours, strict=True)))


def dealt(state: State, action: Deal) -> State:
    """The state after a deal: the markers of the new round are due."""
    if state.step is not Step.DEAL:
        raise IllegalAction("TA-6.1", "no_deal_due")
    _check_hands(action, len(state.players))
    players = tuple(
        Player(player.score, cities) for player, cities in zip(state.players, action.hands, strict=True)
    )
    return replace(state, players=players, turn=state.round_starter, step=Step.MARKER)


def _check_hands(action: Deal, seats: int) -> None:
    if len(action.hands) != seats or any(len(hand) != len(COLOURS) for hand in action.hands):
        raise IllegalAction("TA-2.3", "wrong_hands", {"seats": seats, "count": len(COLOURS)})
    for colour, known, every, cities in zip(
        COLOURS, cities_in_play(seats), cities_in_play(6), zip(*action.hands, strict=True), strict=True
    ):
        for city in cities:
            if city not in every:
                raise IllegalAction("TA-2.3", "other_colour", {"place": place(city), "colour": colour})
            if city not in known:
                raise IllegalAction("TA-2.2", "city_taken_out", {"place": place(city)})
        if len(set(cities)) < seats:
            raise IllegalAction("TA-2.3", "city_twice", {"colour": colour})
