"""One game more for all tests. Standard library only.

`stellwerk new-game` writes the game `tiny` into a temporary folder that `STELLWERK_GAMES` names: this
process and every process that it starts find it. It is small, keeps secrets and brings no parts, so shared
code that can play it asks no more of a game than it may.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NAME = "STELLWERK_TINY"
"""Names the folder once it is written: whatever is started after that writes none of its own."""


def add(python: str) -> None:
    """Write it, unless that is done, with a Python that has Stellwerk; deleted when this process ends."""
    if NAME in os.environ:
        return
    folder = Path(tempfile.mkdtemp(prefix="stellwerk-tiny-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    command = [python, "-m", "stellwerk", "new-game", "tiny", "--out", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    games = [str(folder / "src" / "stellwerk" / "games"), os.environ.get("STELLWERK_GAMES", "")]
    os.environ["STELLWERK_GAMES"] = os.pathsep.join(filter(None, games))
    os.environ[NAME] = str(folder)
