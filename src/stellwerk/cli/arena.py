"""`stellwerk arena`: bots against bots, measured.

A block is one deal with all seat rotations; block i of seed S is the deal ``S:i``. Finished blocks are kept
until the tournament is over, so that the same command goes on where a killed one was.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.arena.adjusted import Adjusted, adjusted, luck_of_block
from stellwerk.arena.block import Terms
from stellwerk.arena.entrants import SECONDS, make_bot
from stellwerk.arena.journal import Journal
from stellwerk.arena.rating import Rating, ratings
from stellwerk.arena.records import check_place, lines_of
from stellwerk.arena.report import page
from stellwerk.arena.statistics import Standing, Verdict, block_share, sequential_test, standing, standings
from stellwerk.arena.tournament import Tournament, lineups_of, play
from stellwerk.cli.arguments import add_game, add_setup, options_of, options_text, positive_number, seed_text
from stellwerk.cli.files import check_writable, path_of, write_file
from stellwerk.cli.screen import progress_bar
from stellwerk.cli.session import CommandError
from stellwerk.cli.standings import print_adjusted, print_results, verdict_sentence
from stellwerk.cli.texts import load_command_texts
from stellwerk.core.setup import OptionValue
from stellwerk.review.assessors import assessor_of
from stellwerk.workers import Cluster, kill, process_pool

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from concurrent.futures import Executor

    from stellwerk.arena.block import Block
    from stellwerk.cli.session import Session
    from stellwerk.core.game import AnyGame

CLUSTER_BLOCKS = 64
"""Number of blocks that wait at a cluster at a time."""
LONGEST_SECONDS = 3600
MOST_PROCESSES = 61
"""The largest pool of processes on Windows."""


class Results(msgspec.Struct, frozen=True):
    """What `--json` writes."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    seed: str
    blocks: int
    results: list[Standing]
    ratings: list[Rating]
    sprt: Verdict | None
    adjusted: list[Adjusted] = []
    """With `--adjusted`: every entrant without the luck of deals and draws."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_game(parser)
    parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="+",
        help='bots of the game, MODULE:CLASS of your own, "cmd:COMMAND", a program (docs/protocol.md), or '
        "peek:BOT, which is shown everything; the last one takes free seats, of more than seats every choice "
        "plays",
    )
    parser.add_argument("-n", "--blocks", type=positive_number, default=50, help="deals per line-up (50)")
    parser.add_argument(
        "--seed", type=seed_text, default="arena", metavar="TEXT", help="seed of all deals (arena)"
    )
    add_setup(parser)
    parser.add_argument(
        "--seconds",
        type=seconds_of,
        default=SECONDS,
        metavar="S",
        help=f"how long a program may take for a decision ({SECONDS:g})",
    )
    parser.add_argument(
        "--processes", type=positive_number, metavar="P", help="number of processes (default: one per core)"
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, such as tcp://host:8786")
    parser.add_argument(
        "--sprt",
        metavar="P0:P1",
        help="stop once it is clear whether the first bot's win share is nearer P1 than P0, such as 0.5:0.55",
    )
    parser.add_argument(
        "--adjusted", action="store_true", help="review the games and take the luck of deals and draws off"
    )
    parser.add_argument("--json", type=path_of, metavar="FILE", help="write the results here")
    parser.add_argument("--html", type=path_of, metavar="FILE", help="write a report with charts here")
    parser.add_argument(
        "--records", type=path_of, metavar="FILE", help="write all games here, for `export` (FILE.jsonl)"
    )
    parser.add_argument("--journal", type=path_of, metavar="FILE", help="where finished blocks are kept")
    parser.add_argument("--fresh", action="store_true", help="discard what a killed run has finished")


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Play, print and write. Finished blocks are kept until everything is written."""
    tournament = _tournament(session, arguments)
    if arguments.adjusted:
        assessor_of(tournament.terms.game)  # refuse before the first game what cannot be reviewed
    bounds = _bounds(arguments.sprt)
    _check_files(arguments, tournament)
    fingerprint = tournament.fingerprint()
    journal = Journal(arguments.journal or _journal(fingerprint), fingerprint)
    if arguments.fresh:
        journal.remove()
    try:
        blocks = _play(session, tournament, journal, arguments, bounds)
    except KeyboardInterrupt:
        sys.stderr.write(f"{session.texts.say('arena_interrupted')}\n")
        raise
    found = _results(tournament, blocks, bounds)
    if arguments.adjusted:
        found = msgspec.structs.replace(found, adjusted=_adjusted(session, tournament, blocks, arguments))
    try:
        print_results(session, tournament, found.results, found.ratings, found.sprt)
        if found.adjusted:
            print_adjusted(session, found.adjusted)
    finally:  # also when nobody reads to the end (`| head`)
        _write(session, arguments, tournament, blocks, found)
    if not arguments.journal:
        journal.remove()
    return 0


