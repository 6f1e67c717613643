"""The rules of a turn in the order of the rule book: steps, passengers, stops, income, trams, end of turn.

Dealing and drawing are in `cards`, scoring and the end of the game in `scoring`, what observers know in
`memory`; `legal` lists the legal actions. Every refusal cites a clause of docs/rules/trambahn.md. If an
action breaks several clauses, the first in the order step, hand, place, price is cited (TB-3.0).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec
from msgspec.structs import replace

from stellwerk.core.errors import IllegalAction
from stellwerk.core.game import CHANCE
from stellwerk.games.trambahn.law.actions import Action, BuyTram, EndTurn, Income, Passenger, Shuffle, Stop
from stellwerk.games.trambahn.law.cards import draw_cards, shuffled
from stellwerk.games.trambahn.law.data import (
    CONDUCTOR,
    DECK,
    LINE_OF,
    LINES,
    OFFER_SIZE,
    PRICE_OF,
    SPECIAL_RUN_CARDS,
    TERMINAL_SIZE,
    TRAM_STACK,
    VALUE_OF,
)
from stellwerk.games.trambahn.law.memory import NOTHING, SEEN_BY, SEEN_BY_BOTH, after_showing
from stellwerk.games.trambahn.law.naming import which_row
from stellwerk.games.trambahn.law.scoring import end_reason, run, special_run
from stellwerk.games.trambahn.law.state import Options, Pile, Player, Row, State, Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.core.setup import Setup
    from stellwerk.games.trambahn.law.data import Card, Line


_NO_SEAT: Final[dict[Step, int | None]] = {Step.DEAL: CHANCE, Step.DRAWING: CHANCE, Step.OVER: None}
"""Who has to act in a step that is no seat's; a dict because members of an enum are slow to look up."""


def begin(setup: Setup) -> State:
    """The state before the cards are shuffled (TB-2.3, TB-2.4)."""
    return State(
        options=msgspec.convert(setup.options, Options),
        rules_version=setup.rules_version,
        start_seat=setup.start_seat,
        turn=setup.start_seat,
        step=Step.DEAL,
        passengers=0,
        trams=0,
        players=(Player(), Player()),
        draw=DECK,
        discard=Pile(),
        terminals=((),) * len(LINES),
        offer=TRAM_STACK[:OFFER_SIZE],
        stack=TRAM_STACK[OFFER_SIZE:],
        memory=NOTHING,
    )


def actor(state: State) -> int | None:
    """The seat whose action is due, `CHANCE`, or None after the end."""
    return _NO_SEAT.get(state.step, state.turn)


def apply(state: State, action: Action) -> State:
    """The state after an action; raises `IllegalAction` if the rules forbid it."""
    law = _LAW.get(type(action))
    if law is None:
        raise TypeError(f"not an action of Trambahn: {action!r}")
    return law(state, action)


# TB-3.0: the order of the steps, and cards from the hand


def _check_step(state: State, step: Step) -> None:
    now = state.step
    if now in _NO_SEAT:
        _refuse_everything(state)
    if state.passengers == 0:
        if not state.players[state.turn].hand:
            if step is not Step.DRAWING:
                raise IllegalAction("TB-3.1.3", "hand_empty")
        elif step is not Step.PASSENGERS:
            raise IllegalAction("TB-3.0", "passenger_first")
    if step < now:
        raise IllegalAction("TB-3.0", "step_is_over", {"step": step.name.lower(), "now": now.name.lower()})


def _refuse_everything(state: State) -> NoReturn:
    """Say why nobody may act now."""
    if state.step is Step.OVER:
        raise IllegalAction(end_reason(state), "game_over")
    if state.step is Step.DEAL:
        raise IllegalAction("TB-2.1", "deal_due")
    raise IllegalAction("TB-3.5.3", "shuffle_due")


def _play(state: State, card: Card) -> Player:
    """The player whose turn it is, after taking this card from the hand."""
    player = state.players[state.turn]
    hand = player.hand
    if card not in hand:
        raise IllegalAction("TB-3.0", "not_in_hand", {"card": card, "hand": hand or "–"})
    place = hand.index(card)
    return replace(player, hand=hand[:place] + hand[place + 1 :])


# TB-3.1: passengers


def _passenger(state: State, action: Passenger) -> State:
    _check_step(state, Step.PASSENGERS)
    if state.passengers == 2:
        raise IllegalAction("TB-3.1.1", "two_passengers")
    player = _play(state, action.card)
    place = LINES.index(_terminal_of(action))
    waiting = (*state.terminals[place], action.card)
    state = replace(
        state,
        passengers=state.passengers + 1,
        players=state.seats_with(player),
        terminals=(*state.terminals[:place], waiting, *state.terminals[place + 1 :]),
        memory=_memory_of_showing(state, player, action.card),
    )
    return state if len(waiting) < TERMINAL_SIZE else run(state, LINES[place])  # TB-3.1.2


def _terminal_of(action: Passenger) -> Line:
    line = LINE_OF.get(action.card, action.line)
    if line not in LINES or (action.line is not None and action.card != CONDUCTOR):
        raise IllegalAction("TB-3.1.1", "no_such_terminal", {"card": action.card})
    return line


def _memory_of_showing(state: State, player: Player, card: Card) -> tuple[tuple[Card, ...], ...]:
    return after_showing(state.memory, state.turn, card) if player.drawn else state.memory


