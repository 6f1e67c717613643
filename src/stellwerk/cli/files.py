"""Reading records that strangers wrote, and writing files completely or not at all."""

from __future__ import annotations

import errno
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from stellwerk.cli.arguments import positive_number
from stellwerk.cli.session import CommandError
from stellwerk.core.match_record import MatchRecord, decode_file
from stellwerk.core.record import MAX_BYTES, Record

if TYPE_CHECKING:
    import argparse

    from stellwerk.core.texts import Texts


def add_record(parser: argparse.ArgumentParser, metavar: str = "FILE") -> None:
    """The arguments of commands about a record: a file, and the game in it if the file is a match."""
    parser.add_argument("file", type=path_of, metavar=metavar, help="a record, or a match of several")
    parser.add_argument(
        "--game", type=positive_number, dest="game_number", metavar="N", help="this game of a match, from 1"
    )


def path_of(text: str) -> Path:
    """The path that an argument names; raises `CommandError`."""
    if not text or "\0" in text:
        raise CommandError("bad_file_name", {"file": text})
    return Path(text)


def read_file(path: Path) -> Record | MatchRecord:
    """The record or match in a file; never reads more than a record may hold."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    return decode_file(data)


def read_record(path: Path, game: int | None = None) -> Record:
    """The record in a file; of a match, the one with this number, from 1. Raises `CommandError`."""
    found = read_file(path)
    if isinstance(found, Record):
        if game not in (None, 1):
            raise CommandError("no_such_game", {"number": game, "games": 1})
        return found
    if game is None:
        raise CommandError("which_record", {"games": len(found.games)})
    if not 1 <= game <= len(found.games):
        raise CommandError("no_such_game", {"number": game, "games": len(found.games)})
    return found.games[game - 1]


def write_file(path: Path, data: bytes) -> None:
    """Write a file completely or not at all; an existing file stays intact until the new one is complete."""
    target = _check_target(path)
    draft = target.with_name(f".stellwerk-{secrets.token_hex(8)}.tmp")
    try:
        with draft.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def check_writable(path: Path) -> None:
    """Check before a game starts that its record can be written after it."""
    target = _check_target(path)
    draft = target.with_name(f".stellwerk-{secrets.token_hex(8)}.tmp")
    draft.open("xb").close()
    draft.unlink()


def _check_target(path: Path) -> Path:
    """The file that a path leads to; raises for devices and folders, which are never replaced."""
    target = path.resolve()
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if target.exists() and not target.is_file():
        raise CommandError("no_plain_file", {"file": str(path)})
    return target


def problem_of(error: OSError, texts: Texts) -> str:
    """What the operating system refused, as a sentence."""
    name = errno.errorcode.get(error.errno or 0, "")
    problem = texts.section("problems").get(name, error.strerror or type(error).__name__)
    file = error.filename2 or error.filename
    if not isinstance(file, str) or Path(file).name.startswith(".stellwerk-"):
        file = str(Path(file).parent) if isinstance(file, str) else None
    return f"{file}: {problem}" if file else str(problem)
