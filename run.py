#!/usr/bin/env python3
"""The commands of Stellwerk, for a machine that has only Python.

    python3 run.py                   play, in the browser
    python3 run.py test [NAME …]     run every check, or those named
    python3 run.py bench [NAME …]    measure speed
    python3 run.py shots --out DIR   screenshots of every page
    python3 run.py docs [--out DIR]  the documentation as a site (site)
    python3 run.py COMMAND …         any other command of `stellwerk`, such as `simulate trambahn -n 200`

What is needed is installed into `.venv` beside this file, once and again whenever it changes (`install.py`).
Standard library only.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path

import install
from install import PYTHON, ROOT, SetupFailed
from tests import runner, tiny

OLDEST = (3, 11)
NEEDS_REFERENCES = ("beside", "fast", "steps")
"""The benchmarks that measure other people's games too."""
IN_OTHERS = ("engines",)
"""The checks that need Firefox and WebKit."""


def main(arguments: list[str]) -> int:
    """Prepare what the command needs, then run it."""
    if sys.version_info < OLDEST:
        return fail(
            f"Stellwerk needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version.split()[0]}."
        )
    command, rest = (arguments[0], arguments[1:]) if arguments else ("serve", [])
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends this ends all that it started
    try:
        return COMMANDS.get(command, other)(command, rest)
    except SetupFailed as error:
        return fail(f"The set-up did not succeed: {error}")
    except KeyboardInterrupt:
        return 130


def fail(sentence: str) -> int:
    """Print what is wrong and return 2, the exit code of every command that could not start."""
    print(sentence, file=sys.stderr)
    return 2


def run(*arguments: str, folder: Path | None = None) -> int:
    """Run the Python of `.venv` in this terminal, in the user's folder unless another is given."""
    try:
        return subprocess.run([PYTHON, *arguments], cwd=folder, check=False).returncode
    except KeyboardInterrupt:
        return 130


def serve(command: str, rest: list[str]) -> int:
    """Play in the browser: as soon as there are packages and pages. The cores are compiled beside it."""
    install.do(install.pages(), install.packages("play"))  # Node first, where it has to be installed
    with subprocess.Popen([PYTHON, "-m", "stellwerk", command, *rest]) as server, install.compiling_beside():
        signal.signal(signal.SIGTERM, lambda *_: server.terminate())
        try:
            return server.wait()
        except KeyboardInterrupt:  # the terminal has told the server too
            return server.wait()


def other(command: str, rest: list[str]) -> int:
    """Any other command of `stellwerk`."""
    install.do(install.packages("play"))
    install.do(install.cores())
    return run("-m", "stellwerk", command, *rest)


def bench(_command: str, names: list[str]) -> int:
    """Run benchmarks; what only some of them compare themselves with is installed for those alone."""
    install.do(install.packages("test", 25))
    install.do(install.cores())
    if not names or names[0] in NEEDS_REFERENCES:
        install.do(install.packages("bench"))
    return run("-m", "tests.bench", *names, folder=ROOT)


def shots(_command: str, rest: list[str]) -> int:
    """Screenshots of every page."""
    install.do(install.packages("test", 25), install.pages())
    install.do(install.cores())
    return find_browser() or run("-m", "tests.browser.shots", *rest, folder=ROOT)


def docs(_command: str, rest: list[str]) -> int:
    """Build the documentation site, and check its links."""
    parser = argparse.ArgumentParser(prog="run.py docs", description="the documentation as a site")
    parser.add_argument("--out", default=str(ROOT / "site"), metavar="DIR", help="where it is built (site)")
    out = parser.parse_args(rest).out
    install.do(install.packages("play"), install.packages("docs"))
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # the theme speaks of its own future, not of ours
    return run(
        "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(Path(out).resolve()), folder=ROOT
    )


def find_browser(module: str = "tests.browser.chromium") -> int:
    """Find or install a browser; returns 0, or an exit code after saying what is missing."""
    return run("-m", module, folder=ROOT)


# Checks


def test(_command: str, names: list[str]) -> int:
    """Run all checks or those named; what several of them need is made first."""
    every = runner.checks(min(runner.SIDE_BY_SIDE, len(names) or runner.SIDE_BY_SIDE))
    if unknown := [name for name in names if name not in every]:
        return fail(f"There is no check {', '.join(unknown)}; there are {', '.join(every)}.")
    chosen = [name for name in every if name in (names or every)]
    install.do(install.packages("test", 25))
    needs_pages = not {"client", "server", *runner.IN_A_BROWSER, *IN_OTHERS}.isdisjoint(chosen)
    hindered = 0
    try:
        install.do(install.cores(), *([install.pages("ready")] if needs_pages else []))
    except SetupFailed as error:
        hindered = fail(f"The set-up did not succeed: {error}")
    settled: dict[str, runner.Outcome] = {}
    finders = ((runner.IN_A_BROWSER, "tests.browser.chromium"), (IN_OTHERS, "tests.engines.install"))
    for needing, module in finders:
        needed = [name for name in chosen if name in needing]
        if needed and (code := hindered or find_browser(module)):
            settled |= dict.fromkeys(needed, runner.Outcome(code))
    runner.keep_bytecode()
    tiny.add(str(PYTHON))
    commands = {name: [str(PYTHON), *every[name]] for name in chosen if name not in settled}
    return runner.run_all(commands, settled)


COMMANDS = {"serve": serve, "test": test, "bench": bench, "shots": shots, "docs": docs}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
