"""Games that have already been played: from files, and from the tables of a server.

Only finished games count. No person's name leaves a server: a person is `human`, a bot is its level or the
login of its account.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from stellwerk.arena.records import LINES
from stellwerk.core.match_record import decode_file, records_of
from stellwerk.core.record import MAX_BYTES, decode
from stellwerk.export.files import ExportError
from stellwerk.export.rows import Finished, finished
from stellwerk.store import ended_games, open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator
    from pathlib import Path

    from stellwerk.core.record import Record
    from stellwerk.tables.table import Seat, Table

HUMAN: Final = "human"
ACCOUNT: Final = "account:"
"""Comes before the login of a bot, which may equal the name of a level or a person."""


def games_in_files(paths: Iterable[Path], game: str) -> Iterator[Finished | None]:
    """The games in record files, None for each that did not end; raises `RecordError` or `ExportError`."""
    for path in paths:
        for record in _records(path):
            if record.game != game:
                raise ExportError("other_game", {"file": str(path), "found": record.game[:40], "game": game})
            yield finished(record)


def _records(path: Path) -> Iterator[Record]:
    """The records of a file, read one at a time."""
    with path.open("rb") as file:
        if path.suffix != LINES:
            yield from records_of(decode_file(file.read(MAX_BYTES + 1)))
            return
        while line := file.readline(MAX_BYTES + 1):
            if line.strip():
                yield decode(line)


async def games_of_server(place: str | Path, game: str) -> AsyncIterator[Finished]:
    """The games that ended at a server's tables, without guided first games; raises `StoreError`."""
    store = await open_store(place, read_only=True)
    try:
        for table_id in await store.tables_with_results():
            for table in await ended_games(store, table_id):
                if table.config.game == game and not table.config.guide:
                    yield Finished(_nameless(table), table.results[-1])
    finally:
        await store.close()


def _nameless(table: Table) -> Record:
    """The record of a table's last game, with what sat at each seat at its end instead of names."""
    return replace(table.record(), players=tuple(map(_who, table.seats)))


def _who(seat: Seat) -> str:
    if seat.bot is not None:
        return f"{ACCOUNT}{seat.bot}"
    return HUMAN if seat.level is None else seat.level
