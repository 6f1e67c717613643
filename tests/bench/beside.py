"""This program beside another version of itself: `python3 run.py bench beside FOLDER`.

FOLDER is a checkout whose cores its own `native/compile.py` has compiled. Each version is measured by its own
benchmarks, in a process of its own; the two take turns on one processor. One process can be 10 % faster than
the next with the same program, by where its memory happens to lie, so both are started several times, and
medians are compared. CPU time.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from tests.bench import asked
from tests.bench.measure import show

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
WORKER = Path(__file__).parent / "beside_worker.py"
ROUNDS = 4
"""Measurements of each thing in one process; the best one counts."""


class Version:
    """A process that measures one checkout."""

    def __init__(self, folder: Path) -> None:
        path = os.pathsep.join([str(folder / "src"), str(folder)])
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(WORKER)],
            env={**os.environ, "PYTHONPATH": path},
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.titles = self._answer().split("\t")

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")

    def rate(self, title: str) -> float:
        """Measure one thing once."""
        assert self._process.stdin is not None
        print(title, file=self._process.stdin, flush=True)
        return float(self._answer())

    def end(self) -> None:
        """Let the process end."""
        self._process.communicate()


def run(arguments: Sequence[str]) -> None:
    """Measure both versions by turns."""
    parser = asked.parser("beside")
    parser.add_argument("folder", nargs="?", type=checkout, help="a checkout of the other version")
    parser.add_argument("--starts", type=asked.above_zero(int), default=10)
    parser.add_argument("--only", default="", metavar="TEXT", help="only what has this text in its title")
    options = parser.parse_args(arguments)
    if options.folder is None:
        print("bench beside: name the checkout of another version to measure it.")
        return
    rates: dict[str, list[tuple[float, float]]] = {}
    for _ in range(options.starts):
        there, here = Version(options.folder), Version(ROOT)
        for title in here.titles:
            if title in there.titles and options.only in title:
                rates.setdefault(title, []).append(best_of_both(there, here, title))
        there.end()
        here.end()
    rows = []
    for title, pairs in rates.items():
        before, now = (median(column) for column in zip(*pairs, strict=True))
        rows.append((title, f"{before:,.0f}", f"{now:,.0f}", f"{now / before:.3f}"))
    show(f"Beside {options.folder.name}, per second", ("what", "there", "here", "ratio"), rows)


def best_of_both(there: Version, here: Version, title: str) -> tuple[float, float]:
    """The best rates of two processes that take turns."""
    rounds = [(there.rate(title), here.rate(title)) for _ in range(ROUNDS)]
    return max(pair[0] for pair in rounds), max(pair[1] for pair in rounds)


def checkout(text: str) -> Path:
    """A folder with another version."""
    folder = Path(text).resolve()
    if not (folder / "tests" / "bench" / "steps.py").is_file():
        raise argparse.ArgumentTypeError(f"{text} is no checkout of Stellwerk")
    return folder
