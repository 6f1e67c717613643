"""A child process that exchanges lines with this one; every wait for it has a deadline.

Its output is read and its input written by a thread each. They own these pipes and close them, so that
nobody else can be held up by a program that neither reads nor ends. What the lines mean is said elsewhere.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Semaphore, Thread
from time import monotonic
from typing import IO, TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_LINES: Final = 100
"""Number of lines that may wait to be read; writing more counts as flooding."""
LONGEST_LINE: Final = 1_000_000
"""In bytes; a longer line is read in pieces."""
REAP_SECONDS: Final = 2.0
"""How long to wait for a killed process. A process with other rights cannot be killed at all."""


class FloodError(Exception):
    """Raised when a program writes too many lines."""


class Child:
    """One run of a program; raises `OSError` if it cannot be started."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        # A session of its own (not on Windows): whatever it starts can be ended with it.
        self._process = subprocess.Popen(  # noqa: S603 (the operator names it, nobody else can)
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, start_new_session=True
        )
        self._to_say: SimpleQueue[bytes] = SimpleQueue()
        self._room = Semaphore()
        self._heard: SimpleQueue[bytes | Exception] = SimpleQueue()
        self._silent = Event()
        for work in (self._write, self._read):
            Thread(target=work, daemon=True).start()

    @property
    def is_silent(self) -> bool:
        """True if nothing more will come: the program has ended, or is no longer read."""
        return self._silent.is_set()

    def say(self, line: bytes, deadline: float) -> None:
        """Send a line; raises `TimeoutError` if the line before it has not been taken by then."""
        if not self._room.acquire(timeout=_until(deadline)):
            raise TimeoutError
        self._to_say.put(line)

    def hear(self, deadline: float) -> bytes:
        """The next line; raises `TimeoutError`, at the end `EOFError`, after too many lines `FloodError`."""
        try:
            found = self._heard.get(timeout=_until(deadline))
        except Empty:
            raise TimeoutError from None
        if isinstance(found, Exception):
            raise found
        return found

    def leave(self, goodbye: bytes, seconds: float) -> None:
        """Say goodbye and close the input; kill the program if it has not ended by then."""
        if not self.is_silent:
            deadline = monotonic() + seconds
            with suppress(TimeoutError):
                self.say(goodbye, deadline)
            self._to_say.put(b"")
            self._silent.wait(_until(deadline))
        self.kill()

    def kill(self) -> None:
        """End it, and everything it has started."""
        if self._process.returncode is None:  # nobody has waited for it, so its number is still its own
            with suppress(ProcessLookupError, PermissionError):
                if sys.platform == "win32":
                    self._process.kill()
                else:
                    os.killpg(self._process.pid, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(REAP_SECONDS)
        self._silent.set()
        self._to_say.put(b"")
        self._heard.put(EOFError())

    def _write(self) -> None:
        """Write lines until an empty one ends them."""
        with suppress(OSError), cast("IO[bytes]", self._process.stdin) as stdin:  # who has gone reads no more
            while line := self._to_say.get():
                stdin.write(line)
                stdin.flush()
                self._room.release()

    def _read(self) -> None:
        """Read lines until the output is closed or floods."""
        end: Exception = EOFError()
        with cast("IO[bytes]", self._process.stdout) as stdout:
            while line := stdout.readline(LONGEST_LINE):
                if self._heard.qsize() >= MOST_LINES:
                    end = FloodError()
                    break
                self._heard.put(line)
        self._silent.set()
        self._heard.put(end)


def _until(deadline: float) -> float:
    return max(0.0, deadline - monotonic())
