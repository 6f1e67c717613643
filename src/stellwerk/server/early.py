"""What a browser may load at once with a page, instead of finding out one file at a time.

Over a slow line every file that names the next one costs a round trip. The head of a page therefore names the
scripts and styles of that page, its words, and the first answers that its script will ask for.
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

STATIC: Final = Path(__file__).with_name("static")
INDEX: Final = "index.html"


class Needs(NamedTuple):
    """What one page needs: a part of the client, and answers of the API, both by the rest of its address."""

    part: str
    answers: tuple[str, ...]


PAGES: Final = {
    # By the beginning of the address; with a slash where something has to follow.
    "": Needs("Lobby", ("/api/games", "/api/me", "/api/tables")),
    "t": Needs("Table", ("/api/me", "/api/games", "/api/codes/{rest}")),
    "r": Needs("Replay", ()),
    "replay": Needs("Replay", ()),
    "learn": Needs("Choose", ("/api/me", "/api/games")),
    "learn/": Needs("Learn", ("/api/me",)),
    "rules": Needs("RuleBook", ("/api/me", "/api/games/{rest}/rules")),
    "sheet": Needs("Sheet", ("/api/me", "/api/games", "/api/games/{rest}/texts")),
    "me": Needs("Account", ("/api/me",)),
    "profile": Needs("Profile", ("/api/me", "/api/games")),
    "people": Needs("Profile", ("/api/me", "/api/games")),
    "best": Needs("Best", ("/api/me", "/api/games")),
    "reset": Needs("Reset", ("/api/me",)),
    "mail": Needs("Mail", ("/api/me",)),
    "privacy": Needs("Privacy", ("/api/about",)),
}


def links(path: str, language: str) -> str:
    """Lines for the head of the page at a path; none if the client is not built."""
    manifest = STATIC / ".vite" / "manifest.json"
    if not manifest.exists():
        return ""
    first, _, rest = path.strip("/").partition("/")
    needs = PAGES.get(f"{first}/" if rest else first) or PAGES.get(first, Needs("Missing", ()))
    files = _files(manifest, f"src/pages/{needs.part}.svelte", language)
    tags = [_tag(file) for file in files]
    for answer in needs.answers:
        address = f"{answer.format(rest=quote(rest, safe=''))}?lang={language}"
        tags.append(f'<link rel="preload" as="fetch" crossorigin href="{address}">')
    return "".join(f"  {tag}\n  " for tag in tags)


def client_version() -> str:
    """A mark of the built client, which changes whenever one of its files does; empty if it is not built."""
    manifest = STATIC / ".vite" / "manifest.json"
    return _mark(manifest, manifest.stat().st_mtime) if manifest.exists() else ""


@lru_cache(maxsize=4)
def _mark(manifest: Path, _changed: float) -> str:
    return sha256(manifest.read_bytes()).hexdigest()[:12]


@lru_cache(maxsize=100)
def _files(manifest: Path, part: str, language: str) -> tuple[str, ...]:
    """The files of a part, of all that it imports, and their words, but not what every page names anyway."""
    known: dict[str, Any] = json.loads(manifest.read_text(encoding="utf-8"))
    first = _with_imports(known, INDEX)
    parts = dict.fromkeys([*first, *_with_imports(known, part)])
    words = dict.fromkeys(
        later
        for name in parts
        for later in known[name].get("dynamicImports", ())
        if later.startswith(f"src/texts/{language}.json?")
    )
    always = {file for name in first for file in _files_of(known[name])}
    wanted = dict.fromkeys(file for name in [*parts, *words] for file in _files_of(known[name]))
    return tuple(file for file in wanted if file not in always)


def _with_imports(known: dict[str, Any], part: str) -> list[str]:
    """A part of the client and all that it imports at once, by their names in the manifest."""
    if part not in known:
        return []
    imported = [name for other in known[part].get("imports", ()) for name in _with_imports(known, other)]
    return [*imported, part]


def _files_of(chunk: dict[str, Any]) -> list[str]:
    return [chunk["file"], *chunk.get("css", ())]


def _tag(file: str) -> str:
    kind = "stylesheet" if file.endswith(".css") else "modulepreload"
    return f'<link rel="{kind}" crossorigin href="/{file}">'
