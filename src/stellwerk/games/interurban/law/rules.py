"""The law of InterUrban: whose turn it is, laying a tile, the end of a turn and of the game.

The laying rules are in `laying`, the growth of lines in `lines`, finishing in `finish`, the supply of tiles
in `supply`, the points in `scoring`; `legal` lists the legal actions. Every refusal cites its clause of
docs/rules/interurban.md. If a tile breaks several clauses, the first one is cited in the order 3.2, 3.3, 3.1
(cell taken), F, A, C, M, E, 3.1 (extends nothing), D, G to J, B.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from stellwerk.core.errors import IllegalAction
from stellwerk.core.game import CHANCE
from stellwerk.games.interurban.law.actions import Action, Deal, EndTurn, LayStation, LayTrack, Placement
from stellwerk.games.interurban.law.boards import with_tile
from stellwerk.games.interurban.law.data import (
    COLOURS,
    CROSSINGS,
    EDGES_OF,
    START_TILES,
    STATION_SUPPLY,
    TILES_PER_TURN,
    TRACK_SUPPLY,
)
from stellwerk.games.interurban.law.finish import settle
from stellwerk.games.interurban.law.grid import STRAIGHTS
from stellwerk.games.interurban.law.laying import check_laying, is_surely_allowed, to_laid
from stellwerk.games.interurban.law.legal import can_lay
from stellwerk.games.interurban.law.sites import Ground, ground_of, next_ground
from stellwerk.games.interurban.law.state import Options, Player, State, Step, board_of, line_name
from stellwerk.games.interurban.law.supply import deal, refill, take

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.core.setup import Setup
    from stellwerk.games.interurban.law.state import EndReason, Line


_NO_SEAT: Final[dict[Step, int | None]] = {Step.DEAL: CHANCE, Step.OVER: None}
"""Who has to act in a step that is no seat's; a dict because members of an enum are slow to look up."""


def begin(setup: Setup) -> State:
    """The state before the deal: no tile is open."""
    return State(
        options=msgspec.convert(setup.options, Options),
        rules_version=setup.rules_version,
        start_seat=setup.start_seat,
        turn=setup.start_seat,
        step=Step.DEAL,
        turns=0,
        laid=0,
        station_laid=False,
        box=START_TILES,
        open=(),
        stack=TRACK_SUPPLY,
        players=(Player((), STATION_SUPPLY),) * setup.seats,
    )


def actor(state: State) -> int | None:
    """The seat whose action is due, CHANCE before the deal, or None when the game is over."""
    return _NO_SEAT.get(state.step, state.turn)


def apply(state: State, action: Action) -> State:
    """The state after an action; raises `IllegalAction`."""
    law = _LAW.get(type(action))
    if law is None:
        raise TypeError(f"not an action of InterUrban: {action!r}")
    if state.reason is not None:
        raise IllegalAction(state.reason, "game_over")
    return law(state, action)


def _check_turn(state: State) -> None:
    if state.step is Step.DEAL:
        raise IllegalAction("IU-2.3", "deal_due")


# IU-3.1 to IU-3.6: a tile


def _lay(state: State, action: Placement) -> State:
    _check_turn(state)
    _check_orientation(action)
    before, lines, ground = state, state.lines, ground_of(state)
    laid = to_laid(action)
    state = take(state, action)
    if not is_surely_allowed(ground.board, lines, laid):
        check_laying(board_of(state.tiles), lines, laid)
    board = with_tile(ground.board, laid)
    seats = len(state.players)
    settled = settle(board, lines, laid, state.options, seats)
    if state.turns < seats:  # the first round
        _check_first_round(lines, settled)
    state = replace(state, tiles=(*state.tiles, laid), lines=settled)
    return _after_tile(state, next_ground(ground, before, state, board))


def _check_orientation(action: Placement) -> None:
    if isinstance(action, LayTrack):
        if action.edges not in EDGES_OF[action.tile]:
            raise IllegalAction("IU-1.3", "no_such_track", {"tile": action.tile, "edges": action.edges})
    elif action.station in CROSSINGS:
        if action.edges is not None:
            raise IllegalAction("IU-1.2", "crossing_is_not_turned", {"edges": action.edges})
    elif action.edges not in STRAIGHTS:
        raise IllegalAction("IU-1.2", "station_is_straight", {"edges": STRAIGHTS})


def _check_first_round(before: tuple[Line, ...], lines: tuple[Line, ...]) -> None:  # IU-4.B
    finished = [
        line_name(lines, number)
        for number, (old, new) in enumerate(zip(before, lines, strict=True))
        if new.finished and not old.finished
    ]
    if finished:
        raise IllegalAction("IU-4.B", "finishes_in_first_round", {"lines": tuple(finished)})


def _after_tile(state: State, ground: Ground) -> State:
    """The same turn if another tile is allowed and can be laid, otherwise the next one (IU-3.7)."""
    if state.laid < TILES_PER_TURN and can_lay(state, ground):
        return state
    return _next_turn(state, ground)


# IU-3.7 and IU-6.1: the end of a turn and of the game


def _end_turn(state: State, _: EndTurn) -> State:
    _check_turn(state)
    if not state.laid:
        raise IllegalAction("IU-3.4", "nothing_laid", {"colour": COLOURS[state.turn]})
    return _next_turn(state, ground_of(state))


def _next_turn(state: State, ground: Ground) -> State:
    state = refill(state)
    reason = _end_reason(state)
    if reason is not None:
        return replace(state, step=Step.OVER, turns=state.turns + 1, reason=reason)
    state = replace(
        state,
        turn=(state.turn + 1) % len(state.players),
        turns=state.turns + 1,
        laid=0,
        station_laid=False,
    )
    if can_lay(state, ground):
        return state
    return replace(state, step=Step.OVER, reason=_end_reason(state) or "IU-6.1d")  # IU-3.4


def _end_reason(state: State) -> EndReason | None:
    """The clause that ends the game at the end of this turn, the first of IU-6.1; None if it goes on."""
    for line in state.lines:
        if not line.finished:
            break
    else:
        return "IU-6.1a"
    if not state.stack and not any(state.open):
        return "IU-6.1b"
    if not state.players[state.turn].left:
        return "IU-6.1c"
    return None


_LAW: dict[type, Callable[[State, Any], State]] = {
    Deal: deal,
    LayTrack: _lay,
    LayStation: _lay,
    EndTurn: _end_turn,
}
