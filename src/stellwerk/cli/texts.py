"""The command line's own labels and messages, together with the texts of a game.

They lie in `texts/<language>.toml` beside this file: sections `cli` and `commands` for labels and messages,
`errors` for what the command line refuses, `problems` for what the operating system does.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from stellwerk.core.texts import Texts, load_texts, read_texts

if TYPE_CHECKING:
    from collections.abc import Mapping


class CommandTexts(Texts):
    """The texts of a game (or of the core alone) with those of the command line on top."""

    def __init__(self, own: Mapping[str, Mapping[str, Any]], game: Texts) -> None:
        super().__init__(own, game.language)
        self._game = game

    def section(self, name: str) -> Mapping[str, Any]:
        """All texts of a kind; the command line's own come last."""
        return {**self._game.section(name), **super().section(name)}

    def say(self, code: str, **params: object) -> str:
        """A label or message of the command line."""
        return self.format(self.section("cli")[code], **params)


@cache
def load_command_texts(key: str | None, language: str, *packages: str) -> CommandTexts:
    """The texts for a command about a game (None: about none), and those of further packages."""
    return CommandTexts(read_texts("stellwerk.cli", language), load_texts(key, language, *packages))
