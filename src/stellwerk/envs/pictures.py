"""What `render` shows: the table as a spectator sees it, so nothing hidden.

``ansi`` is the text that a terminal shows (a plain listing if the game brings no picture for terminals),
``svg`` the picture of `stellwerk draw`.
"""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from stellwerk.core.languages import FALLBACK
from stellwerk.core.listing import listing
from stellwerk.core.parts import part
from stellwerk.core.texts import load_texts

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame
    from stellwerk.envs.position import Position

MODES: Final = ("ansi", "svg")
WIDTH: Final = 120


def checked_mode(game: AnyGame, mode: str | None) -> str | None:
    """A mode in which this game can be rendered, or None for no pictures; else raises `ValueError`."""
    if mode not in (None, *MODES):
        raise ValueError(f"There is no render mode {mode!r}; there are {', '.join(MODES)}.")
    if mode == "svg" and part(game.info.key, "drawing") is None:
        raise ValueError(f"{game.info.title} has no drawing, so it cannot be rendered as svg, only as ansi.")
    return mode


def picture(position: Position, mode: str) -> str:
    """The table in one of the modes, in English."""
    game = position.game
    key, view = game.info.key, game.view(position.state, None)
    names = [f"seat {seat}" for seat in range(position.seats)]
    texts = load_texts(key, FALLBACK)
    if mode == "svg":
        drawn: str = part(key, "drawing").svg(view, texts, names)
        return drawn
    terminal = part(key, "terminal")
    return listing(view) if terminal is None else _printed(terminal.table(view, texts, names))


def _printed(table: Any) -> str:
    from rich.console import Console  # noqa: PLC0415 (needed only by those who look)

    console = Console(file=StringIO(), force_terminal=True, width=WIDTH, record=True)
    console.print(table)
    return console.export_text(styles=True)
