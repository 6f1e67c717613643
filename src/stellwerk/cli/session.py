"""What all commands share: the language, the screen, the texts, and the errors of the command line itself."""

from __future__ import annotations

import locale
import os
import sys
from functools import cached_property
from typing import TYPE_CHECKING

from stellwerk.cli.texts import load_command_texts
from stellwerk.core import registry
from stellwerk.core.errors import StellwerkError
from stellwerk.core.languages import LANGUAGES, language_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.cli.screen import Screen
    from stellwerk.core.game import AnyGame


class CommandError(StellwerkError):
    """Raised for something that the command line cannot do; its texts hold the sentences."""


class Session:
    """One run of the command; once a game is loaded, `texts` include the game's."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.texts = load_command_texts(None, language)

    @classmethod
    def for_arguments(cls, words: Sequence[str]) -> Session:
        """The session for a command line. The language comes first: errors in arguments need it."""
        return cls(asked_language(words) or default_language())

    def load(self, key: str) -> AnyGame:
        """Load a game and its texts; raises `SetupError`."""
        game = registry.load(key)
        self.texts = load_command_texts(key, self.language)
        return game

    @cached_property
    def screen(self) -> Screen:
        """Where it prints. Made when it is first needed: a server starts sooner without it."""
        from stellwerk.cli.screen import Screen  # noqa: PLC0415 (loading it takes a sixth of a second)

        return Screen()

    @property
    def is_interactive(self) -> bool:
        """True if a person sits at a terminal."""
        return self.screen.is_terminal and sys.stdin.isatty()


def asked_language(words: Sequence[str]) -> str | None:
    """The language that `--lang` asks for, if it is supported."""
    for place, word in enumerate(words):
        name, _, value = word.partition("=")
        if name == "--lang":
            chosen = value or (words[place + 1] if place + 1 < len(words) else "")
            return chosen if chosen in LANGUAGES else None
    return None


def default_language() -> str:
    """The language of STELLWERK_LANG, else of the locale, else English."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, names), None) or locale.getlocale()[0] or ""
    return language_for((os.environ.get("STELLWERK_LANG", ""), locale.normalize(name).partition(".")[0]))


def printable(text: str) -> str:
    """The text on one line, with control characters replaced."""
    return "".join(sign if sign.isprintable() else "�" for sign in text)
