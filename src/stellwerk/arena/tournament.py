"""A tournament: line-ups, and blocks in parallel. `journal` keeps them."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, wait
from hashlib import file_digest, sha256
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from stellwerk.arena.block import Terms, play_block
from stellwerk.arena.entrants import files_of
from stellwerk.core import registry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor, Future

    from stellwerk.arena.block import Block

SOURCES: Final = ("*.py", "*.npz", "*.json")
RATINGS: Final = "ratings.json"
"""Files that tournaments write and that change nobody's play."""


class Tournament(msgspec.Struct, frozen=True):
    """What is played."""

    terms: Terms
    lineups: tuple[tuple[str, ...], ...]
    blocks: int
    """Number of blocks per line-up."""

    @property
    def entrants(self) -> tuple[str, ...]:
        """All entrants, in the order they were named."""
        return tuple(dict.fromkeys(name for lineup in self.lineups for name in lineup))

    def jobs(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """All blocks: line-up by line-up within each number, so that a part of them is fair too."""
        for number in range(self.blocks):
            for lineup in self.lineups:
                yield lineup, number

    def fingerprint(self) -> str:
        """A hash of the games and the code that plays them: blocks of different versions are never mixed."""
        folders = _code_of(self.terms.game)
        files = [path for folder in folders for kind in SOURCES for path in sorted(folder.rglob(kind))]
        files = [path for path in files if path.name != RATINGS]
        game = registry.load(self.terms.game)
        files += [path for entrant in self.entrants for path in files_of(game, entrant)]
        digest = sha256(msgspec.json.encode((self.terms, self.lineups)))
        for path in files:
            with path.open("rb") as file:
                digest.update(path.name.encode() + b"\0" + file_digest(file, "sha256").digest())
        return digest.hexdigest()[:16]


def _code_of(game: str) -> list[Path]:
    """The folders of the code that plays a game; the game's own may lie anywhere."""
    package = Path(__file__).parent.parent
    shared = [package / name for name in ("core", "search", "engine", "arena")]
    return [*shared, *map(Path, import_module(f"{registry.PACKAGE}.{game}").__path__)]


def lineups_of(bots: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    """Who plays whom. As many bots as seats play together; if there are fewer, the last one takes the free
    seats; more are a pool, and every combination of different bots plays."""
    pool = tuple(dict.fromkeys(bots))
    if len(bots) > seats and len(pool) >= seats:
        return tuple(combinations(pool, seats))
    named = bots if len(bots) <= seats else pool
    return ((*named, *[named[-1]] * (seats - len(named))),)


def play(
    tournament: Tournament, executor: Executor, at_once: int, done: set[tuple[tuple[str, ...], int]]
) -> Iterator[Block]:
    """All blocks that are not done yet, as they finish."""
    jobs = (job for job in tournament.jobs() if job not in done)
    running: set[Future[Block]] = set()

    def start() -> None:
        for lineup, number in jobs:
            running.add(executor.submit(play_block, tournament.terms, lineup, number))
            return

    for _ in range(at_once):
        start()
    while running:
        finished, running = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            start()
            yield future.result()
