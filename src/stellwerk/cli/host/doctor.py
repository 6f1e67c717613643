"""What `stellwerk admin doctor` looks at: data folder, secret, database, disk, engines, pages."""

from __future__ import annotations

import asyncio
import os
import shutil
from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk import native
from stellwerk.core import registry
from stellwerk.core.errors import StellwerkError
from stellwerk.server.hosting import SHORTEST_SECRET
from stellwerk.server.pages import FOLDER
from stellwerk.store import backups, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from stellwerk.cli.texts import CommandTexts

FREE: Final = 500_000_000
"""Bytes that should be free on the disk."""


class Finding(NamedTuple):
    """What was found out about one thing."""

    is_well: bool
    sentence: str


def findings(
    folder: Path, database: str | None, secret: str | None, texts: CommandTexts
) -> Iterator[Finding]:
    """Everything that can be looked at without a running server."""
    yield _folder(folder, texts)
    yield _secret(folder, secret, texts)
    yield _database(folder, database, texts)
    yield _disk(folder, texts)
    yield from _engines(texts)
    is_built = (FOLDER / "index.html").is_file()
    yield Finding(is_built, texts.say("doctor_pages" if is_built else "doctor_no_pages"))


def _folder(folder: Path, texts: CommandTexts) -> Finding:
    if not folder.is_dir():
        return Finding(False, texts.say("doctor_no_folder", folder=str(folder)))
    others = [file.name for file in (folder, *folder.iterdir()) if os.name == "posix" and _is_open(file)]
    if others:
        return Finding(False, texts.say("doctor_open", files=", ".join(others)))
    return Finding(True, texts.say("doctor_folder", folder=str(folder)))


def _is_open(file: Path) -> bool:
    """True if others than its owner may read it."""
    return bool(file.stat().st_mode & 0o077)


def _secret(folder: Path, secret: str | None, texts: CommandTexts) -> Finding:
    file = folder / "secret"
    kept = secret.encode() if secret is not None else file.read_bytes() if file.is_file() else b""
    is_well = len(kept) >= SHORTEST_SECRET
    return Finding(is_well, texts.say("doctor_secret" if is_well else "doctor_no_secret"))


def _database(folder: Path, database: str | None, texts: CommandTexts) -> Finding:
    try:
        if database is None:
            found = backups.contents(folder / "stellwerk.sqlite")
            return Finding(True, texts.say("doctor_database", **found._asdict()))
        asyncio.run(_open(database))
    except StellwerkError as error:
        return Finding(False, texts.sentence(error))
    return Finding(True, texts.say("doctor_reached"))


async def _open(database: str) -> None:
    store = await open_store(database, read_only=True)
    await store.close()


def _disk(folder: Path, texts: CommandTexts) -> Finding:
    place = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(place).free
    return Finding(free >= FREE, texts.say("doctor_disk", free=f"{texts.number(free / 1e9, 1)} GB"))


def _engines(texts: CommandTexts) -> Iterator[Finding]:
    """What is compiled, all of which is loaded: that a file is there does not mean that it fits."""
    needed = sorted(key for key in registry.games() if native.sources(key))
    missing = [key for key in needed if not native.is_compiled(key)]
    if missing:
        code = "doctor_told_to_interpret" if native.is_interpreted() else "doctor_interpreted"
        yield Finding(False, texts.say(code, games=", ".join(missing)))
    broken = {key: why for key in needed if key not in missing and (why := native.fault(key))}
    for game, problem in broken.items():
        yield Finding(False, texts.say("doctor_broken", game=game, problem=problem))
    if not missing and not broken:
        yield Finding(True, texts.say("doctor_engines"))
    if native.is_interpreted():
        return
    if slow := [native.WRITTEN[name].name for name in native.WRITTEN if native.written(name) is None]:
        yield Finding(False, texts.say("doctor_written", files=", ".join(slow)))
