"""Every clause of docs/rules has a test that names it, and every clause that a test names exists."""

from __future__ import annotations

import ast
import re

import pytest

import stellwerk
from tests.homes import ROOT, home_of


def clauses(key: str) -> set[str]:
    """The ids of a rule book: bold at the beginning of a list item."""
    page = (home_of(key) / "docs" / "rules" / f"{key}.md").read_text(encoding="utf-8")
    return set(re.findall(r"^- \*\*([A-Z]+-[\w.]+)\*\*", page, flags=re.MULTILINE))


def marked(key: str) -> set[str]:
    """The clauses that the tests of a game carry in `@pytest.mark.clause(…)`."""
    found = set()
    for path in (home_of(key) / "tests" / "games" / key).rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= {clause for mark in node.decorator_list for clause in _ids(mark)}
    return found


def _ids(mark: ast.expr) -> set[str]:
    if not isinstance(mark, ast.Call) or ast.unparse(mark.func) != "pytest.mark.clause":
        return set()
    return {ast.literal_eval(argument) for argument in mark.args}


@pytest.mark.parametrize("key", stellwerk.games())
def test_every_clause_has_a_test(key: str) -> None:
    book = clauses(key)
    assert book, "no clause was found in the rule book"
    assert book - marked(key) == set()


@pytest.mark.parametrize("key", stellwerk.games())
def test_every_clause_that_a_test_names_exists(key: str) -> None:
    assert marked(key) - clauses(key) == set()


def test_every_rule_book_belongs_to_a_game() -> None:
    here = {key for key in stellwerk.games() if home_of(key) == ROOT}
    books = {path.stem for path in (ROOT / "docs" / "rules").glob("*.md")}
    assert books - {"coverage"} == here
