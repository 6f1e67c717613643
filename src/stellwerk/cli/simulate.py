"""`stellwerk simulate`: let bots play many games and print statistics.

Game i of seed S is the game of seed ``S:i``: the same arguments give the same games, on any number of
processes.
"""

from __future__ import annotations

import os
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from stellwerk import workers
from stellwerk.cli.arguments import add_game, add_setup, options_of, positive_number, seed_text
from stellwerk.cli.files import check_writable, path_of, write_file
from stellwerk.cli.screen import progress_bar
from stellwerk.cli.seats import bots_of
from stellwerk.cli.statistics import Plan, print_statistics, simulate_games, summary_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Generator

    from stellwerk.cli.session import Session
    from stellwerk.cli.statistics import Outcome

CHUNK = 10
"""Number of games that a process is given at a time."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_game(parser)
    parser.add_argument(
        "-n", "--games", type=positive_number, default=100, metavar="N", help="number of games (100)"
    )
    parser.add_argument(
        "--seed", type=seed_text, default="stellwerk", metavar="TEXT", help="seed of all games (stellwerk)"
    )
    add_setup(parser)
    parser.add_argument(
        "--bots",
        metavar="LIST",
        help="one bot for all seats, or one for each, separated by commas (default: the game's usual bot)",
    )
    parser.add_argument(
        "--processes",
        type=positive_number,
        default=1,
        metavar="P",
        help="number of processes, at most one per core (1)",
    )
    parser.add_argument("--json", type=path_of, metavar="FILE", help="write the statistics here too")


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Play the games and print statistics; the progress bar goes to stderr."""
    game = session.load(arguments.game)
    bots = bots_of(game, arguments.bots, arguments.seats)
    setup = game.setup(len(bots), options_of(game, arguments.option))
    if arguments.json:
        check_writable(arguments.json)
    plan = Plan(arguments.game, setup.seats, setup.options, bots, arguments.seed)
    summary = summary_of(plan, _outcomes(session, plan, arguments.games, arguments.processes), session.texts)
    print_statistics(session, summary)
    if arguments.json:
        write_file(arguments.json, msgspec.json.format(msgspec.json.encode(summary), indent=1) + b"\n")
    return 0


def _outcomes(session: Session, plan: Plan, games: int, processes: int) -> list[Outcome]:
    with progress_bar() as progress:
        task = progress.add_task(session.texts.say("simulating"), total=games)
        outcomes = []
        with closing(_play(plan, games, processes)) as played:
            for outcome in played:
                outcomes.append(outcome)
                progress.advance(task)
    return outcomes


def _play(plan: Plan, games: int, processes: int) -> Generator[Outcome]:
    """All games in order, here or in other processes, which end when it is closed."""
    chunks = [range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    processes = min(processes, len(chunks), os.cpu_count() or 1)
    if processes == 1:
        for chunk in chunks:
            yield from simulate_games(plan, chunk)
        return
    with workers.processes(processes) as executor:
        for outcomes in executor.map(partial(simulate_games, plan), chunks):
            yield from outcomes
