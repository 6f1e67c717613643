"""Trambahn's shuffles as single cards.

A piece is a card, numbered 0 to 40 in the order of the notation. Pieces are drawn in the order of the new
draw pile, from the top.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Pieces, Urn
from stellwerk.games.trambahn.law.actions import Shuffle
from stellwerk.games.trambahn.law.cards import to_shuffle
from stellwerk.games.trambahn.law.data import CARDS, ORDER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.state import State


def urns(state: State) -> tuple[Urn, ...]:
    """One urn with all cards that are shuffled."""
    cards = Counter(to_shuffle(state).cards)
    return (Urn(tuple((ORDER[card], cards[card]) for card in CARDS if cards[card]), cards.total()),)


def shuffle_of(state: State, outcomes: Sequence[int]) -> Action:
    """The shuffle that draws these cards."""
    del state
    return Shuffle(tuple(CARDS[outcome] for outcome in outcomes))


def cards_of(action: Action) -> list[int]:
    """The cards of a shuffle."""
    assert isinstance(action, Shuffle)
    return [ORDER[card] for card in action.cards]


SHUFFLES: Final = Pieces(len(CARDS), urns, shuffle_of, cards_of)
