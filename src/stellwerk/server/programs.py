"""Bots that are programs of their own: named by whoever starts the server, never by the network.

Each is started when it is first needed, one for each name and game, and asked over the engine protocol
(docs/protocol.md) in a thread of its own, one decision after the other. What it does wrong is a
`ProgramError`; what becomes of that is decided in `bots`.
"""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stellwerk.core import registry
from stellwerk.engine.program import Program, ProgramError

if TYPE_CHECKING:
    from collections.abc import Iterable

SECONDS: Final = 5.0
"""How long a program may think about a decision while people wait."""


class Named(NamedTuple):
    """A program as the operator named it."""

    name: str
    """Its level at tables, and what it is called there."""
    command: str
    game: str | None = None
    """The only game it plays; None for all."""


class _Running(NamedTuple):
    program: Program
    thread: ThreadPoolExecutor


class Programs:
    """The programs of one server."""

    def __init__(self, named: Iterable[Named], seconds: float = SECONDS) -> None:
        self._commands = {
            (game, one.name): one.command
            for one in named
            for game in registry.games()
            if one.game in (None, game)
        }
        self._seconds = seconds
        self._running: dict[tuple[str, str], _Running] = {}

    def names(self, game: str) -> tuple[str, ...]:
        """The levels that programs add to a game."""
        return tuple(name for key, name in self._commands if key == game)

    async def ask(
        self, game: str, name: str, view: Any, legal: tuple[str, ...], seed: int
    ) -> tuple[str, ...]:
        """What a program wants to do, in the notation; raises `ProgramError`.

        There is no limit to the time here: a decision has the program's own, and before that waits for those
        of other tables.
        """
        law, (program, thread) = registry.load(game), self._find(game, name)
        rng = random.Random(seed)  # noqa: S311 (whims are no secrets)
        actions = tuple(map(law.parse, legal))
        plan = await asyncio.get_running_loop().run_in_executor(thread, program.plan, view, actions, rng)
        return tuple(map(law.to_text, plan))

    def _find(self, game: str, name: str) -> _Running:
        key = (game, name)
        if key not in self._commands:  # a table from a time when there was one
            raise ProgramError("program_unknown", {"name": name})
        if key not in self._running:
            program = Program(self._commands[key], registry.load(game), self._seconds)
            self._running[key] = _Running(program, ThreadPoolExecutor(1, f"stellwerk-program-{name}"))
        return self._running[key]

    async def close(self) -> None:
        """Let all programs leave."""
        running, self._running = list(self._running.values()), {}
        for one in running:
            one.thread.shutdown(wait=False, cancel_futures=True)
        await asyncio.gather(*(asyncio.to_thread(one.program.close) for one in running))
