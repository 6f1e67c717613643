"""`stellwerk serve` for the browser tests: real in all but its luck, so that a failure can be repeated, and
the care of its reviews.

The seeds of its tables follow from what the file `deals` in the data folder says, where each test writes its
name, and from the variable `STELLWERK_DEALS`, by which the same tests are played with other deals.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

from stellwerk.cli import main
from stellwerk.review import Budget
from stellwerk.server import services
from stellwerk.server.meeting import pairing
from stellwerk.tables import absence

if TYPE_CHECKING:
    from collections.abc import Callable

FILE: Final = "deals"
AHEAD: Final = "ahead"
"""The file in the data folder with the seconds by which the server's clock is ahead."""
QUICK: Final = Budget(width=4, odd=1, simulations=24, worlds=16, limit=32, sketch=2, table=4)
"""Reviews that take seconds, not a minute."""
OTHERS: Final = "STELLWERK_DEALS"
HASTE: Final = "STELLWERK_TEST_HASTE"
"""The variable that lets people give up waiting for others at once."""


class Deals:
    """A seed for every table, counted anew for every text in the file."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._text = ""
        self._count = 0

    def __call__(self) -> str:
        text = self._file.read_text() if self._file.exists() else ""
        self._count = self._count + 1 if text == self._text else 1
        self._text = text
        place = f"{os.environ.get(OTHERS, '')} {text} {self._count}"
        return hashlib.sha256(place.encode()).hexdigest()


def clock_of(folder: Path) -> Callable[[], float] | None:
    """A clock that a test can move; None where none does."""
    file = folder / AHEAD
    return (lambda: time.time() + float(file.read_text())) if file.exists() else None


if __name__ == "__main__":
    asking = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    asking.add_argument("--data", type=Path, required=True)
    data = asking.parse_known_args()[0].data
    settings = partial(services.Settings, new_seed=Deals(data), budget=QUICK, clock=clock_of(data))
    if os.environ.get(HASTE):
        for name in ("PATIENCE", "AFTER_NUDGE", "PAUSE"):
            setattr(absence, name, 0.0)
        setattr(pairing, "BOT_AFTER", 0.0)  # noqa: B010 (it is final for everybody else)
    with patch.object(services, "Settings", settings):
        sys.exit(main())
