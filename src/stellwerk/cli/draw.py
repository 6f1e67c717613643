"""`stellwerk draw`: write the table of a record as a picture (SVG)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from stellwerk.cli.arguments import whole_number
from stellwerk.cli.files import add_record, path_of, read_record, write_file
from stellwerk.cli.replay import check_place
from stellwerk.cli.session import CommandError
from stellwerk.core.parts import part
from stellwerk.core.record import opening, replay

if TYPE_CHECKING:
    import argparse

    from stellwerk.cli.session import Session


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_record(parser)
    parser.add_argument("--at", type=whole_number, metavar="N", help="after N actions (default: at the end)")
    parser.add_argument(
        "--seat",
        type=whole_number,
        metavar="SEAT",
        help="as this seat sees it, from 0 (default: a spectator)",
    )
    parser.add_argument(
        "-o", "--output", type=path_of, required=True, metavar="FILE", help="the picture, such as board.svg"
    )


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Replay to the place and draw what the observer sees there."""
    record = read_record(arguments.file, arguments.game_number)
    game = session.load(record.game)
    drawing = part(game.info.key, "drawing")
    if drawing is None:
        raise CommandError("no_drawing", {"game": game.info.title})
    _, state = opening(record)
    seat = arguments.seat
    if seat is not None and seat >= record.seats:
        raise CommandError("no_such_seat", {"seat": seat, "last": record.seats - 1})
    last = check_place(record, arguments.at)
    for moment in islice(replay(record), last):
        state = moment.after
    picture: str = drawing.svg(game.view(state, seat), session.texts, record.players)
    write_file(arguments.output, picture.encode())
    session.screen.note(session.texts.say("drawn", file=str(arguments.output), at=last))
    return 0
