"""The map of the code: what ARCHITECTURE.md names is there, and no package or folder of tests is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| (`.*?) \| (.*) \|$", TEXT, re.MULTILINE))
HOUSE = ROOT / "src" / "stellwerk"
PACKAGES = {
    path.parent.relative_to(ROOT)
    for pattern in ("*/__init__.py", "server/*/__init__.py")
    for path in HOUSE.glob(pattern)
}
TESTS = {path.parent.relative_to(ROOT) for path in (ROOT / "tests").glob("*/__init__.py")}


def places(row: str) -> list[str]:
    """Patterns of the files and folders that a first column names; the later ones stand beside the first.

    What stands for every game need not be there for each: most parts are optional.
    """
    first, *others = re.findall(r"`(.*?)`", row)
    beside = Path(first.rstrip("/")).parent
    named = [first, *(str(beside / other) for other in others)]
    braces = [(name.replace("<key>", "*"), re.search(r"{(.*)}", name)) for name in named]
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
    is_games = package.name == "games"
    for name in set(re.findall(r"`([a-z_]+)`", ROWS[f"`{package}/{'<key>/' * is_games}`"])) - {"stellwerk"}:
        pattern = f"*/**/{name}*" if is_games else f"{name}.py"  # of a game also rooms
        assert list((ROOT / package).glob(pattern)), name


def test_no_folder_of_tests_is_left_out() -> None:
    named = {Path(place) for row in ROWS for place in places(row)}
    assert {path for path in TESTS if path.name != "games"} <= named
