"""The archive of golden games: one folder per game with records and, in results.json, how they ended.

The scripts `make_<game>.py` write it; tests only read. A golden game is never rewritten to make a test pass:
a change of the rules gets a new `rules_version` and new games beside the old ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import stellwerk
from stellwerk.core.record import Record, decode, encode, opening

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).parent
RESULTS = "results.json"


def records() -> dict[str, Path]:
    """All golden records by name, such as ``trambahn/simple.json``."""
    found = [path for path in FOLDER.glob("*/*") if path.is_file() and path.name != RESULTS]
    return {f"{path.parent.name}/{path.name}": path for path in sorted(found) if path.suffix != ".pyc"}


def read(path: Path) -> Record:
    """One golden record."""
    return decode(path.read_bytes())


def results(key: str) -> dict[str, Any]:
    """How the golden games of a game ended, by file name."""
    expected: dict[str, Any] = msgspec.json.decode((FOLDER / key / RESULTS).read_bytes())
    return expected


def outcome(record: Record) -> dict[str, Any]:
    """How a record ends, as results.json has it."""
    game, _ = opening(record)
    *_, last = stellwerk.replay(record)
    result = game.result(last.after)
    assert result is not None, "a golden game is a finished game"
    return {"reason": result.reason, "scores": list(result.scores), "winners": list(result.winners)}


def write(key: str, games: Mapping[str, Record]) -> None:
    """Write the archive of a game: records by file name."""
    folder = FOLDER / key
    folder.mkdir(exist_ok=True)
    for name, record in games.items():
        (folder / name).write_bytes(encode(record))
    ends = {name: outcome(record) for name, record in sorted(games.items())}
    (folder / RESULTS).write_bytes(msgspec.json.format(msgspec.json.encode(ends), indent=1) + b"\n")
