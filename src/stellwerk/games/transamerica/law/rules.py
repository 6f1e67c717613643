"""The rules in the order of the rule book: markers, rails, the end of a turn and of a round.

Dealing is in `deal`, scoring and the end of the game in `scoring`, the cheapest connection in `connection`;
`legal` lists the legal actions. Every refusal cites its clause of docs/rules/transamerica.md. A move that
breaks several clauses is refused by the first in this order: phase, board, line taken, double line, network,
coloured rails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from stellwerk.core.errors import IllegalAction
from stellwerk.core.game import CHANCE
from stellwerk.games.transamerica.law.actions import Action, ColouredRail, Deal, EndTurn, Marker, Rail
from stellwerk.games.transamerica.law.coloured import check_coloured_rail
from stellwerk.games.transamerica.law.data import (
    CROSSINGS,
    ENDS,
    LINE_NUMBER,
    LINES_AT,
    RAILS,
    SHED,
    SINGLE,
)
from stellwerk.games.transamerica.law.deal import dealt
from stellwerk.games.transamerica.law.network import lines_at, reached
from stellwerk.games.transamerica.law.places import named_crossing, named_line
from stellwerk.games.transamerica.law.scoring import end_reason, finish_round
from stellwerk.games.transamerica.law.state import Options, Player, State, Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.core.setup import Setup


_NO_SEAT: Final[dict[Step, int | None]] = {Step.DEAL: CHANCE, Step.OVER: None}
"""Who has to act in a step that is no seat's; a dict because members of an enum are slow to look up."""


def begin(setup: Setup) -> State:
    """The table before the cards are dealt (TA-2.1, TA-2.4)."""
    options = msgspec.convert(setup.options, Options)
    return State(
        options=options,
        rules_version=setup.rules_version,
        start_seat=setup.start_seat,
        turn=setup.start_seat,
        step=Step.DEAL,
        players=(Player(SHED),) * setup.seats,
        barrier=0 if options.rounds == "barrier" else None,
    )


def actor(state: State) -> int | None:
    """The seat to act, `CHANCE` if a deal is due, or None once the game is over."""
    return _NO_SEAT.get(state.step, state.turn)


def apply(state: State, action: Action) -> State:
    """The state after an action; raises `IllegalAction` if the rules forbid it."""
    law = _LAW.get(type(action))
    if law is None:
        raise TypeError(f"not an action of TransAmerica: {action!r}")
    return law(state, action)


def _check_in_round(state: State) -> None:
    if state.step in _NO_SEAT:
        if state.step is Step.OVER:
            raise IllegalAction(end_reason(state), "game_over")
        raise IllegalAction("TA-6.1", "deal_due")


# TA-3.1: markers


def _marker(state: State, action: Marker) -> State:
    _check_in_round(state)
    if state.step is not Step.MARKER:
        raise IllegalAction("TA-3.1", "marker_stands", named_crossing(state.players[state.turn].marker or 0))
    crossing = action.crossing
    if not 0 <= crossing < CROSSINGS:
        raise IllegalAction("TA-1.1", "no_such_crossing", {"crossing": crossing, "last": CROSSINGS - 1})
    if any(player.marker == crossing for player in state.players):
        raise IllegalAction("TA-3.1", "crossing_taken", named_crossing(crossing))
    own = state.players[state.turn]
    own = replace(own, marker=crossing, network=1 << crossing, touching=LINES_AT[crossing])
    players = (*state.players[: state.turn], own, *state.players[state.turn + 1 :])
    seat = (state.turn + 1) % len(players)
    step = Step.MARKER if players[seat].marker is None else Step.FIRST_RAIL
    return replace(state, players=players, turn=seat, step=step)


# TA-3.2 to TA-3.5: rails


def _rail(state: State, action: Rail) -> State:
    number = _check_line(state, action.a, action.b)
    line = 1 << number
    players = tuple(_grown(player, number, state.rails | player.coloured) for player in state.players)
    return _laid(state, number, players, state.rails | line)


