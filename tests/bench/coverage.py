"""How much of the program the tests run: `python3 run.py bench coverage [CHECK …]`.

A figure to look at, not one to reach. Browsers are left out: what they run of Python is the server, which has
tests of its own. Servers that a test kills cannot tell what they ran, and what a compiled core runs is not
seen: the modules of `fast` count as far as tests run them interpreted.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import msgspec

from tests import runner
from tests.bench import asked
from tests.bench.measure import show

ROOT = runner.ROOT
SETTINGS = """[run]
source = src/stellwerk
branch = true
parallel = true
patch = subprocess
sigterm = true
concurrency = thread, multiprocessing
data_file = {folder}/data
"""
NOT_PYTHON = ("browser", "engines", "languages")


class Summary(msgspec.Struct):
    """Of one file, or of all."""

    num_statements: int
    covered_lines: int
    num_branches: int
    covered_branches: int


class File(msgspec.Struct):
    """One module."""

    summary: Summary


class Report(msgspec.Struct):
    """What `coverage json` writes."""

    files: dict[str, File]


def run(arguments: list[str]) -> None:
    """Run the tests of the checks named, or of all that run Python, and show what they ran, room by room."""
    tests = {name: command for name, command in runner.checks(1).items() if "pytest" in command}
    known = [name for name in tests if name not in NOT_PYTHON]
    parser = asked.parser("coverage")
    parser.add_argument("checks", nargs="*", choices=[*known, known], default=known, metavar="CHECK")
    chosen: list[str] = parser.parse_args(arguments).checks
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "settings"
        settings.write_text(SETTINGS.format(folder=folder))
        for number, name in enumerate(chosen, 1):
            print(f"{number} of {len(chosen)}: {name}", flush=True)
            _call(settings, "run", *tests[name])
        _call(settings, "combine", "--quiet")
        _call(settings, "json", "--quiet", "-o", f"{folder}/report.json")
        report = msgspec.json.decode((Path(folder) / "report.json").read_bytes(), type=Report)
    show(f"Run by the tests: {', '.join(chosen)}", ("room", "lines", "run", "branches", "run"), rows(report))


def _call(settings: Path, *words: str) -> None:
    environment = {**os.environ, "COVERAGE_RCFILE": str(settings)}
    subprocess.run([sys.executable, "-m", "coverage", *words], cwd=ROOT, env=environment, check=False)


def rows(report: Report) -> list[tuple[str, ...]]:
    """A line for each room of the program, and one for all together."""
    rooms: defaultdict[str, list[Summary]] = defaultdict(list)
    for path, file in report.files.items():
        inside = Path(path).relative_to("src/stellwerk").parts
        rooms[inside[0] if len(inside) > 1 else "(top)"].append(file.summary)
        rooms["together"].append(file.summary)
    together = rooms.pop("together")
    return [row(room, rooms[room]) for room in sorted(rooms)] + [row("together", together)]


def row(room: str, files: list[Summary]) -> tuple[str, ...]:
    """Sums and shares of some files."""
    lines, branches = sum(one.num_statements for one in files), sum(one.num_branches for one in files)
    run_lines, run_branches = (
        sum(one.covered_lines for one in files),
        sum(one.covered_branches for one in files),
    )
    return (
        room,
        f"{lines:,}",
        f"{run_lines / max(1, lines):.1%}",
        f"{branches:,}",
        f"{run_branches / max(1, branches):.1%}",
    )
