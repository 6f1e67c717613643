"""The rules of a game as one page, made from its texts: headings and clauses in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core.texts import load_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from stellwerk.core.texts import Texts


def markdown(key: str, language: str) -> str:
    """The whole rule book of a game."""
    texts = load_texts(key, language)
    page = [f"# {texts.section('game')['title']}", str(texts.section("game")["summary"])]
    for heading, title, clauses in chapters(texts):
        level = "##" if "." not in heading else "###"
        page.append(f"{level} {heading} {title}")
        page.append("\n".join(f"- **{clause}** {text}" for clause, text in clauses))
    return "\n\n".join(filter(None, page)) + "\n"


def chapters(texts: Texts) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """Each heading with its title and its clauses; a clause belongs to its longest matching heading."""
    headings = texts.section("headings")
    home = {clause: _heading_of(clause, headings) for clause in texts.section("clauses")}
    for heading, title in headings.items():
        yield heading, title, [(c, t) for c, t in texts.section("clauses").items() if home[c] == heading]


def _heading_of(clause: str, headings: Iterable[str]) -> str:
    fitting = [heading for heading in headings if clause == heading or clause.startswith(f"{heading}.")]
    return max(fitting, key=len)
