"""The files of an export: `records.jsonl` with one record per line, and the decisions of all games in
`decisions.jsonl`, or in `decisions.parquet` if asked for.

Files get their names only when everything is written, so a file that exists is complete.
"""

from __future__ import annotations

import secrets
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from stellwerk.core.errors import StellwerkError
from stellwerk.export.rows import Finished, columns, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from stellwerk.export.columns import Column, Kind

RECORDS: Final = "records.jsonl"
DECISIONS: Final = "decisions"
ROW_GROUP: Final = 5_000
"""The least number of rows in a row group of Parquet: small groups compress badly and are slow to read."""
_LINE: Final = b"\n"


class ExportError(StellwerkError):
    """Something that cannot be exported, or not in this way."""


class Batch(NamedTuple):
    """Some consecutive games as they are written; any process can make them."""

    games: int
    records: bytes
    decisions: bytes


def batch_of(games: Iterable[tuple[int, Finished]]) -> Batch:
    """The batch of these games, each given with its place among the records."""
    count = 0
    records, decisions = bytearray(), bytearray()
    for line, game in games:
        count += 1
        records += msgspec.json.encode(game.record) + _LINE
        for row in rows(game, line):
            decisions += msgspec.json.encode(row) + _LINE
    return Batch(count, bytes(records), bytes(decisions))


class Export:
    """Files that grow by batches."""

    def __init__(self, records: IO[bytes], add_decisions: Callable[[bytes], None]) -> None:
        self.games = self.decisions = 0
        self._records = records
        self._add_decisions = add_decisions

    def add(self, batch: Batch) -> None:
        """Write the next games."""
        self.games += batch.games
        self.decisions += batch.decisions.count(_LINE)
        self._records.write(batch.records)
        self._add_decisions(batch.decisions)


@contextmanager
def exporting(folder: Path, game: str, *, parquet: bool) -> Iterator[Export]:
    """Write to a folder; if anything goes wrong, nothing in it is changed."""
    arrow = _arrow() if parquet else None
    with _folder(folder):
        yield from _writing(folder, game, arrow)


def _writing(folder: Path, game: str, arrow: Any) -> Iterator[Export]:
    parquet = arrow is not None
    lines, packed = (folder / f"{DECISIONS}.{kind}" for kind in ("jsonl", "parquet"))
    table, other = (packed, lines) if parquet else (lines, packed)
    drafts = {path: _draft(path) for path in (folder / RECORDS, table)}
    try:
        with ExitStack() as opened:
            records = opened.enter_context(drafts[folder / RECORDS].open("xb"))
            if arrow is None:
                write: Callable[[bytes], Any] = opened.enter_context(drafts[table].open("xb")).write
            else:
                write = opened.enter_context(_parquet(arrow, drafts[table], columns(game)))
            yield Export(records, write)
        for path, draft in drafts.items():
            draft.replace(path)
        other.unlink(missing_ok=True)  # from an earlier export: it does not belong to these records
    finally:
        for draft in drafts.values():
            draft.unlink(missing_ok=True)


@contextmanager
def _folder(folder: Path) -> Iterator[None]:
    """Make a folder; if anything goes wrong, remove the folders that were made for it."""
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        with suppress(OSError):  # somebody else has put something there
            for path in made:
                path.rmdir()
        raise


def _draft(path: Path) -> Path:
    return path.with_name(f".stellwerk-{secrets.token_hex(8)}.tmp")


def _arrow() -> Any:
    try:
        import_module("pyarrow.parquet")
    except ImportError as error:
        raise ExportError("no_pyarrow") from error
    return import_module("pyarrow")


@contextmanager
def _parquet(arrow: Any, path: Path, wanted: tuple[Column, ...]) -> Iterator[Callable[[bytes], None]]:
    """A function that adds lines of JSON to a Parquet table."""
    schema = arrow.schema([(column.name, _type(arrow, column)) for column in wanted])

    waiting: list[dict[str, Any]] = []

    def write(lines: bytes) -> None:
        waiting.extend(map(msgspec.json.decode, lines.splitlines()))
        if len(waiting) >= ROW_GROUP:
            flush()

    def flush() -> None:
        writer.write_table(arrow.Table.from_pylist(waiting, schema))
        waiting.clear()

    with arrow.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        yield write
        flush()


def _type(arrow: Any, column: Column) -> Any:
    kinds: dict[Kind, Any] = {
        "int": arrow.int64(), "float": arrow.float64(), "bool": arrow.bool_(), "text": arrow.string(),
    }  # fmt: skip
    found = kinds[column.kind]
    for _ in range(column.depth):
        found = arrow.list_(found)
    return found
