"""What the documentation site has besides docs/: the pages of the repository's top, and the API reference.

mkdocs calls the functions at the end. Every page of docs/ has a place in the navigation, by its folder or by
`SECTIONS`, so a new one is never forgotten.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
TOP = {"README.md": "index.md", "ARCHITECTURE.md": "architecture.md", "CONTRIBUTING.md": "contributing.md",
       "CHANGELOG.md": "changelog.md", "SECURITY.md": "security.md"}  # fmt: skip
"""Pages of the repository's top, and where they are on the site."""
SECTIONS = {
    "Host": ("hosting", "api", "scale", "bench", "ratings"),
    "Learn": ("review", "training", "strength", "ratings", "arena"),
    "Build": ("library", "protocol", "export", "add-a-game", "add-a-language", "glossary", "releasing"),
}
REFERENCE = (
    "stellwerk", "stellwerk.core.game", "stellwerk.core.setup", "stellwerk.core.chance",
    "stellwerk.core.record", "stellwerk.core.match", "stellwerk.core.play", "stellwerk.core.bot",
    "stellwerk.core.errors", "stellwerk.core.coding",
    "stellwerk.search.mind", "stellwerk.search.bot", "stellwerk.search.analysis", "stellwerk.review",
    "stellwerk.envs.openspiel", "stellwerk.envs.pettingzoo", "stellwerk.envs.gymnasium",
)  # fmt: skip
"""The modules that programs of others use."""
SOURCES = re.compile(
    r"\]\((?:\.\./)?((?:src|tests|client|examples|native|deploy|requirements)/[^)]*|[A-Z]+|run\.py)\)"
)
"""Links to what is no page: on the site they are plain text."""


def top_page(name: str) -> str:
    """A page of the repository's top, with links that fit the site."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
    return linked(text)


def linked(text: str) -> str:
    """The text with links to pages of the top as the site calls them, and none to what is no page."""
    for name, page in TOP.items():
        text = re.sub(rf"\]\((?:\.\./)*{name}(#[^)]*)?\)", rf"]({page}\1)", text)
    return SOURCES.sub("]", text)


def navigation() -> list[Any]:
    """Every page, by sections."""
    left = {page.stem for page in DOCS.glob("*.md")}
    nav: list[Any] = ["index.md", {"Rules": sorted(f"rules/{page.name}" for page in DOCS.glob("rules/*.md"))}]
    for title, names in SECTIONS.items():
        nav.append({title: [f"{name}.md" for name in names if name in left]})
        left -= set(names)
    house = [
        "architecture.md",
        "contributing.md",
        "security.md",
        "changelog.md",
        *sorted(f"{name}.md" for name in left),
    ]
    nav.append({"House": house})
    nav.append(
        {"Releases": sorted((f"releases/{page.name}" for page in DOCS.glob("releases/*.md")), reverse=True)}
    )
    nav.append({"Decisions": sorted(f"decisions/{page.name}" for page in DOCS.glob("decisions/*.md"))})
    nav.append({"Reference": [f"reference/{module}.md" for module in REFERENCE]})
    return nav


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """mkdocs: before anything is read."""
    config.nav = navigation()
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """mkdocs: all files are known."""
    for name, page in TOP.items():
        files.append(File.generated(config, page, content=top_page(name)))
    for module in REFERENCE:
        files.append(File.generated(config, f"reference/{module}.md", content=f"::: {module}\n"))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """mkdocs: a page before it is turned into HTML."""
    return linked(markdown)
