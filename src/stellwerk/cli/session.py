"""What all commands share: the language, the screen, the texts, and the errors of the command line itself."""

from __future__ import annotations

import locale
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from stellwerk.cli.texts import load_command_texts
from stellwerk.core import registry
from stellwerk.core.errors import StellwerkError
from stellwerk.core.languages import LANGUAGES, language_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.game import AnyGame


class CommandError(StellwerkError):
    """Something the command line cannot do; the sentences are in its own texts."""


class Screen(Console):
    """Where commands print. No markup: what people and files call themselves is shown as it is."""

    def __init__(self) -> None:
        super().__init__(markup=False, highlight=False, emoji=False)

    def on_broken_pipe(self) -> NoReturn:
        """Leave it to `main`, which ends quietly."""
        raise BrokenPipeError

    def note(self, sentence: str, style: str = "") -> None:
        """A sentence on one line, however long: it may hold a path or a seed that people copy."""
        self.print(Text(printable(sentence), style), soft_wrap=True)

    def wipe(self) -> None:
        """Clear a real terminal, also what could be scrolled back to; elsewhere do nothing."""
        if self.is_terminal:
            self.clear()
            self.file.write("\x1b[3J")
            self.file.flush()


class Session:
    """One run of the command; `texts` are the game's too once a game is loaded."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.screen = Screen()
        self.texts = load_command_texts(None, language)

    @classmethod
    def for_arguments(cls, words: Sequence[str]) -> Session:
        """The language is needed before the arguments are read: also their errors are said in it."""
        return cls(asked_language(words) or default_language())

    def load(self, key: str) -> AnyGame:
        """A game, and from now on its texts; raises `SetupError`."""
        game = registry.load(key)
        self.texts = load_command_texts(key, self.language)
        return game

    @property
    def is_interactive(self) -> bool:
        """Whether a person sits at a terminal."""
        return self.screen.is_terminal and sys.stdin.isatty()


def progress_bar() -> Progress:
    """For whoever waits at a terminal: on stderr, so that it is in no result, and gone when it is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def asked_language(words: Sequence[str]) -> str | None:
    """The language that `--lang` asks for, if it is one of ours."""
    for place, word in enumerate(words):
        name, _, value = word.partition("=")
        if name == "--lang":
            chosen = value or (words[place + 1] if place + 1 < len(words) else "")
            return chosen if chosen in LANGUAGES else None
    return None


def default_language() -> str:
    """By STELLWERK_LANG, else by the locale, else English."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, names), None) or locale.getlocale()[0] or ""
    return language_for((os.environ.get("STELLWERK_LANG", ""), locale.normalize(name).partition(".")[0]))


def printable(text: str) -> str:
    """The text on one line, with everything that could steer a terminal shown as a harmless sign."""
    return "".join(sign if sign.isprintable() else "�" for sign in text)
