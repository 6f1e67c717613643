"""The records of a tournament as a file: every game once, by block and rotation, one record a line.

They are in the journal until the tournament is over, so that a killed one has all of them too. A file with
anything else in it, such as the records of another tournament, belongs to somebody: it is never replaced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.arena.block import player_name, seatings
from stellwerk.core.errors import RecordError, StellwerkError
from stellwerk.core.record import MAX_BYTES, decode

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from stellwerk.arena.block import Block
    from stellwerk.arena.tournament import Tournament

LINES: Final = ".jsonl"
"""The suffix of files with one record per line; `export` recognises them by it."""


class RecordsError(StellwerkError):
    """Raised for a file that cannot hold the records of this tournament."""


def lines_of(blocks: Iterable[Block]) -> bytes:
    """All games of some blocks, as they are written."""
    return b"".join(bytes(game.record) + b"\n" for block in blocks for game in block.games)


def check_place(path: Path, tournament: Tournament) -> None:
    """Refuse a file that holds anything but records of this tournament; raises `RecordsError`."""
    if path.suffix != LINES:
        raise RecordsError("no_lines_name", {"file": str(path)})
    if not path.exists():
        return
    with path.open("rb") as file:
        while line := file.readline(MAX_BYTES + 1):
            if not _is_of(tournament, line):
                raise RecordsError("other_records", {"file": str(path)})


def _is_of(tournament: Tournament, line: bytes) -> bool:
    """True if a line is a game of this tournament, even by another version of its bots."""
    try:
        record = decode(line)
    except RecordError:
        return False
    terms = tournament.terms
    seed, _, _ = (record.seed or "").rpartition(":")
    found = (record.game, record.seats, record.options, seed)
    if found != (terms.game, terms.seats, terms.options, terms.seed):
        return False
    return any(
        record.players == tuple(map(player_name, seating))
        for lineup in tournament.lineups
        for seating in seatings(lineup)
    )
