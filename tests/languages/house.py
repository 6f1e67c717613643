"""A copy of the tree that speaks the pseudo-language too, with one more game, for the plain table.

It is kept beside the environment, because to build its pages takes longer than most tests, and is made anew
whenever something that it consists of has changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.languages.lacking import ROOT
from tests.languages.pseudo import write

KEPT = ROOT / ".venv" / "pseudo"
MADE_OF = "made-of"
"""The file that says what the kept one was made of."""
PARTS = ("src", "client")
LEFT_OUT = ("node_modules", "static", "compiled", "__pycache__", ".svelte-check")
MADE_ANEW = {*LEFT_OUT, "generated"}
"""What says nothing about the sources."""


def kept() -> Path:
    """The folder for Python's path in a house made of what is here now; several processes may ask at once."""
    wanted = fingerprint()
    if not _is_made_of(wanted):
        KEPT.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT.parent, prefix="building-") as folder:
            new, old = Path(folder, "new"), Path(folder, "old")
            build(new)
            (new / MADE_OF).write_text(wanted)
            if not _is_made_of(wanted):  # nobody was faster
                if KEPT.exists():
                    KEPT.rename(old)
                new.rename(KEPT)
    return KEPT / "src"


def _is_made_of(wanted: str) -> bool:
    stamp = KEPT / MADE_OF
    return stamp.exists() and stamp.read_text() == wanted


def fingerprint() -> str:
    """Changes whenever a file that the house is made of does, or what makes it."""
    total = hashlib.sha256(sys.version.encode())
    makers = Path(__file__).parent.glob("*.py")
    parts = (file for part in PARTS for file in (ROOT / part).rglob("*"))
    for file in sorted([*makers, *parts]):
        if file.is_file() and MADE_ANEW.isdisjoint(file.relative_to(ROOT).parts):
            total.update(f"{file.relative_to(ROOT).as_posix()}\0".encode())
            total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def build(folder: Path) -> None:
    """Make the copy."""
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for linked in ("client/node_modules", "src/stellwerk/compiled"):
        if (ROOT / linked).exists():
            (folder / linked).symlink_to(ROOT / linked, target_is_directory=True)
    write(folder)
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "STELLWERK_GAMES": ""}
    new_game = ["-m", "stellwerk", "new-game", "tiny", "--out", str(folder)]
    for command in (new_game, [str(folder / "client" / "build.py")]):
        subprocess.run([sys.executable, *command], check=True, env=environment)
