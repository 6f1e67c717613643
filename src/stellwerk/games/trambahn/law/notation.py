"""Actions as short texts, and back: the notation of docs/rules/trambahn.md."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from stellwerk.core.errors import NotationError
from stellwerk.games.trambahn.law.actions import Action, BuyTram, EndTurn, Income, Passenger, Shuffle, Stop
from stellwerk.games.trambahn.law.data import CARDS, CONDUCTOR

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.data import Card, Line, Tram

_CARD = r"([BRGY](?:10|[1-9])|K)"
_ROW = r"([1-9][0-9]{0,2})"
_PASSENGER = re.compile(r"P (?:([BRGY](?:10|[1-9]))|K>([BRGY]))")
_STOP = re.compile(rf"S {_CARD}>(?:{_ROW}|new)")
_INCOME = re.compile(rf"M {_CARD}")
_TRAM = re.compile(rf"T x([234])>{_ROW}")
_BY_TEXT: dict[str, Card] = {card: card for card in CARDS}


def to_text(action: Action) -> str:
    """An action in the notation."""
    match action:
        case Passenger(card, None):
            return f"P {card}"
        case Passenger(card, line):
            return f"P {card}>{line}"
        case Stop(card, row):
            return f"S {card}>{row or 'new'}"
        case Income(card):
            return f"M {card}"
        case BuyTram(tram, row):
            return f"T x{tram}>{row}"
        case EndTurn():
            return "E"
        case Shuffle(cards):
            return " ".join(("!", *cards))


def public_text(action: Action) -> str:
    """An action as the other player sees it: income and shuffles stay face down."""
    match action:
        case Income():
            return "M ?"
        case Shuffle():
            return "!"
    return to_text(action)


def parse(text: str) -> Action:
    """The action that a text stands for; raises `NotationError` if it is not canonical."""
    if text == "E":
        return EndTurn()
    if text.startswith("! "):
        return _parse_shuffle(text)
    if found := _PASSENGER.fullmatch(text):
        card, line = found.groups()
        return Passenger(cast("Card", card)) if card else Passenger(CONDUCTOR, cast("Line", line))
    if found := _STOP.fullmatch(text):
        card, row = found.groups()
        return Stop(cast("Card", card), int(row) if row else None)
    if found := _INCOME.fullmatch(text):
        return Income(cast("Card", found[1]))
    if found := _TRAM.fullmatch(text):
        return BuyTram(cast("Tram", int(found[1])), int(found[2]))
    raise NotationError(text)


def _parse_shuffle(text: str) -> Shuffle:
    try:
        return Shuffle(tuple(_BY_TEXT[card] for card in text[2:].split(" ")))
    except KeyError:
        raise NotationError(text) from None
