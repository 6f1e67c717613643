"""A bot that is a program of its own, in any language: it is asked over the engine protocol.

It gets its view and the legal actions, and so much time. Whatever it does wrong, from silence to nonsense,
is a `ProgramError` of that one decision; after a crash it is started again. It inherits no secrets from the
environment of whoever starts it, but runs with their rights: this is no sandbox.
"""

from __future__ import annotations

import errno
import os
import shlex
import subprocess
from contextlib import suppress
from queue import Empty, Queue
from shutil import which
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Final

import msgspec

from stellwerk.core.errors import StellwerkError
from stellwerk.engine.messages import MAX_LINE, Answer, Go, Quit

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.core.game import AnyGame

SEEDS: Final = 1 << 62
GRACE: Final = 2.0
"""Seconds that a program has to leave."""
SECRETS: Final = ("STELLWERK_", "PG")
"""How variables begin that are not passed on: the server's secret and database, what libpq logs in with."""


class ProgramError(StellwerkError):
    """A program that gave no legal action."""


class Program:
    """A bot by its command line. Several threads may use it: decisions are asked one after the other."""

    def __init__(self, command: str, game: AnyGame, seconds: float) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self.command = command
        self.seconds = seconds
        self._game = game
        self._words = _split(command)
        self._reader: Thread | None = None
        self._lines: Queue[bytes] = Queue()
        self._number = 0
        self._lock = Lock()

    def choose(self, view: Any, legal: tuple[Any, ...], rng: RandomSource) -> Any:
        """The first action of its plan."""
        return self.plan(view, legal, rng)[0]

    def plan(self, view: Any, legal: tuple[Any, ...], rng: RandomSource) -> tuple[Any, ...]:
        """What the program wants to do; raises `ProgramError`."""
        texts = {self._game.to_text(action): action for action in legal}
        with self._lock:
            self._number += 1
            request = Go(
                id=self._number,
                game=self._game.info.key,
                view=view,
                legal=tuple(texts),
                seat=getattr(view, "seat", None),
                seconds=self.seconds,
                seed=str(rng.randrange(SEEDS)),
            )
            answer = self._ask(request)
        wanted = answer.plan or ((answer.action,) if answer.action is not None else ())
        if not wanted or wanted[0] not in texts:
            found = answer.message or (wanted[0] if wanted else "")
            raise ProgramError("program_illegal", {"command": self.command, "action": found[:200]})
        try:
            return (texts[wanted[0]], *map(self._game.parse, wanted[1:]))
        except ValueError:
            return (texts[wanted[0]],)

    def close(self) -> None:
        """Say goodbye; who does not leave is ended."""
        if (process := self._process) is None:
            return
        with suppress(OSError, ValueError, subprocess.TimeoutExpired):  # it may end just now, and be ended
            assert process.stdin is not None
            process.stdin.write(msgspec.json.encode(Quit()) + b"\n")
            process.stdin.flush()
            process.wait(GRACE)
        self._end()

    def __del__(self) -> None:
        self.close()

    def _ask(self, request: Go) -> Answer:
        process = self._running()
        try:
            assert process.stdin is not None
            process.stdin.write(msgspec.json.encode(request) + b"\n")
            process.stdin.flush()
        except OSError as error:
            self._end()
            raise ProgramError("program_ended", {"command": self.command}) from error
        return self._hear(request)

    def _hear(self, request: Go) -> Answer:
        """The answer to this request; late answers to earlier ones are passed over."""
        while True:
            try:
                line = self._lines.get(timeout=self.seconds + GRACE)
            except Empty as error:
                self._end()
                raise ProgramError(
                    "program_too_slow", {"command": self.command, "seconds": self.seconds}
                ) from error
            if not line:
                self._end()
                raise ProgramError("program_ended", {"command": self.command})
            try:
                answer = msgspec.json.decode(line, type=Answer)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise ProgramError(
                    "program_unreadable", {"command": self.command, "problem": str(error)}
                ) from error
            if answer.id == request.id:
                return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._lines = Queue()
            try:
                self._process = subprocess.Popen(  # noqa: S603 (the operator names it, nobody else can)
                    self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_environment()
                )
            except OSError as error:
                raise ProgramError(
                    "program_missing", {"command": self.command, "problem": str(error)}
                ) from error
            self._reader = Thread(target=_read, args=(self._process, self._lines), daemon=True)
            self._reader.start()
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            if self._reader is not None:
                self._reader.join(GRACE)  # it ends with the program
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    assert pipe is not None
                    pipe.close()


def check_command(command: str) -> None:
    """Find out whether there is such a program before anybody waits for it; raises `ProgramError`."""
    if which(_split(command)[0]) is None:
        problem = os.strerror(errno.ENOENT)
        raise ProgramError("program_missing", {"command": command, "problem": problem})


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.upper().startswith(SECRETS)}


def _split(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ProgramError("program_missing", {"command": command, "problem": str(error)}) from error
    if not words:
        raise ProgramError("program_missing", {"command": command, "problem": "?"})
    return words


def _read(process: subprocess.Popen[bytes], lines: Queue[bytes]) -> None:
    """Every line of a program, and an empty one at its end."""
    assert process.stdout is not None
    with suppress(ValueError, OSError):  # closed by whoever ended it
        while line := process.stdout.readline(MAX_LINE):
            lines.put(line)
    lines.put(b"")
