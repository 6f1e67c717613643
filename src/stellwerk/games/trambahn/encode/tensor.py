"""What a seat of Trambahn knows, as numbers: its view written into the places of `fast.tensor_layout`.

This is the definition: it reads nothing but the view. It also serves where the fast core cannot: before the
first deal and on machines without a compiler. `fast.tensor` must write the same numbers, and a test compares
them. What can be worked out from the rest, the worth of the lines, is left out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Tensor, put
from stellwerk.games.trambahn.fast import tensor_layout as to
from stellwerk.games.trambahn.law.data import (
    CARDS,
    CONDUCTOR,
    COPIES_OF,
    ORDER,
    RUNS,
    VALUE_OF,
)
from stellwerk.games.trambahn.law.state import Step

if TYPE_CHECKING:
    from stellwerk.core.coding import Floats
    from stellwerk.games.trambahn.law.data import Card
    from stellwerk.games.trambahn.law.state import Row
    from stellwerk.games.trambahn.law.view import FaceDown, PlayerView, View

_KINDS: Final = len(CARDS)
_SHARE: Final[dict[Card, float]] = {card: 1 / COPIES_OF[card] for card in CARDS}
"""What one card adds: all of a kind add up to 1."""


def write(view: View, tensor: Floats) -> None:
    """Write what a view says; the places of rows that do not exist stay 0."""
    seat = view.seat
    assert seat is not None
    own, other = view.players[seat], view.players[1 - seat]
    nine = view.options.points_of_nine
    put(tensor, to.STEP, [*_table(view), *_faces(own.hand or ()), *_player(own, nine)])
    put(tensor, to.OTHER, _player(other, nine))
    trams = [stack.count(tram) / 7 for stack in (view.offer, view.stack) for tram in (2, 3, 4)]
    piles = (view.draw_size * to.PILE, len(view.discard) * to.PILE)
    points = (view.totals[seat] / 100, view.totals[1 - seat] / 100, len(view.runs) / RUNS)
    cards = (*_faces(view.remembered), *_known(view.discard))
    put(tensor, to.TERMINALS, [*_terminals(view.terminals), *trams, *piles, *cards, *points])


def _table(view: View) -> list[float]:
    steps = [0.0] * len(Step)
    steps[view.step] = 1.0
    chosen = Step.PASSENGERS <= view.step <= Step.TRAMS
    return [
        *steps,
        float(view.turn == view.seat),
        float(view.start_seat == view.seat),
        view.passengers / 2,
        view.trams / 3,
        float(chosen),
        float(chosen and view.turn == view.seat),
        float(view.options.new_rows == "free"),
        float(view.options.max_trams_per_turn == 2),
        float(view.options.halving == "up"),
        float(view.options.points_of_nine == 3),
        float(view.options.reshuffle == "empty"),
    ]


@lru_cache(1 << 12)
def _faces(cards: tuple[Card, ...]) -> tuple[float, ...]:
    shares = [0.0] * _KINDS
    for card in cards:
        shares[ORDER[card]] += _SHARE[card]
    return tuple(shares)


@lru_cache(1 << 8)  # piles stay as they are for many actions
def _known(pile: tuple[FaceDown, ...]) -> tuple[float, ...]:
    """The faces in a pile that the observer has seen."""
    shares = [0.0] * _KINDS
    for face in pile:
        card = face.card
        if card is not None:
            shares[ORDER[card]] += _SHARE[card]
    return tuple(shares)


def _player(player: PlayerView, nine: int) -> list[float]:
    numbers = [player.hand_size / 6, len(player.money) * to.PILE, player.drawn * to.PILE]
    numbers += _known(player.money)
    for row in player.rows:
        numbers += _row(row, nine)
    return numbers


@lru_cache(1 << 12)
def _row(row: Row, nine: int) -> tuple[float, ...]:
    place = ORDER[row.stops[0]] // 10
    return (
        float(place == 0),
        float(place == 1),
        float(place == 2),
        float(place == 3),
        VALUE_OF[row.stops[-1]] / 10,
        len(row.stops) / 10,
        row.conductors / 8,
        (row.tram or 0) / 4,
        row.points(nine) / 15,
    )


@lru_cache(1 << 10)
def _terminals(terminals: tuple[tuple[Card, ...], ...]) -> tuple[float, ...]:
    """The waiting stops by card, then by line how many wait and how many of them are conductors."""
    return (
        *_faces(tuple(card for terminal in terminals for card in terminal))[:-1],
        *(len(terminal) / 4 for terminal in terminals),
        *(terminal.count(CONDUCTOR) / 4 for terminal in terminals),
    )


TENSOR: Final = Tensor(to.layout, write)
