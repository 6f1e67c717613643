"""The actions of players and of chance: each is one small step, so a turn may have two."""

from __future__ import annotations

import msgspec


class Deal(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="!"):
    """Chance deals: for each seat the crossings of its five cities, in the order of the colours."""

    hands: tuple[tuple[int, ...], ...]


class Marker(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="M"):
    """Put the start marker on a crossing."""

    crossing: int


class Rail(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="R"):
    """Lay a neutral rail between two crossings, `a` < `b`."""

    a: int
    b: int


class ColouredRail(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="V"):
    """Lay a rail of your own colour (TA-V.1) between two crossings, `a` < `b`."""

    a: int
    b: int


class EndTurn(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="E"):
    """End the turn without a second rail."""


Action = Deal | Marker | Rail | ColouredRail | EndTurn
