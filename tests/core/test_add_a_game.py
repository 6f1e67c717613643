"""The walk of docs/add-a-game.md: a new game in a copy of the repository passes every check at once.

Only what is new is checked, so that this stays fast. That the rest is not changed is compared byte by byte.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from shutil import copytree, ignore_patterns
from typing import TYPE_CHECKING

import pytest

from tests import runner
from tests.homes import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
COMMAND = re.findall(r"^python3 run.py (new-game (\w+) --out \.)$", PAGE, re.MULTILINE)
KEPT = ("src", "tests", "docs", "pyproject.toml", "run.py")
CONTRACTS = ("direction", "games-apart", "front-door")
"""The boundaries that a game in one file could cross."""


def files_in(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def environment(root: Path) -> dict[str, str]:
    """As in a terminal: without what this test run has told its own processes."""
    ours = ("STELLWERK_GAMES", "STELLWERK_TINY", "PYTEST_")
    outside = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    paths = os.pathsep.join([str(root / "src"), str(root)])
    return outside | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}


class Walk:
    """A copy of the repository with a new game in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in KEPT:
            if (ROOT / name).is_dir():
                ignored = ignore_patterns("__pycache__", "compiled", "static", "browser", "*.npz", "bench")
                copytree(ROOT / name, root / name, ignore=ignored)
            else:
                (root / name).write_bytes((ROOT / name).read_bytes())
        ((command, self.key),) = COMMAND
        before = files_in(root)
        self.run("-m", "stellwerk", *command.split())
        after = files_in(root)
        self.new = sorted(after.keys() - before.keys())
        self.changed = [name for name, data in before.items() if after.get(name) != data]

    def run(self, *words: str) -> str:
        """Python in the copy; raises unless it succeeds."""
        done = subprocess.run(
            [sys.executable, *words],
            cwd=self.root,
            env=environment(self.root),
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @property
    def modules(self) -> list[str]:
        return [name for name in self.new if name.endswith(".py")]


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Walk:
    return Walk(tmp_path_factory.mktemp("walk"))


def test_only_new_files_appear_and_the_page_lists_them(walk: Walk) -> None:
    assert walk.changed == []
    assert re.findall(r"^\?\? (\S+)$", PAGE, re.MULTILINE) == walk.new


def test_lint_and_format(walk: Walk) -> None:
    walk.run("-m", "ruff", "check", "--no-cache", *walk.modules)
    walk.run("-m", "ruff", "format", "--no-cache", "--check", *walk.modules)


def test_types(walk: Walk) -> None:
    walk.run("-m", "mypy", "--cache-dir", os.devnull, *walk.modules)


def test_boundaries(walk: Walk) -> None:
    chosen = ", ".join(f"'--contract', '{name}'" for name in CONTRACTS)
    walk.run(
        "-c", f"from importlinter.cli import lint_imports_command as lint; lint(['--no-cache', {chosen}])"
    )


def test_contract_clauses_golden_games_and_its_own_tests(walk: Walk) -> None:
    folders = ("tests/contract", "tests/clauses", "tests/golden", f"tests/games/{walk.key}")
    options = ("-q", "-pno:cacheprovider", "-n0", *runner.PLUGIN_OPTIONS, "-k", walk.key)
    said = walk.run("-m", "pytest", *options, *folders)
    passed = re.search(r"(\d+) passed", said)
    assert passed
    assert int(passed[1]) > 100
    for check in ("contract", "clauses", "golden", walk.key):
        assert re.search(rf"^python3 run.py test .*\b{check}\b", PAGE, re.MULTILINE), check
