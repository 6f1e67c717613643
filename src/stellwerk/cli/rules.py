"""`stellwerk rules`: print the rules of a game, one clause, or the clauses with a word in them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.text import Text

from stellwerk.cli.arguments import add_game
from stellwerk.cli.session import CommandError
from stellwerk.cli.show import clause_paragraph
from stellwerk.core.rulebook import chapters, markdown

if TYPE_CHECKING:
    import argparse

    from stellwerk.cli.session import Session


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_game(parser)
    parser.add_argument(
        "clause", metavar="CLAUSE", nargs="?", help="id of a clause or chapter, such as TB-3.2"
    )
    parser.add_argument("--find", metavar="WORD", help="only clauses with this word")
    parser.add_argument("--markdown", action="store_true", help="the whole rule book as docs/rules has it")


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Print what was asked for."""
    session.load(arguments.game)
    if arguments.markdown:
        sys.stdout.write(markdown(arguments.game, session.language))
        return 0
    if not arguments.clause and not arguments.find:
        game = session.texts.section("game")
        session.screen.print(Text(str(game["title"]), "bold"), Text(str(game["summary"])), sep="\n")
    print_clauses(session, (arguments.clause or "").upper(), arguments.find or "")
    return 0


def print_clauses(session: Session, clause: str = "", word: str = "") -> None:
    """Print a clause or chapter by its id (empty: all), if it contains a word; raises `CommandError`."""
    found = False
    for heading, title, clauses in chapters(session.texts):
        chosen = [
            (name, text) for name, text in clauses if _is_in(name, clause) and word.lower() in text.lower()
        ]
        if not chosen:
            continue
        found = True
        if not clause or _is_in(heading, clause):
            session.screen.print(Text(f"\n{heading}  {title}", "bold green"))
        for name, text in chosen:
            paragraph = Text(text)
            if word:
                paragraph.highlight_words([word], "reverse", case_sensitive=False)
            session.screen.print(clause_paragraph(name, paragraph))
    if not found:
        raise CommandError("no_clause", {"clause": clause or word})


def _is_in(name: str, clause: str) -> bool:
    """True if a clause or heading is the one that was asked for, or lies below it."""
    return not clause or name == clause or name.startswith((f"{clause}.", f"{clause}-"))
