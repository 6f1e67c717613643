"""What the first turn of a player is called: by what it does besides the passengers everybody has to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core.game import Opening
from stellwerk.games.trambahn.law.actions import Action, BuyTram, Income, Stop

if TYPE_CHECKING:
    from collections.abc import Sequence


def opening(turn: Sequence[Action], _seat: int) -> Opening | None:
    """The name of a first turn."""
    rows = sum(isinstance(action, Stop) and action.row is None for action in turn)
    if any(isinstance(action, BuyTram) for action in turn):
        return Opening("tram", {"rows": rows})
    if rows:
        return Opening("rows", {"rows": rows})
    if any(isinstance(action, Income) for action in turn):
        return Opening("income", {})
    return Opening("wait", {})
