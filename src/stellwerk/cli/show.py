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
    from stellwerk.core.match import MatchGame, MatchStanding


def table_of(game: AnyGame, view: object, texts: CommandTexts, players: Sequence[str]) -> RenderableType:
    """The table as an observer sees it."""
    if terminal := part(game.info.key, "terminal"):
        table: RenderableType = terminal.table(view, texts, players)
        return table
    return Text(listing(view))


def print_result(session: Session, game: AnyGame, result: Result, players: Sequence[str]) -> None:
    """Print the score sheet, who won, and the clause that ended the game, or that somebody gave up."""
    texts, screen = session.texts, session.screen
    terminal = part(game.info.key, "terminal")
    has_sheet = terminal is not None and result.sheet is not None
    screen.print(terminal.sheet(result, texts, players) if has_sheet else _scores(result, texts, players))
    names = [players[seat] for seat in result.winners]
    code = "winner" if len(names) == 1 else "draw"
    screen.print(Text(texts.say(code, names=names), "bold"))
    is_given_up = result.reason not in game.info.end_reasons
    why = texts.say(result.reason) if is_given_up else f"{result.reason}: {texts.clause(result.reason)}"
    screen.print(Text(why, "dim"))


def print_match(session: Session, match: MatchStanding, players: Sequence[str]) -> None:
    """Print the points of each game, the totals, and who leads or has won the match."""
    texts, screen = session.texts, session.screen
    screen.print("", Text(texts.say("match", played=len(match.played), games=match.games), "bold"))
    screen.print(match_table(match, texts, players))
    if any(match.given_up):
        screen.print(Text(texts.say("match_given_up"), "dim"))
    first = [players[seat] for seat, rank in enumerate(match.ranks) if rank == 1]
    code = "match_won" if match.is_over else "match_led"
    screen.print(Text(texts.say(code if len(first) == 1 else f"{code}_together", names=first), "bold"))


def match_table(match: MatchStanding, texts: CommandTexts, players: Sequence[str]) -> Table:
    """One row per player, the best first; a star marks the points of a game that was given up."""
    table = Table(texts.say("rank"), texts.say("player"), box=box.SIMPLE_HEAD)
    for number in range(1, match.games + 1):
        table.add_column(texts.say("game_number", number=number), justify="right")
    table.add_column(texts.say("match_total"), justify="right")
    for seat in sorted(range(len(players)), key=lambda seat: match.ranks[seat]):
        cells = [_points(game, seat) for game in match.played]
        cells += [""] * (match.games - len(cells))
        table.add_row(str(match.ranks[seat]), players[seat], *cells, _signed(match.totals[seat]))
    return table


def _points(game: MatchGame, seat: int) -> str:
    has_given_up = any(one.seat == seat for one in game.given_up)
    return _signed(game.points[seat]) + ("*" if has_given_up else "")


def _signed(points: int) -> str:
    """Points with a real minus sign."""
    return str(points).replace("-", "−")


def _scores(result: Result, texts: CommandTexts, players: Sequence[str]) -> Table:
    table = Table(texts.say("rank"), texts.say("player"), texts.say("points"), box=box.SIMPLE_HEAD)
    for seat in sorted(range(len(players)), key=lambda seat: result.ranks[seat]):
        table.add_row(str(result.ranks[seat]), players[seat], _signed(result.scores[seat]))
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
