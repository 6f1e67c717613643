"""`stellwerk` without a command: says what to type and, at a terminal, asks which game to play."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from stellwerk.cli import play
from stellwerk.cli.texts import load_command_texts
from stellwerk.core import registry

if TYPE_CHECKING:
    from stellwerk.cli.session import Session


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Say hello; play if a person names a game."""
    del arguments
    _greet(session)
    if not session.is_interactive:
        return 0
    key = _ask(session)
    return play.run(session, _arguments_of_play(key)) if key else 0


def _greet(session: Session) -> None:
    texts, screen = session.texts, session.screen
    screen.print(Text.assemble(("Stellwerk", "bold"), "  ", texts.say("welcome")), "")
    table = Table.grid(padding=(0, 2))
    for number, key in enumerate(registry.games(), start=1):
        own = load_command_texts(key, session.language).section("game")
        players = texts.say("for_players", players=registry.load(key).info.seats.text)
        table.add_row(f"  {number}", Text(str(own["title"]), "bold"), Text(players, "dim"), Text(key, "cyan"))
    screen.print(table, "")
    commands = Table.grid(padding=(0, 2))
    for command, meaning in texts.section("commands").values():
        commands.add_row(Text(f"  stellwerk {command}", "cyan"), Text(str(meaning)))
    screen.print(commands)


def _ask(session: Session) -> str | None:
    keys = registry.games()
    while True:
        try:
            answer = input(f"\n{session.texts.say('which_game', count=len(keys))} ").strip().lower()
        except EOFError:
            return None
        if not answer:
            return None
        if answer in keys:
            return answer
        if answer in {str(number) for number in range(1, len(keys) + 1)}:
            return keys[int(answer) - 1]


def _arguments_of_play(key: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    play.configure(parser)
    return parser.parse_args([key])
