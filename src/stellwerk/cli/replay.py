"""`stellwerk replay`: print the game of a record, action by action, and its result."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from rich.table import Table
from rich.text import Text

from stellwerk.cli.arguments import options_text, whole_number
from stellwerk.cli.files import path_of, read_record
from stellwerk.cli.session import CommandError
from stellwerk.cli.show import print_result, sentences, table_of
from stellwerk.core.game import CHANCE
from stellwerk.core.record import opening, replay

if TYPE_CHECKING:
    import argparse

    from stellwerk.cli.session import Session
    from stellwerk.core.game import AnyGame
    from stellwerk.core.play import Moment
    from stellwerk.core.record import Record


WIDEST: Final = 24
"""Longer texts of actions are folded."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("file", type=path_of, metavar="FILE", help="a record")
    parser.add_argument(
        "--at", type=whole_number, metavar="N", help="stop after N actions and show the table"
    )


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Print the game as far as the record goes; each action is told as its actor saw it."""
    record = read_record(arguments.file)
    game = session.load(record.game)
    _, state = opening(record)
    last = check_place(record, arguments.at)
    _print_head(session, game, record)
    width = max((len(text) for text in record.actions if len(text) <= WIDEST), default=WIDEST)
    for moment in islice(replay(record), last):
        _print_moment(session, game, moment, record.players, width)
        state = moment.after
    if arguments.at is not None:
        session.screen.print("", table_of(game, game.view(state, None), session.texts, record.players))
    else:
        _print_end(session, game, state, record)
    return 0


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


def _print_end(session: Session, game: AnyGame, state: Any, record: Record) -> None:
    session.screen.print()
    result = game.result(state)
    if result is not None:
        print_result(session, game, result, record.players)
        return
    actor = game.actor(state)
    name = session.texts.say("chance") if actor in (CHANCE, None) else record.players[actor]
    session.screen.note(session.texts.say("unfinished", count=len(record.actions), name=name), "bold")
