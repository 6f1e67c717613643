"""What a `render` of the environments shows: the table as a spectator sees it, so nothing hidden.

``ansi`` is the text that a terminal shows, ``svg`` the picture of `stellwerk draw`.
"""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from stellwerk.core.languages import FALLBACK
from stellwerk.core.parts import part
from stellwerk.core.texts import load_texts

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame

MODES: Final = ("ansi", "svg")
WIDTH: Final = 120


def checked_mode(mode: str | None) -> str | None:
    """A mode that exists, or None for no pictures; raises `ValueError` for any other."""
    if mode not in (None, *MODES):
        raise ValueError(f"There is no render mode {mode!r}; there are {', '.join(MODES)}.")
    return mode


def picture(game: AnyGame, state: Any, mode: str) -> str:
    """The table in one of the modes, in English."""
    key, view = game.info.key, game.view(state, None)
    names = [f"seat {seat}" for seat in range(len(state.players))]
    texts = load_texts(key, FALLBACK)
    if mode == "svg":
        drawn: str = part(key, "drawing").svg(view, texts, names)
        return drawn
    from rich.console import Console  # noqa: PLC0415 (only whoever looks needs it)

    console = Console(file=StringIO(), force_terminal=True, width=WIDTH, record=True)
    console.print(part(key, "terminal").table(view, texts, names))
    return console.export_text(styles=True)
