"""`stellwerk train`: teach a game's bots by games they play against themselves.

Works for every game that brings the part `training` (see `core.parts`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from stellwerk.cli.arguments import add_game, positive_number, seed_text
from stellwerk.cli.files import check_writable, path_of
from stellwerk.cli.session import CommandError, progress_bar
from stellwerk.core.parts import part

if TYPE_CHECKING:
    import argparse

    from stellwerk.cli.session import Session


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_game(parser)
    parser.add_argument(
        "--seed", type=seed_text, default="stellwerk", metavar="TEXT", help="seed of all games (stellwerk)"
    )
    parser.add_argument(
        "-n", "--games", type=positive_number, metavar="N", help="number of games in each lesson"
    )
    parser.add_argument("-o", "--out", type=path_of, metavar="FILE", help="file for the weights (GAME.npz)")


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Let the bots play and learn; the progress bar goes to stderr."""
    game = session.load(arguments.game)
    school = part(game.info.key, "training")
    if school is None:
        raise CommandError("nothing_to_learn", {"game": game.info.title})
    out = arguments.out or Path(f"{game.info.key}.npz")
    check_writable(out)
    games = arguments.games or school.GAMES
    with progress_bar() as progress:
        task = progress.add_task(session.texts.say("training"), total=school.total(games))
        school.train(arguments.seed, games, out, lambda count: progress.advance(task, count))
    session.screen.note(session.texts.say("trained", file=str(out)))
    return 0
