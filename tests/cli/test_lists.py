"""`stellwerk games` and `stellwerk rules`: everything there is, in every language."""

from __future__ import annotations

import pytest

import stellwerk
from stellwerk.core.rulebook import markdown
from tests.cli.running import run

LANGUAGES = pytest.mark.parametrize("language", stellwerk.LANGUAGES)


def flowing(text: str) -> str:
    """Without line breaks and columns."""
    return " ".join(text.split())


@LANGUAGES
@pytest.mark.parametrize("key", stellwerk.games())
def test_games_lists_title_players_and_every_option(key: str, language: str) -> None:
    out = run("games", "--lang", language).out
    game = stellwerk.load(key)
    texts = stellwerk.load_texts(key, language)
    assert texts.section("game")["title"] in out
    assert flowing(str(texts.section("game")["summary"])) in flowing(out)
    for name, option in game.info.options.items():
        for choice in option.choices:
            line = next(line for line in out.splitlines() if f"{name}={str(choice).lower()} " in f"{line} ")
            word = {"de": "üblich", "en": "default"}[language]
            assert (word in line) == (choice == option.default)


@LANGUAGES
@pytest.mark.parametrize("key", stellwerk.games())
def test_rules_print_every_clause(key: str, language: str) -> None:
    out = flowing(run("rules", key, "--lang", language).out)
    texts = stellwerk.load_texts(key, language)
    for clause, text in texts.section("clauses").items():
        assert f"{clause} {flowing(text)}" in out
    for heading, title in texts.section("headings").items():
        assert f"{heading} {title}" in out


def test_rules_of_one_clause_and_of_one_chapter() -> None:
    one = run("rules", "trambahn", "TB-3.2.4").out
    assert one.startswith("TB-3.2.4")
    assert one.count("TB-3.") == 1
    chapter = run("rules", "trambahn", "tb-3.2").out
    assert [line.split()[0] for line in chapter.splitlines() if line.startswith("TB-")] == [
        "TB-3.2",
        *(f"TB-3.2.{number}" for number in range(1, 7)),
    ]


def test_rules_with_a_word() -> None:
    clauses = stellwerk.load_texts("trambahn", "en").section("clauses")
    expected = [clause for clause, text in clauses.items() if "special run" in text.lower()]
    lines = run("rules", "trambahn", "--find", "Special Run").out.splitlines()
    assert [line.split()[0] for line in lines if line.startswith(tuple(expected))] == expected


@LANGUAGES
def test_rules_as_markdown_are_the_rule_book(language: str) -> None:
    out = run("rules", "trambahn", "--markdown", "--lang", language).out
    assert out == markdown("trambahn", language)
    assert "- **TB-3.2.4**" in out
