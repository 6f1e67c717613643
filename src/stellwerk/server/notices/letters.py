"""What notices say: games, names, links and times. Nothing here has ever seen a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stellwerk.core.texts import load_texts
from stellwerk.server.refusals import texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.store.interface import TableIndex
    from stellwerk.store.outbox import Notice


class Item(NamedTuple):
    """One thing that a letter is about."""

    notice: Notice
    table: TableIndex
    text: str
    url: str


class Letter(NamedTuple):
    """One message to one person by one channel, about everything that is due."""

    id: str
    """The same if it has to be sent again: receivers can tell a repeat."""
    title: str
    items: tuple[Item, ...]
    language: str
    url: str
    """Where to go: the table, or the list of games if there are several."""


def item_of(notice: Notice, table: TableIndex, language: str, base_url: str) -> Item:
    """What there is to say about one notice."""
    words = texts(None, language)
    title = load_texts(table.game, language).section("game")["title"]
    names = ", ".join(name for name in table.seats if name)
    said = words.section("notices")["turn" if notice.kind == "daily" else notice.kind]
    return Item(notice, table, words.format(said, game=title, names=names), f"{base_url}/t/{table.code}")


def letter_of(batch: str, items: Sequence[Item], language: str, base_url: str) -> Letter:
    """A letter about everything that is due."""
    if len(items) == 1:
        return Letter(batch, items[0].text, tuple(items), language, items[0].url)
    words = texts(None, language)
    title = words.format(words.section("notices")["several"], count=len(items))
    return Letter(batch, title, tuple(items), language, f"{base_url}/")
