"""The set-up of a bare machine: progress in one line, uv or pip, and nothing that stays behind."""

from __future__ import annotations

import ast
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import install
import pytest
from install import SetupFailed, Task

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 60
"""Until a test gives up."""


def until(holds: Callable[[], bool]) -> None:
    """Wait for something."""
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_tasks_are_done_at_the_same_time(tmp_path: Path) -> None:
    def meet(mine: str, other: str) -> Callable[[], None]:
        def work() -> None:
            (tmp_path / mine).touch()
            until((tmp_path / other).exists)

        return work

    install.do(Task("one", 1, meet("a", "b")), Task("two", 1, meet("b", "a")))


def test_a_failure_is_told_after_everything_has_ended(tmp_path: Path) -> None:
    def fail() -> None:
        raise SetupFailed("no network")

    with pytest.raises(SetupFailed, match="no network"):
        install.do(Task("failing", 1, fail), Task("other", 1, (tmp_path / "done").touch))
    assert (tmp_path / "done").exists()


def test_progress_names_the_work_and_how_long_it_usually_takes(capsys: pytest.CaptureFixture[str]) -> None:
    install.do(Task("laying rails", 7, lambda: time.sleep(1.5)))
    assert capsys.readouterr().err == "Stellwerk: laying rails, usually 7 s …\n"
    install.do(Task("nothing", 7, lambda: None))
    assert capsys.readouterr().err == ""


class Calls:
    """The commands that an installation runs, none of them for real; those of one program may fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fails: str = "") -> None:
        self.made: list[list[str]] = []
        self.settings: list[dict[str, str]] = []
        self._fails = fails
        monkeypatch.setattr(install, "call", self._call)
        install.pip_settings.cache_clear()
        monkeypatch.delenv("STELLWERK_PIP", raising=False)
        for name in install.SAME_SETTINGS.values():
            monkeypatch.delenv(name, raising=False)

    def _call(
        self, command: list[str], *, check: bool = True, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        self.made.append(command)
        self.settings.append(env or {})
        code = int(Path(command[0]).name == self._fails)
        assert not (check and code)
        listed = "global.index-url='https://mirror.invalid/simple'\n:env:.cert='/own.pem'\n"
        return subprocess.CompletedProcess(command, code, listed, "")

    def installers(self) -> list[str]:
        """Who was asked to install, in order."""
        return [Path(made[0]).name for made in self.made if "install" in made]


def test_uv_installs_from_where_pip_would(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(install, "UV", tmp_path / "uv")
    install.UV.touch()
    calls = Calls(monkeypatch)
    install.install("--requirement", "play.txt")
    assert calls.installers() == ["uv"]
    assert calls.settings[-1]["UV_DEFAULT_INDEX"] == "https://mirror.invalid/simple"
    assert calls.settings[-1]["SSL_CERT_FILE"] == "/own.pem"


def test_pip_installs_where_uv_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(install, "UV", tmp_path / "uv")
    install.UV.touch()
    calls = Calls(monkeypatch, "uv")
    install.install("--requirement", "play.txt")
    assert calls.installers() == ["uv", install.PYTHON.name]


def test_pip_installs_where_there_is_no_uv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(install, "UV", tmp_path / "uv")
    calls = Calls(monkeypatch)
    install.install("--requirement", "play.txt")  # the first pip could not bring uv
    assert calls.installers() == [install.PYTHON.name] * 2


def test_node_is_brought_first_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that pages are built while the other packages are installed."""
    calls, prepared = Calls(monkeypatch), []

    def prepare(purpose: str) -> None:
        assert not calls.made
        prepared.append(purpose)

    monkeypatch.setattr(install, "prepare", prepare)
    monkeypatch.setattr(install, "has_pages", lambda: False)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    install.build_client()
    assert prepared == [install.NODE]


@pytest.mark.parametrize("name", ["run.py", "install.py", "tests/runner.py", "tests/tiny.py"])
def test_an_old_python_can_read_that_it_is_too_old(name: str) -> None:
    ast.parse((install.ROOT / name).read_text(encoding="utf-8"), feature_version=(3, 8))


@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_compiling_ends_with_the_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The compiler's own processes too."""
    note = tmp_path / "pid"
    script = tmp_path / "slow.py"
    script.write_text(
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(note)!r}, 'w').write(str(child.pid))\n"
        "child.wait()\n"
    )
    monkeypatch.setattr(install, "__file__", str(script))
    with install.compiling_beside():
        until(lambda: note.exists() and bool(note.read_text()))
    child = int(note.read_text())
    until(lambda: not is_running(child))


SLOW = """#!/bin/sh
sleep 60 &
echo $! > {note}
wait
"""
"""A program that takes long, and has a process of its own."""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_an_interrupted_set_up_ends_with_all_it_started(number: signal.Signals, tmp_path: Path) -> None:
    """And pip does not begin anew what uv was doing."""
    note, asked = tmp_path / "pid", tmp_path / "asked"
    for name, text in (("uv", SLOW.format(note=note)), ("python", f"#!/bin/sh\necho $* >> {asked}\n")):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    program = (
        "import pathlib, sys, install, run\n"
        f"install.UV, install.PYTHON = (pathlib.Path({str(tmp_path)!r}, name) for name in ('uv', 'python'))\n"
        "task = install.Task('installing', 1, lambda: install.install('everything'))\n"
        "run.COMMANDS['set-up'] = lambda *_: install.do(task)\n"
        "sys.exit(run.main(['set-up']))\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != "STELLWERK_PIP"}
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, cwd=install.ROOT, env=environment) as running:
        until(lambda: note.exists() and note.read_text().endswith("\n"))
        running.send_signal(number)
        assert running.wait(SECONDS) == 130
    until(lambda: not is_running(int(note.read_text())))
    assert "install" not in asked.read_text()


def is_running(process: int) -> bool:
    """True unless it has ended."""
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_the_server_ends_with_the_command(tmp_path: Path) -> None:
    """SIGTERM to `run.py` ends the server well, and whatever is compiled beside it."""
    program = (
        "import sys, install, run\n"
        "install.do = lambda *tasks: None  # everything is there\n"
        f"sys.exit(run.serve('serve', ['--no-open', '--data', {str(tmp_path)!r}]))\n"
    )
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, cwd=install.ROOT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert "http://127.0.0.1:" in running.stdout.readline()
        running.send_signal(signal.SIGTERM)
        assert running.wait(SECONDS) == 0
