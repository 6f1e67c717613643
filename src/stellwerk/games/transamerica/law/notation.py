"""Actions as short texts and back; docs/rules/transamerica.md describes the notation."""

from __future__ import annotations

import re
from functools import lru_cache

from stellwerk.core.errors import NotationError
from stellwerk.games.transamerica.law.actions import Action, ColouredRail, Deal, EndTurn, Marker, Rail

_NUMBER = r"(0|[1-9][0-9]{0,2})"
_MARKER = re.compile(rf"M {_NUMBER}")
_RAIL = re.compile(rf"([RV]) {_NUMBER}-{_NUMBER}")
_HAND = r"(?:0|[1-9][0-9]{0,2})(?:,(?:0|[1-9][0-9]{0,2})){4}"
_DEAL = re.compile(rf"! {_HAND}(?: \| {_HAND}){{1,5}}")


@lru_cache(1 << 10)  # the map has a few hundred lines and crossings
def to_text(action: Action) -> str:
    """The action in the notation."""
    match action:
        case Rail(a, b):
            return f"R {a}-{b}"
        case ColouredRail(a, b):
            return f"V {a}-{b}"
        case Marker(crossing):
            return f"M {crossing}"
        case EndTurn():
            return "E"
        case Deal(hands):
            return "! " + " | ".join(",".join(map(str, hand)) for hand in hands)


def public_text(action: Action) -> str:
    """The same for observers, without the cities of a deal."""
    return "!" if isinstance(action, Deal) else to_text(action)


def parse(text: str) -> Action:
    """The action of a text, which must be written exactly as `to_text` does."""
    if text == "E":
        return EndTurn()
    if found := _RAIL.fullmatch(text):
        kind, a, b = found[1], int(found[2]), int(found[3])
        if a < b:
            return Rail(a, b) if kind == "R" else ColouredRail(a, b)
    elif found := _MARKER.fullmatch(text):
        return Marker(int(found[1]))
    elif _DEAL.fullmatch(text):
        hands = text[2:].split(" | ")
        return Deal(tuple(tuple(map(int, hand.split(","))) for hand in hands))
    raise NotationError(text)
