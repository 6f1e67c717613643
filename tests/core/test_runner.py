"""How `run.py test` runs its checks: side by side, what they print kept apart, none left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import runner
from tests.homes import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 60
"""Until a test gives up."""
MEET = """
import sys, time
from pathlib import Path
mine, other = map(Path, sys.argv[1:])
mine.touch()
until = time.monotonic() + 60
while not other.exists():
    assert time.monotonic() < until
    time.sleep(0.01)
"""
"""Ends only if the other one runs at the same time."""
DEAF = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
print(os.getpid(), file=open(sys.argv[1], "w"), flush=True)
time.sleep(60)
"""
STUBBORN = f"""
import subprocess, sys, time
subprocess.Popen([sys.executable, "-c", {DEAF!r}, sys.argv[1]])
time.sleep(60)
"""
"""Has a child that does not listen to Ctrl-C."""
WORK = 0.5
"""CPU seconds."""
BUSY = f"""
import os, sys, time
print(os.getpid(), file=open(sys.argv[1], "w"), flush=True)
while time.process_time() < {WORK}:
    pass
"""
LEAVES = f"""
import subprocess, sys, time
from pathlib import Path
middle = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', *sys.argv[1:]])"
subprocess.run([sys.executable, "-c", middle, {BUSY!r}, sys.argv[1]], check=True)
until = time.monotonic() + 60
while time.monotonic() < until:
    text = Path(sys.argv[1]).read_text() if Path(sys.argv[1]).exists() else ""
    if text.endswith("\\n") and not Path("/proc", text.strip()).exists():
        break
    time.sleep(0.01)
"""
"""Ends after a grandchild whose parent has ended."""
INTERRUPTED = """
import signal
from tests import runner
signal.signal(signal.SIGINT, signal.default_int_handler)
runner.PATIENCE = 1
raise SystemExit(runner.run_all({commands}, {{}}))
"""


def python(program: str, *words: object) -> list[str]:
    return [sys.executable, "-c", program, *map(str, words)]


def untimed(text: str) -> list[str]:
    return [re.sub(r" +[\d.]+ s\b( of CPU)?", "", line).rstrip() for line in text.splitlines()]


def test_what_fails_shows_all_and_what_passes_its_last_line(capfd: pytest.CaptureFixture[str]) -> None:
    commands = {
        "bad": python("import sys; print('one'); print('two', file=sys.stderr); sys.exit(7)"),
        "good": python("print('three'); print('four')"),
    }
    assert runner.run_all(commands, {"elsewhere": runner.Outcome(runner.SKIPPED)}) == 1
    lines = untimed(capfd.readouterr().out)
    closing = lines[lines.index("✗ bad", lines.index("✓ good   four")) :]
    assert closing == [
        "✗ bad",
        "✓ good",
        "– elsewhere",
        "  together",
        "checks: 1 passed, 1 failed, 1 skipped",
    ]
    told = lines[: -len(closing)]
    assert told[told.index("── bad ──") :][1:3] == ["one", "two"]
    assert "three" not in told


def test_two_run_at_the_same_time(tmp_path: Path) -> None:
    left, right = tmp_path / "left", tmp_path / "right"
    assert runner.run_all({"a": python(MEET, left, right), "b": python(MEET, right, left)}, {}) == 0


def test_a_check_alone_prints_for_itself(capfd: pytest.CaptureFixture[str]) -> None:
    assert runner.run_all({"only": python("print('one'); print('two')")}, {}) == 0
    assert capfd.readouterr().out.startswith("one\ntwo\n")


def test_each_has_its_own_place_for_temporary_files(tmp_path: Path) -> None:
    note = """
import os, sys
from pathlib import Path
place = Path(os.environ["PYTEST_DEBUG_TEMPROOT"])
(place / "file").touch()
Path(sys.argv[1]).write_text(str(place))
"""
    notes = [tmp_path / "a", tmp_path / "b"]
    assert runner.run_all({path.name: python(note, path) for path in notes}, {}) == 0
    places = {path.read_text() for path in notes}
    assert len(places) == len(notes)
    assert not any(Path(place).exists() for place in places)


def test_the_longest_come_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(runner, "SIDE_BY_SIDE", 1)
    note = "import sys; print(sys.argv[2], file=open(sys.argv[1], 'a'))"
    names = ("lint", "arena", "browser")
    assert runner.run_all({name: python(note, tmp_path / "order", name) for name in names}, {}) == 0
    assert (tmp_path / "order").read_text().split() == ["browser", "arena", "lint"]


def test_what_a_busy_machine_turned_red_is_tried_again(capfd: pytest.CaptureFixture[str]) -> None:
    nervous = python("import sys; print('tried'); sys.exit('--last-failed' not in sys.argv)", "pytest")
    assert runner.run_all({"nervous": nervous, "calm": python("")}, {}) == 0
    printed = capfd.readouterr().out
    assert printed.count("\ntried\n") == 2, "both results are shown"
    assert [line for line in printed.splitlines() if line.endswith("at the second try")]
    assert runner.run_all({"no tests": nervous[:-1], "calm": python("")}, {}) == 1
    bad = python("raise SystemExit(1)", "pytest")
    assert runner.run_all({"bad": bad, "calm": python("")}, {}) == 1
    assert "second try" not in capfd.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process adopt others")
def test_whoever_is_left_behind_is_counted(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """As a browser is: its parent was killed before it ended."""
    note = tmp_path / "pid"
    assert runner.run_all({"parent": python(LEAVES, note), "other": python("")}, {}) == 0
    (cpu,) = re.findall(r"parent +[\d.]+ s +([\d.]+) s of CPU", capfd.readouterr().out)
    assert float(cpu) >= WORK


def test_a_check_that_is_killed_is_not_tried_again(capfd: pytest.CaptureFixture[str]) -> None:
    killed = python("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "pytest")
    assert runner.run_all({"killed": killed, "calm": python("")}, {}) == 1
    assert "once more" not in capfd.readouterr().out


def test_an_internal_error_of_pytest_is_not_a_skip() -> None:
    assert runner.run_all({"broken": python("raise SystemExit(3)")}, {}) == 1


def test_an_interrupt_ends_all_their_processes(tmp_path: Path) -> None:
    notes = [tmp_path / name for name in ("a", "b")]
    commands = {note.name: python(STUBBORN, note) for note in notes}
    program = INTERRUPTED.format(commands=commands)
    process = subprocess.Popen(python(program), cwd=ROOT, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: all(note.exists() and note.read_text().endswith("\n") for note in notes))
    process.send_signal(signal.SIGINT)
    assert "Interrupted: a, b" in process.communicate(timeout=SECONDS)[1]
    assert process.returncode == 130
    wait_until(lambda: not any(is_running(int(note.read_text())) for note in notes))


def wait_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_no_test_is_left_out() -> None:
    folders = [ROOT / command[-1] for command in runner.checks().values() if "pytest" in command]
    for file in (ROOT / "tests").rglob("test_*.py"):
        assert len([folder for folder in folders if folder in file.parents]) == 1, file


def test_each_check_has_its_share_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert "--numprocesses=2" in runner.checks()["core"]
    assert "--numprocesses=8" in runner.checks(side_by_side=1)["core"]
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert "--numprocesses=0" in runner.checks()["core"]
    assert "--numprocesses=2" in runner.checks()["browser"]
