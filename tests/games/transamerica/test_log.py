"""The log of TransAmerica as people read it: places have names, and a turn is one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stellwerk import load_texts
from stellwerk.games.transamerica import GAME
from stellwerk.games.transamerica.law.data import CROSSINGS
from stellwerk.games.transamerica.law.places import spoken
from tests.games.transamerica.table import AT, fresh, table

if TYPE_CHECKING:
    from stellwerk import LogLine
    from stellwerk.games.transamerica.law.state import State


def told(state: State, *texts: str, language: str = "en") -> str:
    """These actions of one turn in a sentence, as a spectator reads it."""
    lines: list[LogLine] = []
    for text in texts:
        action = GAME.parse(text)
        after = GAME.apply(state, action)
        lines += GAME.log(state, action, after, None)
        state = after
    return load_texts("transamerica", language).log_line(GAME.tell(lines)[0], ("Theo", "Mia"))


def crossing_at(name: str) -> int:
    """The crossing that is called so in English."""
    texts = load_texts("transamerica", "en")
    return next(crossing for crossing in range(CROSSINGS) if texts.word(spoken(crossing)) == name)


def rail(one: int, other: int) -> str:
    return f"R {min(one, other)}-{max(one, other)}"


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_two_places_have_the_same_name(language: str) -> None:
    texts = load_texts("transamerica", language)
    names = {texts.word(spoken(crossing)) for crossing in range(CROSSINGS)}
    assert len(names) == CROSSINGS
    assert not any(character.isdigit() for name in names for character in name)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Theo builds 2 rails from Kansas City toward Denver."),
        ("de", "Theo baut 2 Schienen von Kansas City in Richtung Denver."),
    ],
)
def test_rails_in_a_row_are_one_stretch(language: str, sentence: str) -> None:
    start = AT["Kansas City"]
    state = table(markers=(start, 65))
    assert told(state, rail(start, start - 1), rail(start - 1, start - 2), language=language) == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Theo builds rails from Kansas City toward Denver and toward St. Louis."),
        ("de", "Theo baut Schienen von Kansas City in Richtung Denver und in Richtung St. Louis."),
    ],
)
def test_rails_that_leave_the_same_place_name_it_once(language: str, sentence: str) -> None:
    start = AT["Kansas City"]
    state = table(markers=(start, 65))
    assert told(state, rail(start, start - 1), rail(start, start + 1), language=language) == sentence


@pytest.mark.parametrize(
    ("language", "at_city", "beside", "way"),
    [
        ("en", "at Omaha", "just west of Omaha", "from just west of Omaha to Omaha"),
        (
            "de",
            "in Omaha",
            "gleich westlich von Omaha",
            "von der Kreuzung gleich westlich von Omaha nach Omaha",
        ),
    ],
)
def test_places_have_the_form_that_their_sentence_needs(
    language: str, at_city: str, beside: str, way: str
) -> None:
    verb, builds = {"en": ("starts", "builds a rail"), "de": ("beginnt", "baut eine Schiene")}[language]
    omaha, west = AT["Omaha"], crossing_at("just west of Omaha")
    assert told(fresh(), f"M {omaha}", language=language) == f"Theo {verb} {at_city}."
    assert told(fresh(), f"M {west}", language=language) == f"Theo {verb} {beside}."
    assert told(table(markers=(west, 99)), rail(west, omaha), language=language) == f"Theo {builds} {way}."


def test_a_double_line_is_told_as_such() -> None:
    start, end = AT["Kansas City"], crossing_at("just north-east of Kansas City")
    state = table(markers=(start, 65))
    assert told(state, rail(start, end)) == "Theo builds the double line from Kansas City toward Minneapolis."


def test_the_same_way_twice_is_told_by_direction() -> None:
    state = table(markers=(AT["Santa Fe"], 65))
    west, south_west = (crossing_at(f"just {where} of Santa Fe") for where in ("west", "south-west"))
    twice = told(state, rail(AT["Santa Fe"], south_west), rail(AT["Santa Fe"], west))
    assert twice == "Theo builds rails from Santa Fe south-westward and westward."
