"""TransAmerica's deals as single city cards.

A piece is a city, numbered by its crossing. The colours are drawn in turn, one card for every seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Pieces
from stellwerk.games.transamerica.fast.runner import hands_of, urns_of
from stellwerk.games.transamerica.law.actions import Deal
from stellwerk.games.transamerica.law.data import CROSSINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.coding import Urn
    from stellwerk.games.transamerica.law.actions import Action
    from stellwerk.games.transamerica.law.state import State


def urns(state: State) -> tuple[Urn, ...]:
    """The cities of each colour."""
    return urns_of(len(state.players))


def deal_of(state: State, outcomes: Sequence[int]) -> Action:
    """The deal that gives these cities."""
    return Deal(hands_of(outcomes, len(state.players)))


def cities_of(action: Action) -> list[int]:
    """The cities of a deal."""
    assert isinstance(action, Deal)
    return [city for colour in zip(*action.hands, strict=True) for city in colour]


DEALS: Final = Pieces(CROSSINGS, urns, deal_of, cities_of)
