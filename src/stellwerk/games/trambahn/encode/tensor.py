"""What a seat may know of Trambahn as numbers: a tensor of fixed length, and what is new between two views.

The own things come before the other player's. Counts are divided by the most there can be, points by 100.
Nothing but the view is read; what stays the same for many actions is kept. Left out is what follows from the
rest: the worth of the lines.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Part, put
from stellwerk.games.trambahn.encode.ids import ROWS
from stellwerk.games.trambahn.law.data import (
    CARDS,
    CONDUCTOR,
    COPIES_OF,
    LINES,
    ORDER,
    POINTS_OF,
    RUNS,
    VALUE_OF,
)
from stellwerk.games.trambahn.law.memory import SPECTATOR, knows
from stellwerk.games.trambahn.law.state import Step

if TYPE_CHECKING:
    from stellwerk.core.coding import Floats
    from stellwerk.games.trambahn.law.data import Card
    from stellwerk.games.trambahn.law.state import Row
    from stellwerk.games.trambahn.law.view import FaceDown, PlayerView, View

_KINDS: Final = len(CARDS)
_SHARE: Final[dict[Card, float]] = {card: 1 / COPIES_OF[card] for card in CARDS}
_PILE: Final = 1 / 120
_ROW: Final = 9
_PLAYER: Final = (("counts", 3), ("money", _KINDS), ("rows", ROWS * _ROW))
_LAYOUT: Final = (
    Part("step", len(Step)),
    Part("turn", 6),
    Part("options", 3),
    Part("hand", _KINDS),
    *(Part(f"{whose}_{name}", size) for whose in ("own", "other") for name, size in _PLAYER),
    Part("terminals", _KINDS - 1 + 2 * len(LINES)),
    Part("trams", 6),
    Part("piles", 2),
    Part("remembered", _KINDS),
    Part("discard", _KINDS),
    Part("points", 3),
)
SIZE: Final = sum(part.size for part in _LAYOUT)
NOVELTIES: Final = _KINDS


def layout(seats: int) -> tuple[Part, ...]:
    """The parts of the tensor.

    `turn` is: own turn, began the game, passengers played, trams bought, the step is a choice, a seat acts.
    """
    del seats
    return _LAYOUT


def write(view: View, tensor: Floats) -> None:
    """Say in numbers what a view says; places of rows that are not there stay 0."""
    own = _own(view)
    numbers = [*_table(view), *_faces(view.players[own].hand or ())]
    start = 0
    for player in (view.players[own], view.players[1 - own]):
        numbers += _player(player)
        put(tensor, start, numbers)
        start += len(numbers) + _ROW * (ROWS - len(player.rows))
        numbers = []
    numbers += _terminals(view.terminals)
    for trams in (view.offer, view.stack):
        numbers += [trams.count(tram) / 7 for tram in (2, 3, 4)]
    numbers += [view.draw_size * _PILE, len(view.discard) * _PILE]
    numbers += _faces(view.remembered)
    numbers += _known(view.discard)
    numbers += [view.totals[own] / 100, view.totals[1 - own] / 100, len(view.runs) / RUNS]
    put(tensor, start, numbers)


def _own(view: View) -> int:
    assert view.seat is not None
    return view.seat


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


def _player(player: PlayerView) -> list[float]:
    numbers = [player.hand_size / 6, len(player.money) * _PILE, player.drawn * _PILE]
    numbers += _known(player.money)
    for row in player.rows:
        numbers += _row(row)
    return numbers


@lru_cache(1 << 12)
def _row(row: Row) -> tuple[float, ...]:
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
        sum([POINTS_OF[stop] for stop in row.stops]) / 15,
    )


@lru_cache(1 << 10)
def _terminals(terminals: tuple[tuple[Card, ...], ...]) -> tuple[float, ...]:
    """The waiting stops by card, then by line how many wait and how many of them are conductors."""
    return (
        *_faces(tuple(card for terminal in terminals for card in terminal))[:-1],
        *(len(terminal) / 4 for terminal in terminals),
        *(terminal.count(CONDUCTOR) / 4 for terminal in terminals),
    )


def news(before: View, after: View) -> tuple[int, ...]:
    """The cards that the observer has drawn."""
    seat = after.seat
    if seat is None:
        return ()
    was, now = before.players[seat].hand or (), after.players[seat].hand or ()
    if was == now:
        return ()
    drawn = Counter(now) - Counter(was)
    return tuple(sorted(ORDER[card] for card in drawn.elements()))


def known_alone(view: View) -> tuple[int, ...]:
    """The hand, and the face-down cards that nobody else has seen, in the order in which they lie.

    What a sampled seat remembers of the draw pile follows: what everybody does, less what it holds.
    """
    piles = (*(player.money for player in view.players), view.discard)
    faces = [face.card for pile in piles for face in pile if not knows(SPECTATOR, face.seen)]
    hand = view.players[_own(view)].hand or ()
    return tuple(ORDER[card] for card in (*hand, *faces) if card is not None)


def most_news(seats: int) -> int:
    """The first hand, and six cards a turn (see `info`)."""
    del seats
    return 6 + 98 * 6
