"""For all tests: one game more, and programs that hear Ctrl-C.

`stellwerk new-game` writes the game `tiny` into a temporary folder that `STELLWERK_GAMES` names: this
process, the other processes of pytest-xdist and every program that a test starts find it. It is small, keeps
secrets and brings no parts, so shared code that can play it asks no more of a game than it may.

A shell lets what it starts with `&` ignore the interrupt, and whoever is started by that ignores it too:
hence the signal.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

TINY = "STELLWERK_TINY"
"""Names the folder once it is written: pytest-xdist starts its processes after that."""


def add_tiny_game() -> None:
    if TINY in os.environ:
        return
    folder = Path(tempfile.mkdtemp(prefix="stellwerk-tiny-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    command = [sys.executable, "-m", "stellwerk", "new-game", "tiny", "--out", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    games = [str(folder / "src" / "stellwerk" / "games"), os.environ.get("STELLWERK_GAMES", "")]
    os.environ["STELLWERK_GAMES"] = os.pathsep.join(filter(None, games))
    os.environ[TINY] = str(folder)


signal.signal(signal.SIGINT, signal.default_int_handler)
add_tiny_game()
