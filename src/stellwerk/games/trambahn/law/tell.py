"""A turn of Trambahn in one sentence: what the player did, step by step, then what came of it.

Works on log lines alone, so it knows nothing that the observer may not know.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from stellwerk.core.game import LogLine
from stellwerk.core.telling import one_sentence
from stellwerk.games.trambahn.law.data import CONDUCTOR

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

TOGETHER = {"passenger": "passenger", "stop": "stop", "new_row": "stop", "income": "income"}
"""What is told in one phrase if it comes in a row."""
DEEDS = {*TOGETHER, "tram", "drew", "drew_cards"}


def tell(lines: Sequence[LogLine]) -> tuple[LogLine, ...]:
    """The turn as one sentence; runs, cleared rows and the like follow it."""
    if not any(line.code == "passenger" for line in lines):
        return tuple(lines)  # a chance action, and what was drawn after it
    return one_sentence(lines, DEEDS, _deeds)


def _deeds(done: Iterable[LogLine]) -> Iterator[LogLine]:
    for _, group in groupby(done, key=_same):
        first, *others = group
        cards = tuple(_counted(_card(line) for line in (first, *others) if "card" in line.params))
        match first.code:
            case "passenger":
                yield LogLine("sends", {"cards": cards, "count": 1 + len(others)})
            case "new_row":
                yield LogLine("begins", {"colour": f"row_{first.params['line']}", "cards": cards})
            case "stop":
                yield LogLine("adds", {"which": first.params["which"], "cards": cards})
            case "income" if first.params["card"] == "?":
                yield LogLine("banks", {"count": 1 + len(others)})
            case "income":
                yield LogLine("banks_cards", {"cards": cards})
            case "tram":
                yield LogLine("buys", {**first.params, "tram": f"one_{first.params['tram']}"})
            case "drew":
                yield LogLine("draws", {"count": first.params["count"]})
            case "drew_cards":
                yield LogLine("draws_cards", {"cards": _all_named(first.params["cards"])})


def _same(line: LogLine) -> tuple[str, object]:
    """What the neighbouring lines of one phrase have in common."""
    return TOGETHER.get(line.code, line.code), line.params.get("row")


def _card(line: LogLine) -> object:
    """A card; a conductor who waits as a passenger is named with the line."""
    if line.code == "passenger" and line.params["card"] == CONDUCTOR:
        return LogLine("conductor_for", {"line": line.params["line"]})
    return _named(line.params["card"])


def _all_named(cards: object) -> tuple[object, ...]:
    assert isinstance(cards, tuple)
    return tuple(_counted(map(_named, cards)))


def _counted(cards: Iterable[object]) -> Iterator[object]:
    """The cards; conductors of the same kind are told together, where the first of them is."""
    found = list(cards)
    for place, card in enumerate(found):
        count = found.count(card)
        if not isinstance(card, LogLine) or count == 1:
            yield card
        elif found.index(card) == place and card.params:
            yield LogLine("conductors_for", {**card.params, "count": count})
        elif found.index(card) == place:
            yield LogLine("conductors", {"count": count})


def _named(card: object) -> object:
    return LogLine("conductor", {}) if card == CONDUCTOR else card
