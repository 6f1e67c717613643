"""German terms are those printed in the rule books: docs/glossary.md lists the words that we do not use."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import stellwerk
from stellwerk.core.texts import load_texts
from tests.homes import ROOT, home_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
TERMS, _, AVOIDED = GLOSSARY.partition("## German words that we do not use")
ENDINGS = "(?:e|en|er|ern|es|n|s)?"


class Rule(NamedTuple):
    """A row of the glossary's table."""

    where: str
    words: tuple[str, ...]
    term: str
    exceptions: tuple[str, ...]

    def found_in(self, text: str) -> str | None:
        """The first of the words that a text uses, with any ending."""
        for phrase in self.exceptions:
            text = re.sub(rf"\b{phrase}{ENDINGS}\b", "", text, flags=re.IGNORECASE)
        words = "|".join(map(re.escape, self.words))
        match = re.search(rf"\b(?:{words}){ENDINGS}\b", text)
        return match and match[0]


def rules() -> list[Rule]:
    """The table of the glossary."""
    rows = [line.strip("|").split("|") for line in AVOIDED.splitlines() if line.startswith("|")][2:]
    cells = [[cell.strip() for cell in row] for row in rows]
    return [Rule(where, _listed(words), term, _listed(kept)) for where, words, term, kept in cells]


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in cell.split(",") if word.strip())


def texts_of(where: str) -> dict[str, str]:
    """The German texts of a game, or all of ours, by their place."""
    files = sorted((ROOT / "src" / "stellwerk").glob("**/texts/de.toml"))
    if where != "all":
        files = [path for path in files if path.parts[-3] == where]
        assert len(files) == 1, f"{where} is not a game"
    pages: dict[Path, Any] = {path: tomllib.loads(path.read_text(encoding="utf-8")) for path in files}
    if where == "all":
        client = ROOT / "client" / "src" / "texts" / "de.json"
        pages[client] = json.loads(client.read_text(encoding="utf-8"))
    return {
        f"{path.relative_to(ROOT)} {place}": text
        for path, page in pages.items()
        for place, text in _leaves(page, "")
    }


def _leaves(page: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(page, dict):
        for key, value in page.items():
            yield from _leaves(value, f"{place}.{key}" if place else key)
    elif isinstance(page, list):
        for value in page:
            yield from _leaves(value, place)
    else:
        yield place, page


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: f"{rule.where}-{rule.term}")
def test_texts_use_the_printed_term(rule: Rule) -> None:
    found = {place: word for place, text in texts_of(rule.where).items() if (word := rule.found_in(text))}
    assert not found, f"write {rule.term}: {found}"


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: f"{rule.where}-{rule.term}")
def test_the_right_word_is_in_the_glossary_and_in_use(rule: Rule) -> None:
    assert rule.term.lower() in TERMS.lower()
    assert any(rule.term.lower() in text.lower() for text in texts_of(rule.where).values())


def test_every_game_has_words_to_avoid() -> None:
    ours = {key for key in stellwerk.games() if home_of(key) == ROOT}
    assert {rule.where for rule in rules()} == {"all", *ours}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Die Reihe ist ohne Bahn.", "Bahn"),
        ("Kaufe Bahnen.", "Bahnen"),
        ("Trambahnen sind gut, eine elektrische Bahn ist besser.", None),
        ("Sieben elektrische Bahnen.", None),
    ],
)
def test_words_are_found_with_their_endings_and_not_inside_others(text: str, found: str | None) -> None:
    rule = next(rule for rule in rules() if rule.term == "Trambahn")
    assert rule.found_in(text) == found


@pytest.mark.parametrize("key", stellwerk.games())
def test_bots_are_called_the_same_everywhere(key: str) -> None:
    """A name stands in the events of a table, which people of all languages share."""
    english, german = (load_texts(key, language).section("bots") for language in ("en", "de"))
    assert {level: bot.get("name") for level, bot in english.items()} == {
        level: bot.get("name") for level, bot in german.items()
    }
