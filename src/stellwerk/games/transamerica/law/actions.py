"""What players and chance can do in TransAmerica, one small step at a time."""

from __future__ import annotations

import msgspec


class Deal(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="!"):
    """Chance: the five cities of every seat as crossings, in the order of the colours."""

    hands: tuple[tuple[int, ...], ...]


class Marker(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="M"):
    """The start marker to a crossing."""

    crossing: int


class Rail(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="R"):
    """A neutral rail on the line between two crossings, the smaller number first."""

    a: int
    b: int


class ColouredRail(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="V"):
    """A rail of the own colour (TA-V.1) on the line between two crossings, the smaller number first."""

    a: int
    b: int


class EndTurn(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="E"):
    """The end of the turn without a second rail."""


Action = Deal | Marker | Rail | ColouredRail | EndTurn