def _coloured_rail(state: State, action: ColouredRail) -> State:
    number = _check_line(state, action.a, action.b)
    check_coloured_rail(state, number)
    own = state.players[state.turn]
    own = _grown(own, number, state.rails | own.coloured)
    own = replace(own, coloured=own.coloured | 1 << number)  # TA-V.1: for the owner alone
    players = (*state.players[: state.turn], own, *state.players[state.turn + 1 :])
    return _laid(state, number, players, state.rails)


def _check_line(state: State, a: int, b: int) -> int:
    """The number of the line between two crossings, if the player may lay a rail there now."""
    _check_in_round(state)
    if state.step is Step.MARKER:
        raise IllegalAction("TA-3.1", "marker_first")
    number = LINE_NUMBER.get((a, b))
    if number is None:
        raise IllegalAction("TA-1.1", "no_such_line", {"a": a, "b": b})
    line = 1 << number
    if state.rails & line or state.players[state.turn].coloured & line:
        raise IllegalAction("TA-3.2", "line_taken", named_line(a, b))
    if state.options.vexation:
        _check_not_foreign(state, number)
    if state.step is Step.SECOND_RAIL and not SINGLE & line:
        raise IllegalAction("TA-3.2", "double_line_second", named_line(a, b))
    if not state.players[state.turn].touching & line:
        raise IllegalAction("TA-3.3", "not_touching", named_line(a, b))
    return number


def _check_not_foreign(state: State, number: int) -> None:
    for seat, player in enumerate(state.players):
        if player.coloured >> number & 1:
            raise IllegalAction("TA-V.1", "foreign_rail", {"owner": seat + 1})


def _grown(player: Player, number: int, rails: int) -> Player:
    """A player after a new rail that the player may use; `rails` are the earlier ones (TA-3.5)."""
    ends = ENDS[number]
    inside = player.network & ends
    if not inside or inside == ends:
        return player
    fresh = reached(ends ^ inside, rails)
    return Player(
        player.score,
        player.cities,
        player.marker,
        player.network | fresh,
        player.touching | lines_at(fresh),
        player.coloured,
    )


# TA-3.4, TA-4: the end of the turn and of the round


def _laid(state: State, number: int, players: tuple[Player, ...], rails: int) -> State:
    """The state after a rail: the round or the turn may end, or a second rail may follow."""
    is_second = state.step is Step.SECOND_RAIL
    turns = (*state.turns[:-1], (*state.turns[-1], number)) if is_second else (*state.turns, (number,))
    state = State(
        state.options,
        state.rules_version,
        state.start_seat,
        state.turn,
        Step.SECOND_RAIL,
        players,
        rails,
        turns,
        state.barrier,
        state.rounds,
        state.last_round,
    )
    if players[state.turn].is_connected or rails.bit_count() == RAILS:  # TA-4.2, TA-4.3
        return finish_round(state)
    if is_second or not SINGLE >> number & 1 or not _second_is_possible(state):  # TA-3.4
        return _turn_over(state)
    return state


def _second_is_possible(state: State) -> bool:
    return bool(state.players[state.turn].touching & SINGLE & ~state.taken)


def _end_turn(state: State, _: EndTurn) -> State:
    _check_in_round(state)
    if state.step is Step.MARKER:
        raise IllegalAction("TA-3.1", "marker_first")
    if state.step is Step.FIRST_RAIL:
        raise IllegalAction("TA-3.4", "rail_first")
    return _turn_over(state)


def _turn_over(state: State) -> State:
    for player in state.players:
        if player.is_connected:
            return finish_round(state)  # TA-4.1, TA-4.2
    return replace(state, turn=(state.turn + 1) % len(state.players), step=Step.FIRST_RAIL)


_LAW: dict[type, Callable[[State, Any], State]] = {
    Deal: dealt,
    Marker: _marker,
    Rail: _rail,
    ColouredRail: _coloured_rail,
    EndTurn: _end_turn,
}
