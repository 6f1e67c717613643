"""Runs checks side by side, those that take longest first. Standard library only.

Each check is a program of its own. What it prints is kept apart: shown at once if it fails, and of one that
passes only the last line. A check that runs alone prints for itself.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SIDE_BY_SIDE = 3
"""Two checks leave two cores idle for a fifth of the time: servers and browsers wait for each other."""
LONGEST = (
    "browser", "server", "engines", "languages", "contract", "client", "types", "arena", "cli", "core",
    "store", "interurban", "transamerica", "review", "engine", "envs", "trambahn", "export", "archive",
)  # fmt: skip
"""What is begun first, so that no long check is left over at the end, alone with two cores."""
IN_TWO = ("browser", "server")
"""What has at least two processes: it mostly waits, and would be running when all else is done."""
PLUGIN_OPTIONS = (
    "--disable-plugin-autoload", "-panyio.pytest_plugin", "-pxdist.plugin", "-p_hypothesis_pytestplugin"
)  # fmt: skip
"""What the tests need of pytest's plugins. To load all that are installed takes a process two seconds."""
IN_A_BROWSER = ("browser", "languages")
"""The checks that need Chromium."""
BROWSER_OPTIONS = (*PLUGIN_OPTIONS, "-ppytest_playwright.pytest_playwright")
BYTECODE = ROOT / ".venv" / "bytecode"
"""Where all processes of all checks keep what Python compiles."""
SKIPPED = 3
"""The exit code of a check that this machine cannot run."""
FAILED = 1
"""pytest's exit code if tests ran and some failed. Those are tried once more, alone: a busy machine should
not turn a check red. The table says which needed it, for a test that often does is a defect."""
PATIENCE = 10
"""Seconds that an interrupted check has for ending."""
COUNTED = (sys.executable, "-I", "-S", str(Path(__file__).resolve())) if sys.platform == "linux" else ()
"""Runs a check so that all of its processes are counted (`adopt`)."""
SUBREAPER = 36
"""`PR_SET_CHILD_SUBREAPER` of Linux."""


class Outcome(NamedTuple):
    """How a check ended, and what it took."""

    code: int
    seconds: float = 0.0
    cpu: float = 0.0
    """Seconds of all its processes together; 0 where the system cannot say."""
    is_second: bool = False
    """True if it is how the second try ended."""

    @property
    def sign(self) -> str:
        """One letter for people."""
        return "✓" if self.code == 0 else "–" if self.code == SKIPPED else "✗"


def checks(side_by_side: int = SIDE_BY_SIDE) -> dict[str, list[str]]:
    """Every check by name: the tools, then each folder of tests, so that a new folder is never left out."""
    found = {
        "lint": ["-m", "ruff", "check", "."],
        "format": ["-m", "ruff", "format", "--check", "."],
        "types": ["-m", "mypy"],
        "boundaries": ["-c", "from importlinter.cli import lint_imports_command as lint; lint()"],
        "client": ["client/build.py", "check"],
    }
    workers = (os.cpu_count() or 1) // side_by_side
    folders = [*(ROOT / "tests").iterdir(), *(ROOT / "tests" / "games").iterdir()]
    for folder in sorted(folders):
        if folder.name != "games" and any(folder.rglob("test_*.py")):
            name = folder.name if folder.name not in found else f"games/{folder.name}"
            cache = f"cache_dir=.pytest_cache/{name}"  # they run at the same time
            own = max(workers, 2) if name in IN_TWO else workers
            options = ["--quiet", f"--numprocesses={own if own > 1 else 0}", "-o", cache]
            options += BROWSER_OPTIONS if name in IN_A_BROWSER else PLUGIN_OPTIONS
            found[name] = ["-m", "pytest", *options, str(folder.relative_to(ROOT))]
    return found


def keep_bytecode() -> None:
    """Let Python keep its bytecode, even where `PYTHONDONTWRITEBYTECODE` is set, but outside the sources.

    Checks start hundreds of processes; to compile what it imports would take each half a second.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)


class Running:
    """A check under way, with its processes in a group of their own and its own place for temporary files.

    In a place that they share, two runs of pytest that end at the same moment delete the same old folders.
    """

    def __init__(self, name: str, command: list[str], output: IO[str] | None = None) -> None:
        """With `output`, all that it prints goes there."""
        self.name = name
        self.output = output
        self._began = time.monotonic()
        self._place = tempfile.mkdtemp(prefix="stellwerk-")
        self._process = subprocess.Popen(
            [*COUNTED, *command],
            cwd=ROOT,
            env={**os.environ, "PYTEST_DEBUG_TEMPROOT": self._place},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=None if output is None else subprocess.STDOUT,
            start_new_session=True,
        )

    def outcome(self) -> Outcome | None:
        """How it ended, once it has."""
        before = cpu_of_the_ended()
        code = self._process.poll()
        if code is None:
            return None
        seconds, cpu = time.monotonic() - self._began, cpu_of_the_ended() - before
        if code == 0:  # otherwise somebody may want to look at them
            shutil.rmtree(self._place, ignore_errors=True)
        code = 1 if code == SKIPPED else code  # pytest's own exit code 3 means an internal error
        return Outcome(code, seconds, cpu)

    def interrupt(self) -> None:
        """Ctrl-C for all of its processes."""
        self._signal(signal.SIGINT)

    def end(self) -> None:
        """Wait, and end those that did not listen."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        self._process.wait()
        shutil.rmtree(self._place, ignore_errors=True)

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            if os.name == "nt":
                self._process.terminate()
            else:
                os.killpg(self._process.pid, number)

    def told(self, *, whole: bool) -> str:
        """What it printed, or the last line of that."""
        if self.output is None:
            return ""
        self.output.seek(0)
        text = self.output.read().strip()
        return text if whole else text.rpartition("\n")[2].strip()


