"""Bots that are separate programs: named by the operator, never over the network.

One process per name and game, started when it is first needed and asked over the engine protocol
(docs/protocol.md) in a thread of its own, one decision at a time, in fair turns (`shares`). Failures are
raised as `ProgramError` and handled in `bots`.
"""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stellwerk.core import registry
from stellwerk.engine.program import Program, ProgramError
from stellwerk.server.thinking.shares import Shares

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from stellwerk.server.thinking.shares import Urgency

SECONDS: Final = 5.0
"""Seconds that a program may think about a decision."""


class Named(NamedTuple):
    """A program as the operator named it."""

    name: str
    """Its level and its name at tables."""
    command: str
    game: str | None = None
    """The only game it plays; None for all."""


class _Running(NamedTuple):
    program: Program
    thread: ThreadPoolExecutor
    shares: Shares


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
        self,
        game: str,
        name: str,
        view: Callable[[], Any],
        legal: tuple[str, ...],
        seed: int,
        person: str,
        urgency: Callable[[], Urgency],
    ) -> tuple[str, ...]:
        """A program's next actions in the notation; raises `ProgramError`.

        No time limit here: each decision has the program's own, and may first wait for those of other tables.
        It is made for a person, in their share; the view is asked for when its turn has come.
        """
        law, (program, thread, shares) = registry.load(game), self._find(game, name)
        rng = random.Random(seed)  # noqa: S311 (a bot's choices need no secure randomness)
        actions = tuple(map(law.parse, legal))
        async with shares.turn(person, urgency):
            loop = asyncio.get_running_loop()
            plan = await loop.run_in_executor(thread, program.plan, view(), actions, rng)
        return tuple(map(law.to_text, plan))

    def _find(self, game: str, name: str) -> _Running:
        key = (game, name)
        if key not in self._commands:  # a table from a time when the operator had such a program
            raise ProgramError("program_unknown", {"name": name})
        if key not in self._running:
            program = Program(self._commands[key], registry.load(game), self._seconds)
            thread = ThreadPoolExecutor(1, f"stellwerk-program-{name}")
            self._running[key] = _Running(program, thread, Shares(1))
        return self._running[key]

    async def close(self) -> None:
        """End all programs."""
        running, self._running = list(self._running.values()), {}
        for one in running:
            one.thread.shutdown(wait=False, cancel_futures=True)
        await asyncio.gather(*(asyncio.to_thread(one.program.close) for one in running))
