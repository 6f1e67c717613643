"""One sign for each thing in all texts: a real minus before numbers, × before a multiplier."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
FILES: Final = [*ROOT.glob("src/**/texts/*.toml"), *ROOT.glob("client/src/texts/*.json")]
MIXED: Final = re.compile(r"(?<![\w.,)\]–/-])-\s?[\d{]|(?<![\w-])x\s?[\d{]|[\d}]\s?x\b")
"""A hyphen where a minus belongs, the letter x where × does. Ranges, clauses and file formats are neither."""


def sentences(value: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield name, value
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield from sentences(inner, f"{name}.{key}")


@pytest.mark.parametrize("text", ["lost -1 points", "times x2", "{count} x {count}", "by -{count}", "2 x 3"])
def test_mixed_signs_are_found(text: str) -> None:
    assert MIXED.search(text)


@pytest.mark.parametrize("text", ["−1", "×2", "TB-3.2.1", "1-2-5-6 with a ×3 tram", "stellwerk-match/1"])
def test_other_hyphens_are_not(text: str) -> None:
    assert MIXED.search(text) is None


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_texts_use_one_sign_for_each_thing(file: Path) -> None:
    read = tomllib.loads if file.suffix == ".toml" else json.loads
    found = [name for name, text in sentences(read(file.read_text()), file.stem) if MIXED.search(text)]
    assert found == []
