"""No language lacks anything, and what is lacking would be found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from stellwerk.core.languages import LANGUAGES
from tests.languages.lacking import ROOT, english_files, lacks, read
from tests.languages.pseudo import TAG, write

if TYPE_CHECKING:
    from pathlib import Path

CLIENT = ROOT / "client" / "src" / "games"
TEXTS = {
    "src/stellwerk/core/texts/en.toml": '[errors]\na = "{count} {count:card/cards} of {name}"\nb = "B"\n',
    "src/stellwerk/core/texts/pl.toml": '[errors]\na = "{count} {count:karta/karty}"\nc = "C"\n',
    "client/src/texts/en.json": '{"common": {"locale": "en-GB", "close": "Close"}}',
}
PROBLEMS = [
    "src/stellwerk/core/texts/pl.toml: [errors] b is missing",
    "src/stellwerk/core/texts/pl.toml: [errors] c is not used",
    "src/stellwerk/core/texts/pl.toml: [errors] a has the parameters ['count'], not ['count', 'name']",
    "src/stellwerk/core/texts/pl.toml: [errors] a has not the forms one/few/many/other for count",
    "client/src/texts/pl.json: [common] locale is missing",
    "client/src/texts/pl.json: [common] close is missing",
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_lacks_nothing(language: str) -> None:
    assert lacks(language) == []


def test_it_is_told_exactly_what_a_language_lacks(tmp_path: Path) -> None:
    for name, text in TEXTS.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert sorted(lacks("pl", tmp_path)) == sorted(PROBLEMS)
    assert lacks("en", tmp_path) == []


def test_the_pseudo_language_lacks_nothing(tmp_path: Path) -> None:
    for file in english_files():
        copy = tmp_path / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())
    write(tmp_path)
    assert lacks(TAG, tmp_path) == []


SHARED = ("caution_", "ended_")
"""What the page around every table says in the words of its game."""


@pytest.mark.parametrize("game", sorted(file.parent.name for file in CLIENT.glob("*/words.ts")))
def test_every_word_of_a_game_is_used_in_the_client(game: str) -> None:
    folder = CLIENT / game
    code = "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*") if file.is_file())
    composed = (*re.findall(r"`(\w+_)\$\{", code), *SHARED)
    texts = read(ROOT / "src" / "stellwerk" / "games" / game / "texts" / "en.toml")
    for section in ("table", "notation", "guide"):
        for key in texts.get(section, {}):
            assert f"'{key}'" in code or key.startswith(composed), (section, key)
