"""Copies of an SQLite database: made while a server writes, checked, and put back in place.

PostgreSQL has its own tools for this (docs/hosting.md).
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.store.errors import StoreError
from stellwerk.store.schema import missing_migrations
from stellwerk.store.sqlite import locked
from stellwerk.store.writer import translating

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PAGES: Final = 500
"""Pages that are copied at a time; between them the server writes."""
BESIDE: Final = ("-wal", "-shm")
"""What SQLite puts beside a file."""


class Contents(NamedTuple):
    """What a database holds."""

    tables: int
    events: int
    people: int


def back_up(source: Path, target: Path, told: Callable[[int, int], None]) -> Contents:
    """Copy the database of a server, which may be running, and check the copy; `told` hears of pages done and
    pages in all."""
    if not source.is_file():
        raise StoreError("no_database", {"file": str(source)})
    draft = target.with_name(f".{target.name}.part")
    draft.unlink(missing_ok=True)
    draft.touch(0o600)  # before anything is in it
    try:
        with (
            translating(),
            closing(sqlite3.connect(source, timeout=10)) as reading,
            closing(sqlite3.connect(draft)) as writing,
        ):
            reading.backup(
                writing, pages=PAGES, progress=lambda _status, left, every: told(every - left, every)
            )
            writing.execute("PRAGMA journal_mode = DELETE")  # a copy is one file
        found = contents(draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return found


def contents(file: Path) -> Contents:
    """What a database holds; raises `StoreError` if it is damaged, or newer than this program."""
    if not file.is_file():
        raise StoreError("no_database", {"file": str(file)})
    with translating(), closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as reading:
        (verdict,) = reading.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise StoreError("damaged", {"problem": " ".join(str(verdict).split())})
        missing_migrations(reading.execute("PRAGMA user_version").fetchone()[0])
        (torn,) = reading.execute(
            "SELECT COUNT(*) FROM tables WHERE seq <> (SELECT MAX(seq) FROM events WHERE table_id = id)"
        ).fetchone()
        if torn:
            raise StoreError("damaged", {"problem": f"{torn} tables lack events"})
        counts = [
            reading.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0]  # noqa: S608 (these three)
            for name in ("tables", "events", "players")
        ]
    return Contents(*counts)


def put_back(copy: Path, place: Path) -> tuple[Contents, Path | None]:
    """Put a checked copy in the place of a database that no server uses. Returns what it holds, and where the
    database that was there is now."""
    found = contents(copy)
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = place.with_name(f".{place.name}.part")
    with locked(place) as lock:
        _give(lock)
        draft.unlink(missing_ok=True)
        try:
            with (
                copy.open("rb") as reading,
                open(draft, "xb", opener=_private) as writing,
            ):
                shutil.copyfileobj(reading, writing)
            _give(draft)
            former = _set_aside(place)
            draft.replace(place)
        finally:
            draft.unlink(missing_ok=True)
    return found, former


def _private(path: str, flags: int) -> int:
    """Open a new file that only its owner can read."""
    return os.open(path, flags, 0o600)


def _give(file: Path) -> None:
    """Give a file that root has made to the owner of its folder, as whom the server runs."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        folder = file.parent.stat()
        os.chown(file, folder.st_uid, folder.st_gid, follow_symlinks=False)


def _set_aside(place: Path) -> Path | None:
    """Rename the database that is there, if there is one, and return its new path."""
    if not place.exists():
        return None
    former = place.with_name(f"{place.stem}-before-{time.strftime('%Y%m%d-%H%M%S')}{place.suffix}")
    for ending in ("", *BESIDE):
        if (file := place.with_name(place.name + ending)).exists():
            file.replace(former.with_name(former.name + ending))
    return former
