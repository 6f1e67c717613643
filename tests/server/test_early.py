"""What the head of a page names: the files of that page, its words in one language, and its first answers."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from stellwerk.server import early

if TYPE_CHECKING:
    from pathlib import Path

WORDS = "src/texts/{}.json?part={}"


def part(file: str, *imports: str, css: tuple[str, ...] = (), says: str = "") -> dict[str, object]:
    later = ["src/pages/Other.svelte", *(WORDS.format(tag, says) for tag in ("de", "en") if says)]
    return {"file": file, "imports": list(imports), "css": list(css), "dynamicImports": later}


MANIFEST = {
    "index.html": part("kit.js", css=("kit.css",), says="common"),
    "_table.js": part("table.js", "index.html", says="table"),
    "src/pages/Lobby.svelte": part("Lobby.js", "index.html", css=("Lobby.css",)),
    "src/pages/Choose.svelte": part("Choose.js", "index.html"),
    "src/pages/Learn.svelte": part("Learn.js", "_table.js"),
    **{
        WORDS.format(tag, said): {"file": f"{tag}-{said}.js"}
        for tag in ("de", "en")
        for said in ("common", "table")
    },
}


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".vite").mkdir()
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(MANIFEST))
    monkeypatch.setattr(early, "STATIC", tmp_path)


def named(path: str, language: str = "de") -> list[str]:
    return re.findall(r'href="/([^"]*)"', early.links(path, language))


def test_a_page_names_its_files_and_words_but_not_what_every_page_names() -> None:
    answers = ["api/games?lang=de", "api/me?lang=de", "api/tables?lang=de"]
    assert named("/") == ["Lobby.js", "Lobby.css", "de-common.js", *answers]


def test_words_come_with_whatever_a_page_imports() -> None:
    assert named("/learn/tiny", "en")[:4] == ["table.js", "Learn.js", "en-common.js", "en-table.js"]


def test_the_choice_of_a_game_is_another_page_than_the_game() -> None:
    assert named("/learn")[0] == "Choose.js"
    assert "Choose.js" not in named("/learn/tiny")


def test_an_unknown_address_names_the_words_of_every_page() -> None:
    assert named("/nowhere") == ["de-common.js"]
