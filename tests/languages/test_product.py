"""The whole product in a third language, which costs one file for each package and nothing else.

It is the pseudo-language, in which every letter has an accent: a plain word is one that is not in the texts.
"""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import stellwerk
from stellwerk.core.languages import FALLBACK, LANGUAGES
from stellwerk.games.transamerica.law.data import CITIES
from stellwerk.tables.names import SPARE_NAMES
from tests.browser.people import PHONE, Person
from tests.browser.server import Server
from tests.browser.stages import MORE, RECORDS, STAGES, later
from tests.golden import archive
from tests.languages import house
from tests.languages.plain import WORD, plain_words, written_on
from tests.languages.pseudo import TAG

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

PEOPLE = ("Anna", "Bea", "Ada", "Bert", "Cem", "Cora", "Dora", "simple")
"""At the tables of the stages and in their records."""
NOT_TRANSLATED = ("Stellwerk", "Deutsch", "English", "polski", "LIMITED", "PNG", "SVG", "new")
"""The house, languages in their own words, the sign on a tram, kinds of files, notation."""
PLURAL = re.compile(r"\b(\d+) \w+([°¤])")
"""A number and the form of the word that follows it."""


@pytest.fixture(scope="session")
def source() -> Path:
    """The folder for Python's path in a house that speaks the pseudo-language."""
    return house.kept()


@pytest.fixture(scope="session")
def address(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in that house."""
    with Server(tmp_path_factory.mktemp("data"), source) as server:
        yield server.address


def allowed() -> frozenset[str]:
    """What is the same in every language."""
    bots = [
        bot["name"]
        for key in stellwerk.games()
        for bot in stellwerk.load_texts(key, FALLBACK).section("bots").values()
    ]
    levels = [level for key in stellwerk.games() for level in stellwerk.load(key).bots]
    titles = [stellwerk.load(key).info.title for key in stellwerk.games()]
    cities = [city.name for city in CITIES]
    options = [
        f"{name} {option.choices}".replace("_", " ").lower()
        for key in stellwerk.games()
        for name, option in stellwerk.load(key).info.options.items()
    ]
    said = (*PEOPLE, *NOT_TRANSLATED, *options, *levels, *bots, *SPARE_NAMES, *titles, *cities)
    return frozenset(word for text in said for word in WORD.findall(text))


PLAIN = later("tiny", 1, 2, level=stellwerk.load("tiny").info.usual_level)


@pytest.mark.parametrize("stages", [STAGES, {**MORE, "plain": PLAIN}], ids=["pages", "games"])
def test_every_page_speaks_it(
    stages: dict[str, Callable[[Person], None]], browser: Browser, address: str
) -> None:
    person = Person(browser, address, "Anna", language=TAG)
    plain: dict[str, list[str]] = {}
    for name, show in stages.items():
        if name.endswith("-middle"):
            continue  # the end of the same game shows as much
        show(person)
        person.page.wait_for_load_state("networkidle")
        assert person.page.locator("html").get_attribute("lang") == TAG
        plain[name] = sorted(plain_words(written_on(person.page), allowed()))
    assert person.leave() == []
    assert {name: words for name, words in plain.items() if words} == {}


def test_it_can_be_chosen_among_the_others(browser: Browser, address: str) -> None:
    person = Person(browser, address, size=PHONE)
    choice = person.page.locator("header select")
    assert choice.locator("option").count() == len(LANGUAGES) + 1
    box = choice.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE[0]
    choice.select_option(TAG)
    person.page.locator(f"html[lang={TAG}]").wait_for(state="attached")
    person.page.wait_for_load_state("networkidle")
    assert plain_words(written_on(person.page), allowed()) == set()
    assert person.leave() == []


@pytest.mark.parametrize("game", RECORDS)
def test_the_command_line_tells_whole_games_in_it(game: str, source: Path) -> None:
    told = run(source, "replay", str(archive.records()[RECORDS[game]]))
    assert plain_words(told, allowed()) == set()
    for count, form in PLURAL.findall(told):
        assert form == ("°" if re.search(r"(?<!1)[234]$", count) else "¤")


def run(source: Path, *words: str) -> str:
    """What `stellwerk` prints in that house."""
    command = [sys.executable, "-m", "stellwerk", "--lang", TAG, *words]
    done = subprocess.run(command, env={"PYTHONPATH": str(source)}, capture_output=True, check=True)
    return done.stdout.decode()
