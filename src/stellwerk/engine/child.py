"""A program that runs beside this one and is spoken to in lines; nobody waits for it longer than they want.

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
"""So many may wait to be read; a program that writes more floods."""
LONGEST_LINE: Final = 1_000_000
"""Bytes; what is longer comes in pieces."""
REAP_SECONDS: Final = 2.0
"""How long a killed process is waited for: one with other rights cannot be killed."""


class FloodError(Exception):
    """More lines than anybody wants."""


class Child:
    """One run of a program; raises `OSError` if there is none."""

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
        """Whether nothing more will come: it has ended, or is no longer listened to."""
        return self._silent.is_set()

    def say(self, line: bytes, deadline: float) -> None:
        """Pass a line on; raises `TimeoutError` if the one before it is not taken by then."""
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
        """Say goodbye and that this was all; whoever has not left by then is killed."""
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
        """Write until an empty line says that this was all."""
        with suppress(OSError), cast("IO[bytes]", self._process.stdin) as stdin:  # who has gone reads no more
            while line := self._to_say.get():
                stdin.write(line)
                stdin.flush()
                self._room.release()

    def _read(self) -> None:
        """Read until nobody can write any more, or too much is written."""
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
