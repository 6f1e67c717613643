"""A copy of the tree that speaks the pseudo-language too: its texts are written, its client is built."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.languages.lacking import ROOT
from tests.languages.pseudo import write

if TYPE_CHECKING:
    from pathlib import Path

LEFT_OUT = shutil.ignore_patterns("node_modules", "static", "compiled", "__pycache__")


def build(folder: Path) -> Path:
    """Make the copy; the folder for Python's path."""
    for part in ("src", "client"):
        shutil.copytree(ROOT / part, folder / part, ignore=LEFT_OUT)
    for linked in ("client/node_modules", "src/stellwerk/compiled"):
        if (ROOT / linked).exists():
            (folder / linked).symlink_to(ROOT / linked, target_is_directory=True)
    write(folder)
    subprocess.run([sys.executable, folder / "client" / "build.py"], check=True)
    return folder / "src"