def _write(
    session: Session,
    arguments: argparse.Namespace,
    tournament: Tournament,
    blocks: list[Block],
    found: Results,
) -> None:
    if arguments.json:
        write_file(arguments.json, msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    if arguments.html:
        options = options_text(tournament.terms.options)
        verdict = verdict_sentence(tournament, found.sprt, session.texts) if found.sprt else ""
        report = page(tournament, blocks, session.texts, options, verdict, found.adjusted)
        write_file(arguments.html, report.encode())
    if arguments.records:
        check_place(arguments.records, tournament)  # once more: a tournament can take days
        write_file(arguments.records, lines_of(blocks))


def _check_files(arguments: argparse.Namespace, tournament: Tournament) -> None:
    """Check before the first game that the results can be written after the last."""
    written = [path for path in (arguments.json, arguments.html, arguments.records) if path]
    for path in written:
        check_writable(path)
    if arguments.records:
        check_place(arguments.records, tournament)
    named = [path.resolve() for path in (*written, arguments.journal) if path]
    for path in named:
        if named.count(path) > 1:
            raise CommandError("file_twice", {"file": str(path)})


def _results(tournament: Tournament, blocks: list[Block], bounds: tuple[float, float] | None) -> Results:
    terms = tournament.terms
    return Results(
        terms.game,
        terms.seats,
        terms.options,
        terms.seed,
        len(blocks),
        standings(blocks, tournament.entrants),
        ratings(blocks),
        sequential_test(_shares(tournament, blocks), *bounds) if bounds else None,
    )


def _tournament(session: Session, arguments: argparse.Namespace) -> Tournament:
    game = session.load(arguments.game)
    session.texts = load_command_texts(arguments.game, session.language, "stellwerk.engine")
    for bot in dict.fromkeys(arguments.bots):
        make_bot(game, bot)
    setup = game.setup(_seats(game, arguments), options_of(game, arguments.option))
    terms = Terms(arguments.game, setup.seats, setup.options, arguments.seed, arguments.seconds)
    return Tournament(terms, lineups_of(tuple(arguments.bots), setup.seats), arguments.blocks)


def _seats(game: AnyGame, arguments: argparse.Namespace) -> int:
    """The number asked for; the number of bots if one is named twice; else the game's fewest."""
    bots: list[str] = arguments.bots
    if arguments.seats is not None:
        return int(arguments.seats)
    return len(bots) if len(set(bots)) < len(bots) else int(game.info.seats.min)


def seconds_of(text: str) -> float:
    """A number of seconds for a decision, up to an hour."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST_SECONDS:
        raise CommandError("bad_seconds", {"text": text[:40], "limit": LONGEST_SECONDS})
    return seconds


def _bounds(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    low, _, high = text.partition(":")
    try:
        null, alternative = float(low), float(high)
    except ValueError:
        null = alternative = 0.0
    if not 0 < null < alternative < 1:
        raise CommandError("bad_sprt", {"text": text[:40]})
    return null, alternative


def _journal(fingerprint: str) -> Path:
    """A file in the folder for temporary files, named by what is played and by whom."""
    return Path(tempfile.gettempdir()) / f"stellwerk-arena-{fingerprint}.jsonl"


def _shares(tournament: Tournament, blocks: list[Block]) -> list[float]:
    first = tournament.entrants[0]
    return [block_share(block, first) for block in blocks if first in block.lineup]


def _play(
    session: Session,
    tournament: Tournament,
    journal: Journal,
    arguments: argparse.Namespace,
    bounds: tuple[float, float] | None,
) -> list[Block]:
    """All blocks, including those of an earlier run; the progress bar goes to stderr."""
    jobs = list(tournament.jobs())
    kept = {(block.lineup, block.number): block for block in journal.read()}
    blocks = [kept[job] for job in jobs if job in kept]
    if blocks:
        session.screen.note(session.texts.say("arena_resumes", blocks=len(blocks)), "dim")
    with _executor(arguments) as (executor, at_once), progress_bar() as progress:
        task = progress.add_task("", total=len(jobs), completed=len(blocks))
        for block in play(tournament, executor, at_once, set(kept)):
            journal.add(block)
            blocks.append(block)
            progress.update(task, advance=1, description=_tell(tournament, blocks))
            if bounds and sequential_test(_shares(tournament, blocks), *bounds).accepted:
                break
    return sorted(blocks, key=lambda block: (block.number, block.lineup))


def _adjusted(
    session: Session, tournament: Tournament, blocks: list[Block], arguments: argparse.Namespace
) -> list[Adjusted]:
    """All entrants without luck, the best first; all games are reviewed for it."""
    luck = {}
    with _executor(arguments) as (executor, _), progress_bar() as progress:
        task = progress.add_task(session.texts.say("reviewing"), total=len(blocks))
        jobs = [(block, executor.submit(luck_of_block, block)) for block in blocks]
        for block, job in jobs:
            luck[block.lineup, block.number] = job.result()
            progress.advance(task)
    found = [adjusted(blocks, luck, entrant) for entrant in tournament.entrants]
    return sorted(found, key=lambda one: -one.share)


def _tell(tournament: Tournament, blocks: list[Block]) -> str:
    one = standing(blocks, tournament.entrants[0])
    return f"{one.bot} {one.win_share:.1%} ({one.low:.1%}–{one.high:.1%})"


@contextmanager
def _executor(arguments: argparse.Namespace) -> Iterator[tuple[Executor, int]]:
    """Processes or a cluster, and how many blocks to give them at a time; the exit does not wait for them."""
    if arguments.cluster:
        executor: Any = _cluster(arguments.cluster)
        at_once = CLUSTER_BLOCKS
    else:
        at_once = min(arguments.processes or os.cpu_count() or 1, MOST_PROCESSES)
        executor = process_pool(at_once)
    try:
        yield executor, at_once
    finally:
        kill(executor)


def _cluster(address: str) -> Cluster:
    try:
        return Cluster(address)
    except ImportError as error:
        raise CommandError("no_cluster") from error
    except (OSError, ValueError) as error:
        raise CommandError("cluster_unreachable", {"address": address[:80]}) from error
