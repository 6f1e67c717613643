"""`stellwerk export`: games as data for learning, from self-play, records or a server (docs/export.md).

Game i of seed S is the game of seed ``S:i``: the same arguments give the same data, on any number of
processes.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from stellwerk import workers
from stellwerk.arena.block import Terms
from stellwerk.arena.entrants import PROGRAM, make_bot
from stellwerk.cli.arguments import add_game, add_setup, options_of, positive_number, seed_text
from stellwerk.cli.files import path_of
from stellwerk.cli.screen import progress_bar
from stellwerk.cli.seats import check_count
from stellwerk.cli.serve import database_url
from stellwerk.cli.session import CommandError
from stellwerk.cli.texts import load_command_texts
from stellwerk.export.files import Batch, batch_of, exporting
from stellwerk.export.selfplay import play_batch

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Generator, Iterator

    from stellwerk.cli.session import Session
    from stellwerk.core.game import AnyGame
    from stellwerk.export.files import Export
    from stellwerk.export.rows import Finished

    Play = Callable[[range], Batch]

GAMES: Final = 100
SEED: Final = "stellwerk"
CHUNK: Final = 5
"""Number of games played or read at a time."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_game(parser)
    parser.add_argument(
        "-o", "--out", type=path_of, required=True, metavar="DIR", help="folder for the files"
    )
    parser.add_argument(
        "--parquet", action="store_true", help="decisions as Parquet instead of JSON lines (needs pyarrow)"
    )
    played = parser.add_argument_group("self-play (unless games are read)")
    played.add_argument(
        "--bots",
        nargs="+",
        metavar="BOT",
        help="one bot for all seats, or one for each, named as in the arena (default: the game's usual bot); "
        "unless one is a program, commas can separate them",
    )
    played.add_argument("-n", "--games", type=positive_number, metavar="N", help=f"number of games ({GAMES})")
    played.add_argument("--seed", type=seed_text, metavar="TEXT", help=f"seed of all games ({SEED})")
    add_setup(parser)
    played.add_argument(
        "--processes", type=positive_number, metavar="P", help="number of processes (default: one per core)"
    )
    read = parser.add_argument_group("games that have been played").add_mutually_exclusive_group()
    read.add_argument(
        "--records",
        nargs="+",
        type=path_of,
        metavar="FILE",
        help="record files, or .jsonl files with one record per line",
    )
    read.add_argument("--data", type=path_of, metavar="DIR", help="the data folder of a server")
    read.add_argument("--database", type=database_url, metavar="URL", help="postgresql://… of a server")


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Play or read games and write them; the progress bar goes to stderr."""
    game = session.load(arguments.game)
    session.texts = load_command_texts(
        arguments.game, session.language, "stellwerk.store", "stellwerk.engine"
    )
    play = None if _is_read(arguments) else _self_play(game, arguments)
    left_out = 0
    with exporting(arguments.out, game.info.key, parquet=arguments.parquet) as export:
        if play is not None:
            _play(session, export, play, arguments)
        elif arguments.records:
            left_out = _read_files(session, export, arguments)
        else:
            asyncio.run(_read_server(session, export, arguments))
        if export.games == 0:
            raise CommandError("nothing_to_export", {"game": game.info.title})
    counts = {"games": export.games, "decisions": export.decisions, "folder": str(arguments.out)}
    session.screen.note(session.texts.say("exported", **counts))
    if left_out:
        session.screen.note(session.texts.say("left_out", count=left_out), "dim")
    return 0


def _is_read(arguments: argparse.Namespace) -> bool:
    """True if finished games are read: then no argument may say how games are played."""
    sources = [name for name in ("records", "data", "database") if getattr(arguments, name)]
    if sources:
        for name in ("bots", "games", "seed", "seats", "option", "processes"):
            if getattr(arguments, name) not in (None, []):
                params = {"argument": f"--{name}", "source": f"--{sources[0]}"}
                raise CommandError("only_for_self_play", params)
    return bool(sources)


# Self-play


def _play(session: Session, export: Export, play: Play, arguments: argparse.Namespace) -> None:
    games = arguments.games or GAMES
    with progress_bar() as progress:
        task = progress.add_task(session.texts.say("simulating"), total=games)
        with closing(_batches(play, games, arguments.processes or os.cpu_count() or 1)) as batches:
            for batch in batches:
                export.add(batch)
                progress.advance(task, batch.games)


def _self_play(game: AnyGame, arguments: argparse.Namespace) -> Play:
    """A function that plays games by their numbers, with everything else decided."""
    bots = [name for word in arguments.bots or [game.info.usual_level] for name in _names(word)]
    for name in bots:
        make_bot(game, name)
    if len(bots) == 1:
        bots *= arguments.seats or game.info.seats.min
    check_count(bots, arguments.seats)
    setup = game.setup(len(bots), options_of(game, arguments.option))
    seed = SEED if arguments.seed is None else arguments.seed
    return partial(play_batch, Terms(game.info.key, setup.seats, setup.options, seed), tuple(bots))


def _names(word: str) -> list[str]:
    """The bots that an argument names; the command of a program may contain commas."""
    return [word] if PROGRAM in word else [name.strip() for name in word.split(",")]


def _batches(play: Play, games: int, processes: int) -> Generator[Batch]:
    """All games in order, here or in other processes, which end when it is closed."""
    chunks = [range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    processes = min(processes, len(chunks), os.cpu_count() or 1)
    if processes == 1:
        yield from map(play, chunks)
        return
    with workers.processes(processes) as executor:
        yield from executor.map(play, chunks)


# Games that have been played


def _read_files(session: Session, export: Export, arguments: argparse.Namespace) -> int:
    """Read record files; returns how many games were left out because they did not end."""
    from stellwerk.export.sources import games_in_files  # noqa: PLC0415 (self-play needs no database)

    left_out = 0
    with _adding(session, export) as add:
        for game in games_in_files(arguments.records, arguments.game):
            if game is None:
                left_out += 1
            else:
                add(game)
    return left_out


async def _read_server(session: Session, export: Export, arguments: argparse.Namespace) -> None:
    from stellwerk.export.sources import games_of_server  # noqa: PLC0415 (self-play needs no database)

    with _adding(session, export) as add:
        async for game in games_of_server(arguments.database or arguments.data, arguments.game):
            add(game)


@contextmanager
def _adding(session: Session, export: Export) -> Iterator[Callable[[Finished], None]]:
    """Write game by game, with a progress bar that does not know how many will come."""
    with progress_bar() as progress:
        task = progress.add_task(session.texts.say("reading"), total=None)

        def add(game: Finished) -> None:
            export.add(batch_of([(export.games, game)]))
            progress.advance(task)

        yield add
