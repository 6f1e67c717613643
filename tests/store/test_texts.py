"""Everything a store refuses can be said in both languages."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

import stellwerk.store
from stellwerk.core.texts import LANGUAGES, Texts
from stellwerk.store import Conflict
from stellwerk.store.writer import _CODES

FOLDER = Path(stellwerk.store.__file__).parent


def codes() -> set[str]:
    """All codes in the source."""
    found = {"conflict", *_CODES.values()}
    for file in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "StoreError":
                (first, *_) = node.args
                if isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(language: str) -> None:
    texts = tomllib.loads((FOLDER / "texts" / f"{language}.toml").read_text(encoding="utf-8"))
    assert texts["errors"].keys() == codes()
    assert "5" in Texts(texts).sentence(Conflict("t1", 5))
