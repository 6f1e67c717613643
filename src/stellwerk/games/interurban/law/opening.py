"""What the first turn of a player is called: by the station it lays, or by its track."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core.game import Opening
from stellwerk.games.interurban.law.actions import Action, LayStation, LayTrack

if TYPE_CHECKING:
    from collections.abc import Sequence


def opening(turn: Sequence[Action], seat: int) -> Opening | None:
    """The name of a first turn."""
    for action in turn:
        if isinstance(action, LayStation):
            return Opening("own_station", {}) if action.seat == seat else Opening("other_station", {})
    return Opening("track", {"tiles": sum(isinstance(action, LayTrack) for action in turn)})
