"""The archive of golden games: one folder per game with records and, in results.json, how they ended.

The scripts `make_<game>.py` write it; tests only read. A golden game is never rewritten to make a test pass:
a change of the rules gets a new `rules_version` and new games beside the old ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import stellwerk
from stellwerk.cli.new_game import results_file
from stellwerk.core.record import Record, decode, encode
from tests.homes import home_of

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).parent
"""Where `write` puts games. The tests find them where each game lies."""
RESULTS = "results.json"


def folder_of(key: str) -> Path:
    """The golden games of a game."""
    return home_of(key) / "tests" / "golden" / key


def records() -> dict[str, Path]:
    """All golden records by name, such as ``trambahn/simple.json``."""
    found = [path for key in stellwerk.games() for path in sorted(folder_of(key).iterdir())]
    return {f"{path.parent.name}/{path.name}": path for path in found if path.name != RESULTS}


def read(path: Path) -> Record:
    """One golden record."""
    return decode(path.read_bytes())


def results(key: str) -> dict[str, Any]:
    """How the golden games of a game ended, by file name."""
    expected: dict[str, Any] = msgspec.json.decode((folder_of(key) / RESULTS).read_bytes())
    return expected


def write(key: str, games: Mapping[str, Record]) -> None:
    """Write the archive of a game: records by file name."""
    folder = FOLDER / key
    folder.mkdir(exist_ok=True)
    for name, record in games.items():
        (folder / name).write_bytes(encode(record))
    (folder / RESULTS).write_bytes(results_file(games))


def add(key: str, games: Mapping[str, Record]) -> None:
    """Write those games that the archive does not hold yet; what it holds stays as it is."""
    kept = {path.name: read(path) for path in (FOLDER / key).glob("*.json") if path.name != RESULTS}
    write(key, {**games, **kept})
