#!/usr/bin/env python3
"""The commands of Stellwerk, for a machine that has only Python.

    python3 run.py                   play, in the browser
    python3 run.py test [NAME …]     run every check, or those named
    python3 run.py bench [NAME …]    measure speed
    python3 run.py shots --out DIR   screenshots of every page
    python3 run.py COMMAND …         any other command of `stellwerk`, such as `simulate trambahn -n 200`

What is needed is installed into `.venv` beside this file, from requirement files with hashes, once and again
whenever those change. Standard library only.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import venv
from pathlib import Path

from tests import runner, tiny

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
OLDEST = (3, 11)
NO_NODE = 4
"""The exit code of `client/build.py` where there is no Node."""
NO_COMPILER, NO_MYPYC = 4, 5
"""The exit codes of `native/compile.py` where something is missing."""
NEEDS_REFERENCES = ("beside", "fast", "steps")
"""The benchmarks that measure other people's games too."""
IN_A_BROWSER = ("browser", "languages")
"""The checks that need one."""


def main(arguments: list[str]) -> int:
    """Prepare what the command needs, then run it."""
    if sys.version_info < OLDEST:
        return fail(
            f"Stellwerk needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version.split()[0]}."
        )
    command, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    try:
        prepare("test" if command in ("test", "bench", "shots") else "play")
        compile_cores()
        if command in ("", "serve", "shots"):
            build_client()
    except (OSError, subprocess.CalledProcessError) as error:
        return fail(f"The set-up did not succeed: {error}")
    if command == "test":
        return test(rest)
    if command == "bench":
        return bench(rest)
    if command == "shots":
        return find_browser() or run("-m", "tests.browser.shots", *rest, folder=ROOT)
    return run("-m", "stellwerk", *(arguments or ["serve"]))


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


def bench(names: list[str]) -> int:
    """Run benchmarks; what only some of them compare themselves with is installed for those alone."""
    if not names or names[0] in NEEDS_REFERENCES:
        try:
            prepare("bench")
        except (OSError, subprocess.CalledProcessError) as error:
            return fail(f"The set-up did not succeed: {error}")
    return run("-m", "tests.bench", *names, folder=ROOT)


# Set-up


def prepare(purpose: str) -> None:
    """Make `.venv` fit the requirement file of a purpose, unless it already does."""
    requirements = ROOT / "requirements" / f"{purpose}.txt"
    wanted = fingerprint(requirements)
    stamp = VENV / f"{purpose}.stamp"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    if not (VENV / f"{python_version()}.stamp").exists():
        print("Stellwerk: making .venv …", file=sys.stderr)
        shutil.rmtree(VENV, ignore_errors=True)
        venv.create(VENV, with_pip=True)
        (VENV / f"{python_version()}.stamp").touch()
    print(f"Stellwerk: installing what {purpose} needs …", file=sys.stderr)
    pip("--require-hashes", "--requirement", str(requirements))
    pip("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    stamp.write_text(wanted)


def pip(*arguments: str) -> None:
    """Install into `.venv`."""
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
    subprocess.run([PYTHON, "-m", "pip", "install", *quiet, *arguments], cwd=ROOT, check=True)


def build_client() -> None:
    """Build the pages if their sources changed; Node comes from PyPI where the machine has none."""
    script = str(ROOT / "client" / "build.py")
    code = run(script)
    if code == NO_NODE:
        prepare("node")
        code = run(script)
    if code:
        raise OSError("the client could not be built")


def compile_cores() -> None:
    """Compile the fast cores if their sources changed; without a C compiler they run interpreted."""
    script = str(ROOT / "native" / "compile.py")
    code = run(script)
    if code == NO_MYPYC:
        prepare("native")
        code = run(script)
    if code == NO_COMPILER:
        print("Stellwerk: there is no C compiler, so bots think more slowly.", file=sys.stderr)


def find_browser() -> int:
    """Find or install a browser; returns 0, or an exit code after saying what is missing."""
    return run("-m", "tests.browser.chromium", folder=ROOT)


def fingerprint(requirements: Path) -> str:
    """A text that changes whenever the installation has to be renewed."""
    parts = [requirements.read_bytes(), (ROOT / "pyproject.toml").read_bytes(), str(ROOT).encode()]
    return hashlib.sha256(b"\0".join([*parts, python_version().encode()])).hexdigest()


def python_version() -> str:
    """The version of the Python that makes `.venv`."""
    return f"python-{sys.version_info.major}.{sys.version_info.minor}"


# Checks


def test(names: list[str]) -> int:
    """Run all checks or those named; what several of them need is made first."""
    every = runner.checks(min(runner.SIDE_BY_SIDE, len(names) or runner.SIDE_BY_SIDE))
    if unknown := [name for name in names if name not in every]:
        return fail(f"There is no check {', '.join(unknown)}; there are {', '.join(every)}.")
    chosen = [name for name in every if name in (names or every)]
    hindered = 0
    if not {"client", *IN_A_BROWSER}.isdisjoint(chosen):
        try:
            build_client()
        except (OSError, subprocess.CalledProcessError) as error:
            hindered = fail(f"The set-up did not succeed: {error}")
    if not hindered and not set(IN_A_BROWSER).isdisjoint(chosen):
        hindered = find_browser()
    settled = {name: runner.Outcome(hindered) for name in chosen if hindered and name in IN_A_BROWSER}
    tiny.add(str(PYTHON))
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends the checks too, like Ctrl-C
    commands = {name: [str(PYTHON), *every[name]] for name in chosen if name not in settled}
    return runner.run_all(commands, settled)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
