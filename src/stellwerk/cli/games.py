"""`stellwerk games`: list the games with their players and options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from stellwerk.cli.arguments import option_text
from stellwerk.cli.texts import load_command_texts
from stellwerk.core import registry

if TYPE_CHECKING:
    import argparse

    from stellwerk.cli.session import Session
    from stellwerk.cli.texts import CommandTexts
    from stellwerk.core.game import AnyGame


def configure(parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""
    del parser


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Print one block per game."""
    del arguments
    texts, screen = session.texts, session.screen
    for key in registry.games():
        game = registry.load(key)
        own = load_command_texts(key, session.language)
        title = Text.assemble((str(own.section("game")["title"]), "bold"), "  ", (key, "cyan"))
        screen.print(title.append(f"  {texts.say('for_players', players=game.info.seats.text)}", "dim"))
        screen.print(Text(str(own.section("game")["summary"])))
        if game.info.options:
            screen.print(_options(game, own))
        screen.print()
    return 0


def _options(game: AnyGame, texts: CommandTexts) -> Table:
    """One line for each choice, as it is typed after `--option`; defaults are marked."""
    table = Table.grid(padding=(0, 2))
    for name, option in game.info.options.items():
        words = texts.section("options").get(name, {})
        for choice in option.choices:
            typed = option_text(choice)
            meaning = words.get("choices", {}).get(typed, "")
            mark = texts.say("default") if choice == option.default else ""
            table.add_row(Text(f"  {name}={typed}", "cyan"), Text(mark, "green"), Text(str(meaning)))
    return table
