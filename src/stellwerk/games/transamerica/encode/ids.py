"""TransAmerica's actions as numbers for programs that learn, and its deals as single city cards.

Ids rise in the order of the notation:

| ids | action |
|---|---|
| 0–187 | marker, by crossing |
| 188–1205 | 188 + 2 × line: a rail; one more: a coloured rail (TA-V.1) |
| 1206 | end of turn |

A chance outcome is a city by its crossing. Each colour is drawn in turn, a card for every seat.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Urn
from stellwerk.games.transamerica.law.actions import Action, ColouredRail, Deal, EndTurn, Marker, Rail
from stellwerk.games.transamerica.law.data import COLOURS, CROSSINGS, LINE_NUMBER, LINES, cities_in_play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.transamerica.law.state import State

_RAIL: Final = CROSSINGS
_END: Final = _RAIL + 2 * len(LINES)
IDS: Final = _END + 1


def encode(state: State, actions: Sequence[Action]) -> list[int]:
    """The ids of legal actions, rising."""
    del state
    return [id_of(action) for action in actions]


def id_of(action: Action) -> int:
    """The id of an action."""
    kind = type(action)
    if kind is Rail:
        assert isinstance(action, Rail)
        return _RAIL + 2 * LINE_NUMBER[action.a, action.b]
    if kind is ColouredRail:
        assert isinstance(action, ColouredRail)
        return _RAIL + 2 * LINE_NUMBER[action.a, action.b] + 1
    if kind is Marker:
        assert isinstance(action, Marker)
        return action.crossing
    if kind is EndTurn:
        return _END
    raise TypeError(f"{action!r} is no action of a player, so it has no id.")


def urns(state: State) -> tuple[Urn, ...]:
    """The cities of each colour."""
    return urns_of(len(state.players))


@cache
def urns_of(seats: int) -> tuple[Urn, ...]:
    """The same for a number of seats."""
    return tuple(Urn(tuple((city, 1) for city in sorted(cities)), seats) for cities in cities_in_play(seats))


def dealt(state: State, outcomes: Sequence[int]) -> Deal:
    """The deal that gives these cities, colour by colour to every seat."""
    return Deal(hands_of(outcomes, len(state.players)))


def hands_of(outcomes: Sequence[int], seats: int) -> tuple[tuple[int, ...], ...]:
    """The cities of every seat."""
    colours = [outcomes[start : start + seats] for start in range(0, len(COLOURS) * seats, seats)]
    return tuple(zip(*colours, strict=True))


def pieces(action: Action) -> list[int]:
    """The cities of a deal."""
    assert isinstance(action, Deal)
    return [city for colour in zip(*action.hands, strict=True) for city in colour]
