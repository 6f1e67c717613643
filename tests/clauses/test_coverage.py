"""docs/rules/coverage.md: the clauses and tests that the table names exist, and no clause is missing."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import NamedTuple

import pytest

import stellwerk
from tests.clauses.test_clauses import clauses
from tests.homes import ROOT, home_of

PAGE = (ROOT / "docs" / "rules" / "coverage.md").read_text(encoding="utf-8")
GAME_OF = {"T": "trambahn", "K": "trambahn", "I": "interurban", "A": "transamerica"}
"""The game of each source, by its sign."""


class Row(NamedTuple):
    """A sentence of a source."""

    game: str
    place: str
    told: str
    clauses: tuple[str, ...]
    kept_by: str


def rows() -> list[Row]:
    """All sentences of the table."""
    found, source, section = [], "", ""
    for line in PAGE.splitlines():
        if line.startswith("## "):
            source, section = line[3:].partition(":")[0], ""
        elif line.startswith("### "):
            section = line[4:]
        elif source in GAME_OF and re.match(r"\| [\dA-P]", line):
            number, told, named, kept = (cell.strip() for cell in line.strip("|").split("|"))
            ids = () if named == "–" else tuple(named.split(", "))
            found.append(Row(GAME_OF[source], f"{source} {section} {number}", told, ids, kept))
    return found


@cache
def names_of_tests(game: str) -> set[str]:
    """All tests of a game, such as `test_stops::ten_is_more_than_nine`."""
    return {
        f"{path.stem}::{node.name.removeprefix('test_')}"
        for path in (ROOT / "tests" / "games" / game).glob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_the_table_is_read() -> None:
    assert len(rows()) > 300
    assert len({row.place for row in rows()}) == len(rows()), "a place is named twice"


@pytest.mark.parametrize("game", sorted(set(GAME_OF.values())))
def test_clauses_and_tests_exist(game: str) -> None:
    for row in rows():
        if row.game == game:
            assert set(row.clauses) <= clauses(game), row.place
            assert set(re.findall(r"`(test_\w+::\w+)`", row.kept_by)) <= names_of_tests(game), row.place


def test_every_sentence_is_kept_or_says_why_not() -> None:
    for row in rows():
        assert row.told, row.place
        assert row.kept_by.startswith("`test_") if row.clauses else row.kept_by, row.place


@pytest.mark.parametrize("game", sorted(set(GAME_OF.values())))
def test_every_clause_is_named(game: str) -> None:
    """In the table of sentences, or among the clauses that say more than the sources."""
    assert {
        clause for clause in clauses(game) if not re.search(rf"{re.escape(clause)}(?![\w.])", PAGE)
    } == set()


def test_every_game_of_ours_has_a_source() -> None:
    assert {key for key in stellwerk.games() if home_of(key) == ROOT} == set(GAME_OF.values())
