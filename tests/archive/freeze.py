"""Freezes what this version of the program writes, so that every later version can prove that it reads it.

Run it at each release, from the root, as ``python -m tests.archive.freeze``. It writes
``tests/archive/<version>/`` and takes some minutes. A folder that is there already is never written again.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import stellwerk
from tests.archive.freeze_records import write_records
from tests.archive.freeze_tables import write_tables

FOLDER = Path(__file__).parent


def main() -> int:
    """Write the archive of the version at hand; the exit code."""
    place = FOLDER / stellwerk.__version__
    if place.exists():
        print(f"{place} exists. An archive is never rewritten.", file=sys.stderr)
        return 2
    with TemporaryDirectory(dir=FOLDER, prefix=".draft-") as scratch:
        draft = Path(scratch) / stellwerk.__version__
        draft.mkdir()
        write_tables(draft)
        write_records(draft / "records")
        draft.rename(place)
    print(f"{place} is written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
