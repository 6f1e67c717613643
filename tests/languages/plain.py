"""Words without accents: they cannot come from the texts of the pseudo-language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

TEXTS = """() => {
  const seen = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    if (walker.currentNode.parentElement.checkVisibility()) seen.push(walker.currentNode.data)
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
    for (const one of document.querySelectorAll(`[${name}]`)) seen.push(one.getAttribute(name))
  }
  return seen
}"""
"""What is written on a page, and what a screen reader is told."""
WORD = re.compile(r"[^\W\d_]{3,}")
PLAIN = re.compile(r"[A-Za-zÄÖÜäöüß]+")
NO_WORD = re.compile(r"\b[A-Z0-9]{6}\b|\b[0-9a-f]{16,}\b|\S+://\S+|\S+[@>]\S+")
"""A table's code, a fingerprint, an address, an action in the notation."""


def plain_words(text: str, allowed: frozenset[str]) -> set[str]:
    """The plain words in a text that are not allowed to be so."""
    return {word for word in WORD.findall(NO_WORD.sub("", text)) if PLAIN.fullmatch(word)} - allowed


def written_on(page: Page) -> str:
    """Everything that is written on a page."""
    return "\n".join(page.evaluate(TEXTS))
