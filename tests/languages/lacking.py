"""What the texts of a language lack beside the English ones: file, section, key and what is wrong there."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stellwerk.core.languages import FALLBACK, plural_categories

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
FIELD = re.compile(r"\{(\w+)(?::([^}]*))?\}")
"""A parameter, and its forms where it picks a word by number."""


def english_files(root: Path = ROOT) -> list[Path]:
    """The English texts of every package, of the games in the tests and of the client."""
    packages = [file for part in ("src", "tests") for file in (root / part).rglob(f"texts/{FALLBACK}.toml")]
    return sorted([*packages, root / "client" / "src" / "texts" / f"{FALLBACK}.json"])


def lacks(language: str, root: Path = ROOT) -> list[str]:
    """A line for everything that a language lacks, has too much, or fills in differently."""
    return [
        f"{own.relative_to(root).as_posix()}: {problem}"
        for english in english_files(root)
        for own in [english.with_stem(language)]
        for problem in _compare(read(english), read(own) if own.exists() else {}, language)
    ]


def read(file: Path) -> dict[str, Any]:
    """The sections of a file of texts."""
    text = file.read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(text) if file.suffix == ".toml" else json.loads(text)
    return found


def _compare(english: dict[str, Any], own: dict[str, Any], language: str) -> Iterator[str]:
    wanted, found = dict(_flat(english)), dict(_flat(own))
    for key in wanted.keys() - found.keys():
        yield f"{key} is missing"
    for key in found.keys() - wanted.keys():
        yield f"{key} is not used"
    for key in wanted.keys() & found.keys():
        if _parameters(wanted[key]) != _parameters(found[key]):
            yield f"{key} has the parameters {_parameters(found[key])}, not {_parameters(wanted[key])}"
        for name, forms in FIELD.findall(found[key]):
            if forms not in ("", "list") and len(forms.split("/")) != len(plural_categories(language)):
                yield f"{key} has not the forms {'/'.join(plural_categories(language))} for {name}"


def _flat(texts: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its place, such as `[options.halving] title`."""
    if isinstance(texts, str):
        yield place, texts
        return
    items = texts.items() if isinstance(texts, dict) else enumerate(texts)
    for name, inner in items:
        section = place.replace("] ", ".").strip("[]")
        yield from _flat(inner, f"[{section}] {name}" if section else f"[{name}]")


def _parameters(text: str) -> list[str]:
    return sorted({name for name, _ in FIELD.findall(text)})
