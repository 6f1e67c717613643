"""Everything that the server and its tables refuse can be said in both languages."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

import stellwerk.server
import stellwerk.tables
from stellwerk.core.texts import LANGUAGES


def codes(package: Any, error: str) -> set[str]:
    """All codes that a package raises."""
    found = set()
    for file in Path(package.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == error:
                (first, *_) = node.args
                if isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(language: str) -> None:
    server = Path(stellwerk.server.__file__).parent / "texts" / f"{language}.toml"
    tables = Path(stellwerk.tables.__file__).parent / "texts" / f"{language}.toml"
    said = tomllib.loads(server.read_text(encoding="utf-8"))["errors"].keys()
    asked = tomllib.loads(tables.read_text(encoding="utf-8"))["errors"].keys()
    raised = codes(stellwerk.server, "ServerError") | codes(stellwerk.server, "TableError")
    assert raised <= said | asked
    assert said <= raised
    assert codes(stellwerk.tables, "TableError") <= asked
