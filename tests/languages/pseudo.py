"""A language that nobody speaks, made from English: every letter has an accent and texts are 40 % longer.

Whatever is still plain on a page was not taken from the texts, and what is cut off has too little room. It
counts like Polish, in four forms. The tests write its files into a copy of the tree; it is never part of the
product.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from tests.languages.lacking import english_files, read

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TAG: Final = "pl-XA"
"""`XA` is the region that the CLDR keeps for accented pseudo-languages."""
PLAIN: Final = "abcdefghijklmnopqrstuvwxyz"
ACCENTED: Final = "àƀçðéƒĝĥîĵķĺɱñôþǫŕšţûṽŵẋýž"
LETTERS: Final = str.maketrans(PLAIN + PLAIN.upper(), ACCENTED + ACCENTED.upper())
KEPT: Final = re.compile(r"\{\w+(?::[^}]*)?\}|`[^`]*`|[A-Z]{2}-\d[\d.]*|https?://\S+")
"""Parameters, code, clauses and addresses stay as they are."""


def pseudo(text: str) -> str:
    """A text in the pseudo-language."""
    made, end = "", 0
    for kept in KEPT.finditer(text):
        made += _accented(text[end : kept.start()]) + _plural(kept[0])
        end = kept.end()
    return made + _accented(text[end:])


def _accented(text: str) -> str:
    """Every vowel twice, every letter with an accent."""
    return re.sub(r"[aeiou]", lambda vowel: vowel[0] * 2, text).translate(LETTERS)


def _plural(field: str) -> str:
    """Two English forms become four: one, few, many, other. The middle ones are marked."""
    name, colon, forms = field.strip("{}").partition(":")
    if not colon or forms == "list" or not field.startswith("{"):
        return field
    one, many = map(_accented, forms.split("/"))
    return f"{{{name}:{one}/{many}°/{many}¤/{many}}}"


def write(root: Path) -> None:
    """One file for each package and one for the client, beside the English ones."""
    for english in english_files(root):
        texts = _translated(read(english))
        if english.suffix == ".json":
            texts["common"]["locale"] = "pl"
            written = json.dumps(texts, ensure_ascii=False)
        else:
            texts["game"] = (
                {**texts["game"], "title": read(english)["game"]["title"]} if "game" in texts else {}
            )
            written = "\n".join(_toml(texts))
        english.with_stem(TAG).write_text(written, encoding="utf-8")


def _translated(texts: Any) -> Any:
    if isinstance(texts, str):
        return pseudo(texts)
    if isinstance(texts, dict):
        return {name: _translated(inner) for name, inner in texts.items()}
    return [_translated(inner) for inner in texts]


def _toml(texts: dict[str, Any], section: str = "") -> Iterator[str]:
    """JSON's way to write a text is one of TOML's."""
    if section:
        yield f"[{section}]"
    for name, inner in texts.items():
        if not isinstance(inner, dict):
            yield f"{json.dumps(name)} = {json.dumps(inner, ensure_ascii=False)}"
    for name, inner in texts.items():
        if isinstance(inner, dict):
            yield from _toml(inner, f"{section}.{json.dumps(name)}".lstrip("."))
