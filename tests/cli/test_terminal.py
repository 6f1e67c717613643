"""At a real (pseudo) terminal: colours, wiping between two people, Ctrl-C."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.running import ENVIRONMENT

pty = pytest.importorskip("pty")

GOLDEN = next((Path(__file__).parents[1] / "golden" / "trambahn").glob("*.json"))


class Seat:
    """A person at a terminal: reads until something is shown, then types."""

    def __init__(self, *words: str) -> None:
        self.terminal, other = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stellwerk", *words],
            stdin=other,
            stdout=other,
            stderr=other,
            env={**os.environ, **ENVIRONMENT, "TERM": "xterm-256color", "NO_COLOR": ""},
            start_new_session=True,
        )
        os.close(other)

    def __enter__(self) -> Seat:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def read_until(self, text: str) -> str:
        """What is shown up to this text."""
        return self.read_for(re.escape(text))

    def read_for(self, pattern: str) -> str:
        """What is shown up to a text of this kind."""
        shown, deadline = b"", time.monotonic() + 30
        while not re.search(pattern.encode(), shown):
            assert time.monotonic() < deadline, shown
            if select.select([self.terminal], [], [], 1)[0]:
                shown += os.read(self.terminal, 65536)
        return shown.decode(errors="replace")

    def type(self, text: str) -> None:
        """Press these keys."""
        os.write(self.terminal, text.encode())

    def interrupt(self) -> int:
        """Press Ctrl-C until it ends: the first may come just before the program begins to read.

        Between two there is time to end, also on a busy machine: the second would interrupt just that.
        """
        for _ in range(6):
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                return self.end(10)
        return self.end()

    def end(self, seconds: float = 30) -> int:
        """The exit code. What is shown meanwhile is read: nobody can write to a terminal that is full."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < deadline:
            if select.select([self.terminal], [], [], 0.05)[0]:
                try:
                    os.read(self.terminal, 65536)
                except OSError:  # the program has closed its side, and ends
                    break
        return self.process.wait(timeout=max(0, deadline - time.monotonic()))


def test_two_people_at_one_terminal() -> None:
    words = ("--players", "human:Anna,human:Ben", "--start", "0", "--seed", "pty")
    with Seat("play", "trambahn", *words) as seat:
        assert "Commitment" in seat.read_until("press Enter.")
        seat.type("\n")
        assert "\x1b[1m" in seat.read_until("Anna> ")
        seat.type("1\n")
        seat.read_until("Anna> ")
        seat.type("E\n")
        assert "\x1b[3J" in seat.read_until("press Enter.")  # nothing to scroll back to
        seat.type("\n")
        seat.read_until("Ben> ")
        seat.type("quit\n")
        seat.read_until("not finished")
        assert seat.end() == 0


def test_ctrl_c_at_a_terminal() -> None:
    with Seat("play", "trambahn", "--seed", "pty") as seat:
        seat.read_until("Player> ")
        assert seat.interrupt() == 130


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "trambahn", "-n", "100000", "--processes", "2"),
        ("arena", "trambahn", "hard", "medium", "-n", "100000", "--processes", "2"),
        ("export", "trambahn", "-n", "100000", "--processes", "2", "-o", "games"),
        ("review", str(GOLDEN), "--budget", "thorough", "--workers", "2"),
    ],
    ids=lambda words: words[0],
)
def test_ctrl_c_does_not_wait_for_other_processes(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Seat(*words) as seat:
        seat.read_for(r"[1-9]\d*/\d+")  # some of it is done, and more is under way
        seat.process.send_signal(signal.SIGINT)
        assert seat.end() == 130


def test_an_export_of_records_shows_its_progress(tmp_path: Path) -> None:
    with Seat("export", "trambahn", "--records", str(GOLDEN), "-o", str(tmp_path)) as seat:
        assert "Reading" in seat.read_until("1 game with")
        assert seat.end() == 0


def test_a_simulation_shows_its_progress() -> None:
    with Seat("simulate", "trambahn", "-n", "3") as seat:
        assert "Playing" in seat.read_until("Ended by")
        assert seat.end() == 0
