"""`stellwerk verify`: prove that the chance of a record comes from its seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.cli.files import path_of, read_record
from stellwerk.core.chance import draw_start_seat
from stellwerk.core.record import verify

if TYPE_CHECKING:
    import argparse

    from stellwerk.cli.session import Session


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("file", type=path_of, metavar="FILE", help="a record")


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Print one sentence that says what was proven; raises `RecordError` otherwise."""
    record = read_record(arguments.file)
    session.load(record.game)
    count = verify(record)
    assert record.seed is not None  # `verify` refuses a record without it
    drawn = draw_start_seat(record.seed, record.seats) == record.start_seat
    starter = record.players[record.start_seat]
    texts = session.texts
    start = texts.say("start_drawn" if drawn else "start_chosen", name=starter)
    session.screen.note(texts.say("verified", count=count, start=start))
    return 0
