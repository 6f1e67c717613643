"""`stellwerk train`: teach a game's bots by games they play against themselves.

Works for every game that brings the part `training` (see `core.parts`). Beside the weights it draws how the
learning went.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from stellwerk.cli.arguments import add_game, positive_number, seed_text
from stellwerk.cli.files import check_writable, path_of, write_file
from stellwerk.cli.screen import progress_bar
from stellwerk.cli.session import CommandError
from stellwerk.core.parts import part
from stellwerk.learn import Course, train
from stellwerk.learn.curves import draw
from stellwerk.learn.lessons import WrongCourseError, save

if TYPE_CHECKING:
    import argparse

    from stellwerk.cli.session import Session
    from stellwerk.learn import Arrays


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
    parser.add_argument(
        "--folder", type=path_of, metavar="FOLDER", help="keep finished lessons here, and go on after them"
    )


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Let the bots play and learn; the progress bar goes to stderr."""
    game = session.load(arguments.game)
    training = part(game.info.key, "training")
    if training is None:
        raise CommandError("nothing_to_learn", {"game": game.info.title})
    out = arguments.out or Path(f"{game.info.key}.npz")
    picture = out.with_suffix(".svg")
    check_writable(out)
    check_writable(picture)
    games = arguments.games or training.SCHOOL.games
    course = Course(training.SCHOOL, arguments.seed, games, arguments.folder)
    with progress_bar() as progress:
        task = progress.add_task(session.texts.say("training"), total=course.total)
        try:
            weights, curve = train(course, lambda count: progress.advance(task, count))
        except WrongCourseError as error:
            raise CommandError("other_course", {"folder": str(arguments.folder)}) from error
    write_file(out, _packed(weights))
    write_file(picture, draw(curve).encode())
    session.screen.note(session.texts.say("trained", file=str(out), picture=str(picture)))
    return 0


def _packed(weights: Arrays) -> bytes:
    """The weights as a file, in half precision."""
    packed = BytesIO()
    save(packed, {name: array.astype(np.float16) for name, array in weights.items()})
    return packed.getvalue()
