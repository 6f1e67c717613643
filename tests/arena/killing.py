"""A tournament that is killed in the middle."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

BLOCKS = 3


def kill(words: list[str], journal: Path) -> None:
    """Run `stellwerk` with these words, and end it without warning once its journal holds some blocks."""
    command = [sys.executable, "-m", "stellwerk", *words]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (journal.exists() and journal.read_bytes().count(b"\n") > BLOCKS):
        assert process.poll() is None
        time.sleep(0.02)
    process.kill()
    process.wait()