def adopt(command: list[str]) -> int:
    """Run a command as the parent of all processes that lose theirs, and return its exit code.

    Otherwise init would be, and nobody would know what browsers and databases took that are ended by force.
    """
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    signal.signal(signal.SIGINT, lambda *_: None)  # the command is told too
    process = subprocess.Popen(command)
    ended, status = os.wait()
    while ended != process.pid:
        ended, status = os.wait()
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def cpu_of_the_ended() -> float:
    """The CPU time of all ended child processes and of theirs."""
    times = os.times()
    return times.children_user + times.children_system


def run_all(commands: dict[str, list[str]], settled: dict[str, Outcome]) -> int:
    """Run commands, print how each went, and return the exit code; `settled` are known beforehand."""
    began = time.monotonic()
    running: list[Running] = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            outcomes = _side_by_side(commands, running, Path(folder))
        for name, outcome in outcomes.items():
            if outcome.code == FAILED and "pytest" in commands[name]:
                outcomes[name] = _once_more(name, commands[name], running)
    except KeyboardInterrupt:
        print(f"\nInterrupted: {', '.join(one.name for one in running)}", file=sys.stderr)
        for one in running:
            one.interrupt()
        for one in running:
            one.end()
        return 130
    every = outcomes | settled
    return _close({name: every[name] for name in [*commands, *settled]}, time.monotonic() - began)


def _side_by_side(commands: dict[str, list[str]], running: list[Running], folder: Path) -> dict[str, Outcome]:
    """Run all; `running` always holds those that are under way."""
    outcomes: dict[str, Outcome] = {}
    waiting = sorted(commands, key=lambda name: LONGEST.index(name) if name in LONGEST else len(LONGEST))
    while waiting or running:
        while waiting and len(running) < SIDE_BY_SIDE:
            running.append(_start(waiting.pop(0), commands, folder))
        for one in [*running]:
            if (outcome := one.outcome()) is not None:
                running.remove(one)
                outcomes[one.name] = outcome
                _tell(one, outcome)
        time.sleep(0.05)
    return outcomes


def _once_more(name: str, command: list[str], running: list[Running]) -> Outcome:
    """Only what failed, with the machine for itself."""
    print(f"\n── {name}: what failed, once more and alone ──", flush=True)
    running.append(Running(name, [*command, "--numprocesses=0", "--last-failed"]))
    while (outcome := running[0].outcome()) is None:
        time.sleep(0.05)
    running.clear()
    return outcome._replace(is_second=True)


def _start(name: str, commands: dict[str, list[str]], folder: Path) -> Running:
    if len(commands) == 1:
        return Running(name, commands[name])
    file = (folder / name.replace("/", "-")).open("w+", encoding="utf-8", errors="replace")
    return Running(name, commands[name], file)


def _tell(one: Running, outcome: Outcome) -> None:
    """Say at once how a check ended."""
    if one.output is None:
        return
    if outcome.code:
        print(f"\n── {one.name} ──\n{one.told(whole=True)}\n")
    print(f"{outcome.sign} {one.name:<14}{outcome.seconds:6.1f} s   {one.told(whole=False)}", flush=True)
    one.output.close()


def _close(outcomes: dict[str, Outcome], seconds: float) -> int:
    """Print the table of all and return the exit code."""
    print()
    for name, outcome in outcomes.items():
        again = "   at the second try" if outcome.is_second and not outcome.code else ""
        print(f"{outcome.sign} {name:<14}{outcome.seconds:6.1f} s {outcome.cpu:7.1f} s of CPU{again}")
    print(f"  {'together':<14}{seconds:6.1f} s {sum(one.cpu for one in outcomes.values()):7.1f} s of CPU")
    codes = [outcome.code for outcome in outcomes.values()]
    passed, skipped = codes.count(0), codes.count(SKIPPED)
    failed = len(codes) - passed - skipped
    print(f"checks: {passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(adopt(sys.argv[1:]))
