"""How a game looks in the terminal: by its own `terminal` part, or as a plain listing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from stellwerk.core.listing import listing
from stellwerk.core.parts import part

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

    from stellwerk.cli.session import Session
    from stellwerk.cli.texts import CommandTexts
    from stellwerk.core.game import AnyGame, LogLine, Result


def table_of(game: AnyGame, view: object, texts: CommandTexts, players: Sequence[str]) -> RenderableType:
    """The table as an observer sees it."""
    if terminal := part(game.info.key, "terminal"):
        table: RenderableType = terminal.table(view, texts, players)
        return table
    return Text(listing(view))


def print_result(session: Session, game: AnyGame, result: Result, players: Sequence[str]) -> None:
    """Print the score sheet, who won, and the clause that ended the game."""
    texts, screen = session.texts, session.screen
    terminal = part(game.info.key, "terminal")
    screen.print(terminal.sheet(result, texts, players) if terminal else _scores(result, texts, players))
    names = [players[seat] for seat in result.winners]
    code = "winner" if len(names) == 1 else "draw"
    screen.print(Text(texts.say(code, names=names), "bold"))
    screen.print(Text(f"{result.reason}: {texts.clause(result.reason)}", "dim"))


def _scores(result: Result, texts: CommandTexts, players: Sequence[str]) -> Table:
    table = Table(texts.say("rank"), texts.say("player"), texts.say("points"), box=box.SIMPLE_HEAD)
    for seat in sorted(range(len(players)), key=lambda seat: result.ranks[seat]):
        table.add_row(str(result.ranks[seat]), players[seat], str(result.scores[seat]))
    return table


def sentences(lines: Iterable[LogLine], texts: CommandTexts, players: Sequence[str]) -> list[str]:
    """Log lines as sentences."""
    return [texts.log_line(line, players) for line in lines]


def clause_paragraph(clause: str, text: Text) -> Table:
    """A clause with its id in the margin."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="bold", no_wrap=True, width=9)
    grid.add_column()
    grid.add_row(clause, text)
    return grid
