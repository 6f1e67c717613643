"""The map of the code: what ARCHITECTURE.md names is there, and no package or folder of tests is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import stellwerk

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| (`.*?) \| (.*) \|$", TEXT, re.MULTILINE))
PACKAGES = {path.parent.relative_to(ROOT) for path in (ROOT / "src" / "stellwerk").glob("*/__init__.py")}
TESTS = {path.parent.relative_to(ROOT) for path in (ROOT / "tests").glob("*/__init__.py")}


def places(row: str) -> list[str]:
    """The files and folders that a first column names; the later ones stand beside the first."""
    first, *others = re.findall(r"`(.*?)`", row)
    beside = Path(first.rstrip("/")).parent
    named = [first, *(str(beside / other) for other in others)]
    games = [name.replace("<key>", key) for name in named for key in stellwerk.games()]
    braces = [(name, re.search(r"{(.*)}", name)) for name in games]
    return [
        name.replace(found[0], part) if found else name
        for name, found in braces
        for part in (found[1].split(",") if found else [""])
    ]


@pytest.mark.parametrize("row", ROWS)
def test_every_place_is_there(row: str) -> None:
    for place in places(row):
        assert list(ROOT.glob(place)), place


@pytest.mark.parametrize("package", sorted(PACKAGES), ids=str)
def test_every_module_that_is_named_is_there(package: Path) -> None:
    if package.name == "games":
        folders = [ROOT / package / key for key in stellwerk.games()]
        row = f"`{package}/<key>/`"
    else:
        folders, row = [ROOT / package], f"`{package}/`"
    for name in set(re.findall(r"`([a-z_]+)`", ROWS[row])) - {"stellwerk"}:  # the command
        assert any((folder / f"{name}.py").exists() for folder in folders), name


def test_no_folder_of_tests_is_left_out() -> None:
    named = {Path(place) for row in ROWS for place in places(row)}
    assert {path for path in TESTS if path.name != "games"} <= named
