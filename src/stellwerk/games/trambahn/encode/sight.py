"""What an observer of Trambahn learns from one view to the next, as numbers: the cards drawn.

A novelty is a card, numbered as in `chance`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Sight
from stellwerk.games.trambahn.law.data import CARDS, ORDER
from stellwerk.games.trambahn.law.memory import SPECTATOR, knows
from stellwerk.games.trambahn.law.view import bare_view

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.view import View


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
    """The seat's hand, and the face-down cards that nobody else has seen, in the order in which they lie.

    What a sampled seat remembers of the draw pile follows: what everybody remembers, less what it holds.
    """
    assert view.seat is not None
    piles = (*(player.money for player in view.players), view.discard)
    faces = [face.card for pile in piles for face in pile if not knows(SPECTATOR, face.seen)]
    hand = view.players[view.seat].hand or ()
    return tuple(ORDER[card] for card in (*hand, *faces) if card is not None)


def most_news(seats: int) -> int:
    """The first hand, and six cards in each of at most 98 turns (see `info`)."""
    del seats
    return 6 + 98 * 6


SIGHT: Final = Sight(bare_view, len(CARDS), news, known_alone, most_news)
