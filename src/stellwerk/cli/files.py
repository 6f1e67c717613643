"""Reading records that strangers wrote, and writing files completely or not at all."""

from __future__ import annotations

import errno
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from stellwerk.cli.session import CommandError
from stellwerk.core.record import MAX_BYTES, Record, decode

if TYPE_CHECKING:
    from stellwerk.core.texts import Texts


def path_of(text: str) -> Path:
    """The path that an argument names; raises `CommandError`."""
    if not text or "\0" in text:
        raise CommandError("bad_file_name", {"file": text})
    return Path(text)


def read_record(path: Path) -> Record:
    """The record in a file; never reads more than a record may hold."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    return decode(data)


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
