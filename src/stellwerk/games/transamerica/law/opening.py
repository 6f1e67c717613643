"""What the first turn of a player is called: by the city nearest to the start marker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core.game import Opening
from stellwerk.games.transamerica.law.actions import Action, Marker
from stellwerk.games.transamerica.law.places import nearest_city

if TYPE_CHECKING:
    from collections.abc import Sequence


def opening(turn: Sequence[Action], _seat: int) -> Opening | None:
    """The name of a first turn; None for a turn without a marker."""
    for action in turn:
        if isinstance(action, Marker):
            return Opening("marker", {"city": nearest_city(action.crossing).name})
    return None
