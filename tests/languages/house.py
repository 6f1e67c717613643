"""A copy of the tree that speaks the pseudo-language too, with one more game, for the plain table."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from tests.languages.lacking import ROOT
from tests.languages.pseudo import write

if TYPE_CHECKING:
    from pathlib import Path

READY = "ready"
PATIENCE = 120
"""Seconds."""
LEFT_OUT = shutil.ignore_patterns("node_modules", "static", "compiled", "__pycache__")


def built_once(folder: Path) -> Path:
    """The same for all workers of a test run: the first one builds, the others wait."""
    try:
        folder.mkdir()
    except FileExistsError:
        for _ in range(PATIENCE * 10):
            if (folder / READY).exists():
                return folder / "src"
            time.sleep(0.1)
        raise
    source = build(folder)
    (folder / READY).touch()
    return source


def build(folder: Path) -> Path:
    """Make the copy; the folder for Python's path."""
    for part in ("src", "client"):
        shutil.copytree(ROOT / part, folder / part, ignore=LEFT_OUT)
    for linked in ("client/node_modules", "src/stellwerk/compiled"):
        if (ROOT / linked).exists():
            (folder / linked).symlink_to(ROOT / linked, target_is_directory=True)
    write(folder)
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "STELLWERK_GAMES": ""}
    new_game = ["-m", "stellwerk", "new-game", "tiny", "--out", str(folder)]
    for command in (new_game, [str(folder / "client" / "build.py")]):
        subprocess.run([sys.executable, *command], check=True, env=environment)
    return folder / "src"
