"""Dealing, drawing and shuffling cards in Trambahn: TB-2.1, TB-2.2, and TB-3.5.2 to TB-3.5.7."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from stellwerk.core.chance import begin_action, shuffle
from stellwerk.core.errors import IllegalAction
from stellwerk.games.trambahn.law.actions import Shuffle
from stellwerk.games.trambahn.law.data import HAND_SIZE, OFFER_SIZE, ORDER, START_MONEY
from stellwerk.games.trambahn.law.memory import OLDER, UNSEEN, after_drawing, after_shuffle
from stellwerk.games.trambahn.law.state import Pile, Player, State, Step

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.games.trambahn.law.data import Card


def chance(state: State, rng: RandomSource) -> Shuffle:
    """The shuffle that is due, in an order drawn from `rng`."""
    begin_action(rng)
    cards = sorted(to_shuffle(state).cards, key=ORDER.__getitem__)
    shuffle(cards, rng)
    return Shuffle(tuple(cards))


def shuffled(state: State, action: Shuffle) -> State:
    """The state after a shuffle, which is the deal or makes a new draw pile."""
    clause = "TB-2.1" if state.step is Step.DEAL else "TB-3.5.3"
    if state.step not in (Step.DEAL, Step.DRAWING):
        raise IllegalAction(clause, "no_shuffle_due")
    if Counter(action.cards) != Counter(to_shuffle(state).cards):
        raise IllegalAction(clause, "other_cards", {"count": len(to_shuffle(state).cards)})
    return _deal(state, action.cards) if state.step is Step.DEAL else _new_draw_pile(state, action.cards)


def to_shuffle(state: State) -> Pile:
    """The cards that the shuffle now due must contain."""
    if state.step is Step.DEAL:
        return Pile().put(state.draw, UNSEEN)
    given_up = [player.money.split(_half(state, player))[1] for player in state.players]
    return state.discard.add(given_up[0]).add(given_up[1])


def _deal(state: State, cards: tuple[Card, ...]) -> State:
    starter, other = state.start_seat, 1 - state.start_seat
    players = [Player(), Player()]
    place = 0
    for seat, amount in zip((starter, other), START_MONEY, strict=True):  # TB-2.1
        players[seat] = Player(money=Pile().put(cards[place : place + amount], UNSEEN))
        place += amount
    for seat in (starter, other):  # TB-2.2
        players[seat] = replace(players[seat], hand=_sorted(cards[place : place + HAND_SIZE]))
        place += HAND_SIZE
    return replace(state, players=(players[0], players[1]), draw=cards[place:], step=Step.PASSENGERS)


def _half(state: State, player: Player) -> int:
    """How much money a player gives up for a new draw pile (TB-3.5.4)."""
    amount = len(player.money.cards)
    return amount // 2 if state.options.halving == "down" else (amount + 1) // 2


def _new_draw_pile(state: State, cards: tuple[Card, ...]) -> State:  # TB-3.5.3
    cards_seen = to_shuffle(state)
    first, second = (_give_up_half(state, player) for player in state.players)
    state = replace(
        state, players=(first, second), discard=Pile(), draw=cards, memory=after_shuffle(cards_seen)
    )
    return draw_cards(state)


def _give_up_half(state: State, player: Player) -> Player:
    kept, _ = player.money.split(_half(state, player))
    older = tuple(seen | OLDER for seen in kept.seen)
    return replace(player, money=Pile(kept.cards, older), drawn=0)


def draw_cards(state: State) -> State:
    """Draw until the hand has six cards (TB-3.5.2) and begin the next turn, unless a shuffle is due."""
    player = state.players[state.turn]
    missing = HAND_SIZE - len(player.hand)
    cards = state.draw[:missing]
    player = replace(player, hand=_sorted(player.hand + cards), drawn=player.drawn + len(cards))
    state = replace(
        state,
        players=state.seats_with(player),
        draw=state.draw[missing:],
        memory=after_drawing(state.memory, state.turn, cards),
        step=Step.DRAWING,
    )
    at_once = state.options.reshuffle == "empty"
    is_due = not state.draw if at_once else len(cards) < missing
    if is_due and to_shuffle(state).cards:
        return state  # TB-3.5.3: chance makes a new draw pile
    return _next_turn(state)


def _next_turn(state: State) -> State:
    vacant = OFFER_SIZE - len(state.offer)
    over = not state.players[0].hand and not state.players[1].hand  # TB-5.3
    return replace(
        state,
        turn=1 - state.turn,  # TB-3.5.7
        step=Step.OVER if over else Step.PASSENGERS,
        passengers=0,
        trams=0,
        offer=state.offer + state.stack[:vacant],  # TB-3.5.5
        stack=state.stack[vacant:],
    )


def _sorted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=ORDER.__getitem__))
