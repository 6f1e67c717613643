"""The actions of players and of chance in Trambahn, each one small step."""

from __future__ import annotations

import msgspec

from stellwerk.games.trambahn.law.data import Card, Line, Tram


class Shuffle(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="!"):
    """Chance gives a pile its order, first card on top: all 120 cards for the deal, later a new draw pile."""

    cards: tuple[Card, ...]


class Passenger(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="P"):
    """Play a card to the terminal of its line; with a conductor, `line` says which."""

    card: Card
    line: Line | None = None


class Stop(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="S"):
    """Add a card to one of the player's rows; without `row`, begin a new one."""

    card: Card
    row: int | None = None


class Income(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="M"):
    """Put a card face down on the player's money pile."""

    card: Card


class BuyTram(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="T"):
    """Buy an open tram for one of the player's rows."""

    tram: Tram
    row: int


class EndTurn(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="E"):
    """End the turn."""


Action = Shuffle | Passenger | Stop | Income | BuyTram | EndTurn
