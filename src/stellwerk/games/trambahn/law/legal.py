"""The legal actions of Trambahn in the order of the notation: P, S, M, T, E.

This states the rules a second time, for speed; the contract tests compare it with `rules.apply`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.trambahn.law.actions import Action, BuyTram, EndTurn, Income, Passenger, Stop
from stellwerk.games.trambahn.law.data import CARDS, CONDUCTOR, LAST_STOP, LINE_OF, LINES, PRICE_OF, VALUE_OF
from stellwerk.games.trambahn.law.state import Step

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.data import Card
    from stellwerk.games.trambahn.law.state import Player, State

_END = EndTurn()
_INCOME: dict[Card, Income] = {card: Income(card) for card in CARDS}
_PASSENGERS: dict[Card, tuple[Passenger, ...]] = {
    card: tuple(Passenger(CONDUCTOR, line) for line in LINES) if card == CONDUCTOR else (Passenger(card),)
    for card in CARDS
}


def legal(state: State) -> tuple[Action, ...]:
    """All legal actions of the seat whose turn it is; none while chance is due or after the end."""
    step = state.step
    if not Step.PASSENGERS <= step <= Step.TRAMS:
        return ()
    player = state.players[state.turn]
    cards = tuple(dict.fromkeys(player.hand))  # equal cards give one action
    actions: list[Action] = []
    if step is Step.PASSENGERS and state.passengers < 2:
        for card in cards:
            actions += _PASSENGERS[card]
        if state.passengers == 0 and cards:
            return tuple(actions)  # TB-3.0: nothing else before the first passenger
    if state.passengers:
        if step <= Step.STOPS:
            actions += _stops(state, player, cards)
        if step <= Step.INCOME:
            actions += [_INCOME[card] for card in cards]
        actions += _trams(state, player)
    actions.append(_END)
    return tuple(actions)


def _stops(state: State, player: Player, cards: tuple[Card, ...]) -> list[Action]:
    ends = [(row.number, row.stops[-1]) for row in player.rows]
    open_rows = [(number, LINE_OF[end], VALUE_OF[end]) for number, end in ends if VALUE_OF[end] < LAST_STOP]
    free = state.options.new_rows == "free"
    actions: list[Action] = []
    for card in cards:
        if card == CONDUCTOR:
            actions += [Stop(card, number) for number, _, _ in open_rows]
            continue
        line, value = LINE_OF[card], VALUE_OF[card]
        fitting = [Stop(card, number) for number, other, end in open_rows if other == line and end < value]
        actions += fitting
        if free or not fitting:
            actions.append(Stop(card))
    return actions


def _trams(state: State, player: Player) -> list[Action]:
    rows = [row.number for row in player.rows if row.tram is None]
    if not rows or state.trams == state.options.max_trams_per_turn:
        return []
    money = len(player.money.cards)
    trams = [tram for tram in dict.fromkeys(state.offer) if PRICE_OF[tram] <= money]
    return [BuyTram(tram, row) for tram in trams for row in rows]
