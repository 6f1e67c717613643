"""`stellwerk verify`: prove that the chance of a record comes from its seed, and that a match adds up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.cli.files import add_record, read_file, read_record
from stellwerk.core.chance import draw_start_seat
from stellwerk.core.match_record import MatchRecord, check_match
from stellwerk.core.record import verify

if TYPE_CHECKING:
    import argparse

    from stellwerk.cli.session import Session
    from stellwerk.core.record import Record


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_record(parser)


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Print what was proven, a sentence for each game; raises `RecordError` otherwise."""
    found = read_file(arguments.file)
    if not isinstance(found, MatchRecord) or arguments.game_number is not None:
        _verify(session, read_record(arguments.file, arguments.game_number))
        return 0
    session.load(found.games[0].game)
    check_match(found)
    texts = session.texts
    for number, record in enumerate(found.games, start=1):
        session.screen.note(texts.say("game_of", number=number, games=found.result.games), "bold")
        _verify(session, record, is_first=number == 1)
    session.screen.note(texts.say("match_verified"), "bold")
    return 0


def _verify(session: Session, record: Record, *, is_first: bool = True) -> None:
    session.load(record.game)
    count = verify(record)
    assert record.seed is not None  # `verify` refuses a record without it
    texts = session.texts
    is_drawn = draw_start_seat(record.seed, record.seats) == record.start_seat
    code = ("start_drawn" if is_drawn else "start_chosen") if is_first else "start_in_turn"
    start = texts.say(code, name=record.players[record.start_seat])
    session.screen.note(texts.say("verified", count=count, start=start))
