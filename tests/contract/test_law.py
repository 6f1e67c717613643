"""A law in one file is pure. import-linter checks laws that have a room."""

from __future__ import annotations

import ast
import tomllib
from typing import TYPE_CHECKING

from stellwerk.core.registry import PACKAGE
from tests.homes import ROOT, home_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.core.game import AnyGame


def forbidden() -> set[str]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (pure,) = (contract for contract in contracts if contract["id"] == "pure")
    return set(pure["forbidden_modules"])


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module).partition(".")[0]


def test_a_law_in_one_file_is_pure(game: AnyGame) -> None:
    folder = home_of(game.info.key).joinpath("src", *PACKAGE.split("."), game.info.key)
    if (folder / "law").exists():
        return
    assert not {*imported((folder / "__init__.py").read_text(encoding="utf-8"))} & forbidden()
