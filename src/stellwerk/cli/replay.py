"""`stellwerk replay`: print the game of a record, action by action, and its result."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from rich.table import Table
from rich.text import Text

from stellwerk.cli.arguments import options_text, whole_number
from stellwerk.cli.files import add_record, read_file, read_record
from stellwerk.cli.session import CommandError
from stellwerk.cli.show import print_match, print_result, sentences, table_of
from stellwerk.core.game import CHANCE
from stellwerk.core.match import given_up_result
from stellwerk.core.match_record import MatchRecord, check_match
from stellwerk.core.record import opening, replay

if TYPE_CHECKING:
    import argparse

    from stellwerk.cli.session import Session
    from stellwerk.core.game import AnyGame
    from stellwerk.core.match import MatchGame
    from stellwerk.core.play import Moment
    from stellwerk.core.record import Record


WIDEST: Final = 24
"""Longer texts of actions are folded."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_record(parser)
    parser.add_argument(
        "--at", type=whole_number, metavar="N", help="stop after N actions and show the table"
    )


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Print a game as far as its record goes, or all games of a match and its result."""
    found = read_file(arguments.file)
    if isinstance(found, MatchRecord) and arguments.game_number is None and arguments.at is None:
        session.load(found.games[0].game)
        check_match(found)
        _print_games(session, found)
    else:
        _print_game(session, read_record(arguments.file, arguments.game_number), arguments.at)
    return 0


def _print_games(session: Session, match: MatchRecord) -> None:
    played = match.result.played
    for number, record in enumerate(match.games, start=1):
        title = session.texts.say("game_of", number=number, games=match.result.games)
        session.screen.print(Text(title, "bold"))
        _print_game(session, record, ended=played[number - 1] if number <= len(played) else None)
        session.screen.print()
    print_match(session, match.result, match.games[0].players)


def _print_game(
    session: Session, record: Record, at: int | None = None, ended: MatchGame | None = None
) -> None:
    """Each action is told as its actor saw it; `ended` is what the game adds to its match."""
    game = session.load(record.game)
    _, state = opening(record)
    last = check_place(record, at)
    _print_head(session, game, record)
    width = max((len(text) for text in record.actions if len(text) <= WIDEST), default=WIDEST)
    for moment in islice(replay(record), last):
        _print_moment(session, game, moment, record.players, width)
        state = moment.after
    if at is not None:
        session.screen.print("", table_of(game, game.view(state, None), session.texts, record.players))
    else:
        _print_end(session, game, state, record, ended)


def check_place(record: Record, at: int | None) -> int:
    """The number of actions to replay: `at`, or all of them; raises `CommandError`."""
    count = len(record.actions)
    if at is not None and at > count:
        raise CommandError("no_such_place", {"at": at, "count": count})
    return count if at is None else at


def _print_head(session: Session, game: AnyGame, record: Record) -> None:
    texts = session.texts
    session.screen.print(Text(f"{game.info.title}: {' – '.join(record.players)}", "bold"))
    starter = texts.say("starts", name=record.players[record.start_seat])
    session.screen.print(Text(". ".join(filter(None, (starter, options_text(record.options)))), "dim"), "")


def _print_moment(
    session: Session, game: AnyGame, moment: Moment[Any, Any], players: tuple[str, ...], width: int
) -> None:
    """Print an action with what happened beside it; below it for chance, whose texts are long."""
    observer = None if moment.actor == CHANCE else moment.actor
    lines = game.log(moment.before, moment.action, moment.after, observer)
    happened = "\n".join(sentences(lines, session.texts, players))
    text = game.to_text(moment.action)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", width=4, style="dim")
    if moment.actor == CHANCE:
        grid.add_column()
        grid.add_row(str(moment.number), Text(text, "dim"))
        grid.add_row("", Text(happened))
    else:
        grid.add_column(width=width, style="bold", overflow="fold")
        grid.add_column()
        grid.add_row(str(moment.number), text, Text(happened))
    session.screen.print(grid)


def _print_end(session: Session, game: AnyGame, state: Any, record: Record, ended: MatchGame | None) -> None:
    session.screen.print()
    result = game.result(state)
    if result is None and ended and ended.given_up:
        result = given_up_result(ended.given_up[-1])
    if result is not None:
        print_result(session, game, result, record.players)
        return
    actor = game.actor(state)
    name = session.texts.say("chance") if actor in (CHANCE, None) else record.players[actor]
    session.screen.note(session.texts.say("unfinished", count=len(record.actions), name=name), "bold")
