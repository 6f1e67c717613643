"""Where commands print, and how they show that they are busy."""

from __future__ import annotations

from typing import NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from stellwerk.cli.session import printable


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


def progress_bar() -> Progress:
    """A progress bar on stderr, so that it never mixes with results; it vanishes when it is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
