"""What one observer may know about a game of Trambahn. Nothing else of the state reaches a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from stellwerk.core.remember import remembered
from stellwerk.core.setup import check_observer
from stellwerk.games.trambahn.law.data import CARDS, Card, Tram
from stellwerk.games.trambahn.law.memory import MARKS, SPECTATOR, knows
from stellwerk.games.trambahn.law.scoring import lines_worth, totals
from stellwerk.games.trambahn.law.state import Options, Row, Run, SpecialRun, Step

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.state import Pile, Player, State

SHARED: Final = 2_048
"""Parts of views that are kept for the next view of the same table."""


class FaceDown(msgspec.Struct, frozen=True, gc=False):
    """A face-down card: its face if the observer knows it, and marks that say who does (see `memory`)."""

    card: Card | None
    seen: int


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """What belongs to one player, as the observer sees it."""

    hand: tuple[Card, ...] | None
    """None if it is hidden from the observer."""
    hand_size: int
    money: tuple[FaceDown, ...]
    """The last card lies on top and is paid first."""
    rows: tuple[Row, ...]
    next_row: int
    """The number of the next row."""
    drawn: int
    """Cards drawn from the current draw pile."""


class View(msgspec.Struct, frozen=True, gc=False):
    """The table as the observer sees it; `seat` is None for a spectator."""

    seat: int | None
    options: Options
    rules_version: int
    start_seat: int
    turn: int
    step: Step
    passengers: int
    trams: int
    players: tuple[PlayerView, PlayerView]
    draw_size: int
    remembered: tuple[Card, ...]
    """Faces that are known to have gone into the draw pile and were not seen since: they are still there, or
    in the hand or income of a player who drew from it."""
    remembered_by_all: tuple[Card, ...]
    """The same for a spectator: the faces that everybody remembers."""
    discard: tuple[FaceDown, ...]
    terminals: tuple[tuple[Card, ...], ...]
    """Waiting passengers by line: blue, red, green, yellow."""
    worth: tuple[tuple[int, int], ...]
    """The points that a run of each line would give each player now."""
    offer: tuple[Tram, ...]
    stack: tuple[Tram, ...]
    runs: tuple[Run, ...]
    special_runs: tuple[SpecialRun, ...]
    totals: tuple[int, int]


def view(state: State, seat: int | None) -> View:
    """What a seat may know; None stands for a spectator."""
    return replace(bare_view(state, seat), worth=lines_worth(state))


def bare_view(state: State, seat: int | None) -> View:
    """The view without `worth`, which can be worked out from the rest."""
    check_observer(seat, len(state.players))
    observer = SPECTATOR if seat is None else seat
    first, second = state.players
    return View(
        seat=seat,
        options=state.options,
        rules_version=state.rules_version,
        start_seat=state.start_seat,
        turn=state.turn,
        step=state.step,
        passengers=state.passengers,
        trams=state.trams,
        players=(_player(first, 0, observer), _player(second, 1, observer)),
        draw_size=len(state.draw),
        remembered=state.memory[observer],
        remembered_by_all=state.memory[SPECTATOR],
        discard=_face_down(state.discard, observer),
        terminals=state.terminals,
        worth=(),
        offer=state.offer,
        stack=state.stack,
        runs=state.runs,
        special_runs=state.special_runs,
        totals=totals(state),
    )


def standing(view: View) -> tuple[int, int]:
    """Each seat's points so far."""
    return view.totals


@remembered(SHARED)  # only the player whose turn it is changes
def _player(player: Player, seat: int, observer: int) -> PlayerView:
    return PlayerView(
        hand=player.hand if observer == seat else None,
        hand_size=len(player.hand),
        money=_face_down(player.money, observer),
        rows=player.rows,
        next_row=player.next_row,
        drawn=player.drawn,
    )


@remembered(SHARED)  # a pile stays the same for many actions
def _face_down(pile: Pile, observer: int) -> tuple[FaceDown, ...]:
    known = _KNOWN[observer]
    return tuple(
        [
            _FACES[card if known[seen] else None, seen]
            for card, seen in zip(pile.cards, pile.seen, strict=True)
        ]
    )


# All possible face-down cards, made once: a view holds dozens, and many views are made.
_FACES: Final = {(card, seen): FaceDown(card, seen) for card in (*CARDS, None) for seen in range(MARKS)}
_KNOWN: Final = tuple(tuple(knows(observer, seen) for seen in range(MARKS)) for observer in range(3))
