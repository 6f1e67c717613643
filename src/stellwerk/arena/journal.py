"""A journal: the finished blocks of one tournament in a file, so that a killed tournament can resume.

Its first line says that it is a journal, and of which tournament. A file with anything else in it belongs to
somebody else: it is neither read further nor written nor removed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import msgspec

from stellwerk.arena.block import Block
from stellwerk.core.errors import StellwerkError

if TYPE_CHECKING:
    from pathlib import Path

BEGIN: Final = b'{"stellwerk":"arena","tournament":'
"""The start of the first line of every journal."""


class JournalError(StellwerkError):
    """Raised for a file that is not the journal of this tournament."""


class Journal:
    """One line for each finished block, appended as they come."""

    def __init__(self, path: Path, tournament: str = "") -> None:
        self.path = path
        self._head = BEGIN + msgspec.json.encode(tournament) + b"}\n"
        """`fingerprint` identifies the tournament; without one, the file name does."""

    def read(self) -> list[Block]:
        """The blocks finished before; cuts off half a line that a kill left behind. Raises `JournalError`."""
        data = self._data()
        if self._head.startswith(data):  # nothing yet, or killed in the first line
            return []
        if not data.startswith(self._head):
            raise JournalError("other_tournament", {"file": str(self.path)})
        whole = data[: data.rfind(b"\n") + 1]
        blocks = []
        for number, line in enumerate(whole.splitlines()[1:], 2):
            try:
                blocks.append(msgspec.json.decode(line, type=Block))
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise JournalError("damaged_journal", {"file": str(self.path), "line": number}) from error
        if whole != data:
            os.truncate(self.path, len(whole))  # written anew, a kill or a full disk could lose all of it
        return blocks

    def add(self, block: Block) -> None:
        """Append a block; a new file first gets its header line."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        line = msgspec.json.encode(block) + b"\n"
        if self.path.exists() and self.path.stat().st_size >= len(self._head):
            with self.path.open("ab") as file:
                file.write(line)
        else:
            self.path.write_bytes(self._head + line)

    def remove(self) -> None:
        """Delete the journal, whichever tournament it belongs to; raises `JournalError`."""
        if self._data():
            self.path.unlink()

    def _data(self) -> bytes:
        """The content of a journal; of any other file only the start is read."""
        if not self.path.exists():
            return b""
        if self.path.is_file():
            with self.path.open("rb") as file:
                begin = file.read(len(BEGIN))
                if begin in (b"", BEGIN):
                    return begin + file.read()
        raise JournalError("no_journal", {"file": str(self.path)})
