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
    """Raised for something that the command line cannot do; its texts hold the sentences."""


class Screen(Console):
    """Where commands print. There is no markup: names of people and files are shown as they are."""

    def __init__(self) -> None:
        super().__init__(markup=False, highlight=False, emoji=False)

    def on_broken_pipe(self) -> NoReturn:
        """Raise `BrokenPipeError`; `main` then ends quietly."""
        raise BrokenPipeError

    def note(self, sentence: str, style: str = "") -> None:
        """Print a sentence on one line, however long: it may hold a path or a seed that people copy."""
        self.print(Text(printable(sentence), style), soft_wrap=True)

    def wipe(self) -> None:
        """Clear a real terminal with its scrollback; do nothing elsewhere."""
        if self.is_terminal:
            self.clear()
            self.file.write("\x1b[3J")
            self.file.flush()


class Session:
    """One run of the command; once a game is loaded, `texts` include the game's."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.screen = Screen()
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

    @property
    def is_interactive(self) -> bool:
        """True if a person sits at a terminal."""
        return self.screen.is_terminal and sys.stdin.isatty()


def progress_bar() -> Progress:
    """A progress bar on stderr, so that it never mixes with results; it vanishes when it is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


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
