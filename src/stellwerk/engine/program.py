"""A bot that is a program of its own, in any language: it is asked over the engine protocol.

It gets its view, the legal actions and a time limit. Whatever it does wrong, from silence to nonsense, is a
`ProgramError` for that one decision; after a crash it is started again. It inherits no secrets from the
environment, but runs with the rights of whoever starts it: this is not a sandbox.
"""

from __future__ import annotations

import errno
import os
import shlex
from shutil import which
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Final
from weakref import finalize

import msgspec

from stellwerk.core.errors import StellwerkError
from stellwerk.engine.child import MOST_LINES, Child, FloodError
from stellwerk.engine.messages import Answer, Go, Quit

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.core.game import AnyGame

SEEDS: Final = 1 << 62
GRACE: Final = 2.0
"""Extra seconds that a program has to answer, and to end."""
SECRETS: Final = ("STELLWERK_", "PG")
"""How variables start that are not passed on: the server's secret and database, what libpq logs in with."""
GAMES: Final = "STELLWERK_GAMES"
"""The exception: a program must find the same games."""


class ProgramError(StellwerkError):
    """Raised when a program gives no legal action."""


class Program:
    """A bot started by a command line. Several threads may share it: it makes one decision at a time."""

    def __init__(self, command: str, game: AnyGame, seconds: float) -> None:
        self.command = command
        self.seconds = seconds
        self._game = game
        self._words = _split(command)
        self._child: Child | None = None
        self._leave: finalize[Any, Program] | None = None
        self._number = 0
        self._lock = Lock()

    def choose(self, view: Any, legal: tuple[Any, ...], rng: RandomSource) -> Any:
        """The first action of its plan."""
        return self.plan(view, legal, rng)[0]

    def plan(self, view: Any, legal: tuple[Any, ...], rng: RandomSource) -> tuple[Any, ...]:
        """The actions that the program chooses; raises `ProgramError`."""
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
            raise self._error("program_illegal", action=found[:200])
        try:
            return (texts[wanted[0]], *map(self._game.parse, wanted[1:]))
        except ValueError:
            return (texts[wanted[0]],)

    def close(self) -> None:
        """Say goodbye and end the program. This also happens once nobody holds a reference to it."""
        if self._leave is not None:
            self._leave()

    def _ask(self, request: Go) -> Answer:
        """Its answer, if in time. A program that fails is ended and started again when next asked."""
        child = self._running()
        try:
            return self._converse(child, request, monotonic() + self.seconds + GRACE)
        except (TimeoutError, EOFError, FloodError) as error:
            child.kill()
            if isinstance(error, TimeoutError):
                raise self._error("program_too_slow", seconds=self.seconds) from error
            code = "program_floods" if isinstance(error, FloodError) else "program_ended"
            raise self._error(code) from error

    def _converse(self, child: Child, request: Go, deadline: float) -> Answer:
        """The answer to this request; late answers to earlier requests are skipped."""
        child.say(_line(request), deadline)
        for _ in range(MOST_LINES):
            line = child.hear(deadline)
            try:
                answer = msgspec.json.decode(line, type=Answer)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise self._error("program_unreadable", problem=str(error)) from error
            if answer.id == request.id:
                return answer
        raise FloodError

    def _running(self) -> Child:
        if self._child is None or self._child.is_silent:
            if self._leave is not None:
                self._leave()
            try:
                self._child = Child(self._words, _environment())
            except OSError as error:
                raise self._error("program_missing", problem=str(error)) from error
            self._leave = finalize(self, self._child.leave, _line(Quit()), GRACE)
        return self._child

    def _error(self, code: str, **params: str | float) -> ProgramError:
        return ProgramError(code, {"command": self.command, **params})


def check_command(command: str) -> None:
    """Check that the program exists before anybody waits for it; raises `ProgramError`."""
    if which(_split(command)[0]) is None:
        raise _missing(command)


def _environment() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name == GAMES or not name.upper().startswith(SECRETS)
    }


def _split(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ProgramError("program_missing", {"command": command, "problem": str(error)}) from error
    if not words:
        raise _missing(command)
    return words


def _missing(command: str) -> ProgramError:
    return ProgramError("program_missing", {"command": command, "problem": os.strerror(errno.ENOENT)})


def _line(request: Go | Quit) -> bytes:
    return msgspec.json.encode(request) + b"\n"
