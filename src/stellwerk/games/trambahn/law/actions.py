"""What players and chance can do in Trambahn, one small step at a time."""

from __future__ import annotations

import msgspec

from stellwerk.games.trambahn.law.data import Card, Line, Tram


class Shuffle(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="!"):
    """Chance: the order of a new draw pile, first card on top; at the start all 120 cards."""

    cards: tuple[Card, ...]


class Passenger(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="P"):
    """A card to a terminal; a conductor says to which."""

    card: Card
    line: Line | None = None


class Stop(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="S"):
    """A card to the end of an own row; without a row it begins a new one."""

    card: Card
    row: int | None = None


class Income(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="M"):
    """A card face down on the own money pile."""

    card: Card


class BuyTram(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="T"):
    """An open tram for an own row."""

    tram: Tram
    row: int


class EndTurn(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="E"):
    """The explicit end of the turn."""


Action = Shuffle | Passenger | Stop | Income | BuyTram | EndTurn