# TB-3.2: stops


def _stop(state: State, action: Stop) -> State:
    _check_step(state, Step.STOPS)
    card = action.card
    player = _play(state, card)
    if action.row is None:
        _check_new_row(state, player, card)
        row = Row(player.next_row, (card,))
        player = replace(player, rows=(*player.rows, row), next_row=row.number + 1)
    else:
        place = _find_row(player, action.row, "TB-3.2.1")
        row = player.rows[place]
        _check_extension(player, row, card)
        if card == CONDUCTOR:  # TB-3.2.5
            row = replace(row, conductors=row.conductors + 1)
        else:
            row = replace(row, stops=(*row.stops, card))
        player = replace(player, rows=(*player.rows[:place], row, *player.rows[place + 1 :]))
    state = replace(
        state,
        step=Step.STOPS,
        players=state.seats_with(player),
        memory=_memory_of_showing(state, player, card),
    )
    return state if row.size != SPECIAL_RUN_CARDS else special_run(state, row)  # TB-3.2.6


def _find_row(player: Player, number: int, clause: str) -> int:
    for place, row in enumerate(player.rows):
        if row.number == number:
            return place
    numbers = tuple(row.number for row in player.rows)
    raise IllegalAction(clause, "no_such_row", {"row": number, "rows": numbers or "–"})


def _check_extension(player: Player, row: Row, card: Card) -> None:
    if card != CONDUCTOR and LINE_OF[card] != row.line:
        raise IllegalAction("TB-3.2.1", "other_line", {"card": card, "line": row.line, **_named(player, row)})
    if not row.is_open:
        raise IllegalAction("TB-3.2.3", "row_closed", _named(player, row))
    if card != CONDUCTOR and VALUE_OF[card] <= row.end:
        needed = row.end + 1
        raise IllegalAction("TB-3.2.2", "not_rising", {"card": card, "needed": needed, **_named(player, row)})


def _named(player: Player, row: Row) -> dict[str, object]:
    """A row by its number, and as people name it."""
    return {"row": row.number, "which": which_row(player.rows, row.number)}


def _check_new_row(state: State, player: Player, card: Card) -> None:
    if card == CONDUCTOR:
        raise IllegalAction("TB-3.2.5", "conductor_begins_no_row")
    if state.options.new_rows == "free":
        return
    fitting = [row.number for row in player.rows if row.line == LINE_OF[card] and row.end < VALUE_OF[card]]
    if fitting:
        names = tuple(which_row(player.rows, number) for number in fitting)
        raise IllegalAction("TB-3.2.4", "fits_a_row", {"card": card, "rows": tuple(fitting), "names": names})


# TB-3.3: income


def _income(state: State, action: Income) -> State:
    _check_step(state, Step.INCOME)
    player = _play(state, action.card)
    player = replace(player, money=player.money.put((action.card,), SEEN_BY[state.turn]))
    return replace(state, step=Step.INCOME, players=state.seats_with(player))


# TB-3.4: trams


def _buy_tram(state: State, action: BuyTram) -> State:
    _check_step(state, Step.TRAMS)
    if state.trams == state.options.max_trams_per_turn:
        raise IllegalAction("TB-3.4.1", "enough_trams", {"count": state.trams})
    if action.tram not in state.offer:
        offer = tuple(f"x{tram}" for tram in state.offer) or "–"
        raise IllegalAction("TB-3.4.1", "not_on_offer", {"tram": f"x{action.tram}", "offer": offer})
    player = state.players[state.turn]
    place = _find_row(player, action.row, "TB-3.4.2")
    row = player.rows[place]
    if row.tram is not None:
        raise IllegalAction("TB-3.4.2", "row_has_tram", {"tram": f"x{row.tram}", **_named(player, row)})
    price, money = PRICE_OF[action.tram], len(player.money.cards)
    if price > money:
        raise IllegalAction("TB-3.4.1", "too_expensive", {"price": price, "money": money})
    kept, paid = player.money.split(price)  # TB-3.4.4
    row = replace(row, tram=action.tram)
    player = replace(player, money=kept, rows=(*player.rows[:place], row, *player.rows[place + 1 :]))
    gone = state.offer.index(action.tram)
    return replace(
        state,
        step=Step.TRAMS,
        trams=state.trams + 1,
        players=state.seats_with(player),
        discard=state.discard.add(paid),
        offer=state.offer[:gone] + state.offer[gone + 1 :],  # TB-3.4.3
    )


# TB-3.5: end of turn


def _end_turn(state: State, _: EndTurn) -> State:
    _check_step(state, Step.DRAWING)
    player = state.players[state.turn]
    cleared = tuple(card for row in player.rows if row.tram is None for card in row.cards)  # TB-3.5.1
    if cleared:
        rows = tuple(row for row in player.rows if row.tram is not None)
        player = replace(player, rows=rows, money=player.money.put(cleared, SEEN_BY_BOTH))
    return draw_cards(replace(state, players=state.seats_with(player)))


_LAW: dict[type, Callable[[State, Any], State]] = {
    Shuffle: shuffled,
    Passenger: _passenger,
    Stop: _stop,
    Income: _income,
    BuyTram: _buy_tram,
    EndTurn: _end_turn,
}
