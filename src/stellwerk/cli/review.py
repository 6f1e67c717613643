"""`stellwerk review`: what a finished game teaches: every decision judged, and luck told apart from play.

Decisions are judged from what their players could know. The file that `--html` writes stands alone.
"""

from __future__ import annotations

from concurrent.futures import as_completed
from typing import TYPE_CHECKING, Final

import msgspec
from rich import box
from rich.table import Table
from rich.text import Text

from stellwerk.cli.arguments import seed_text, whole_number
from stellwerk.cli.files import add_record, check_writable, path_of, read_record, write_file
from stellwerk.cli.screen import progress_bar
from stellwerk.core.texts import load_texts
from stellwerk.review import BUDGETS, compose, examine, outline
from stellwerk.review.sheet import sheet
from stellwerk.review.words import Words
from stellwerk.workers import processes

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from stellwerk.cli.session import Session
    from stellwerk.core.record import Record
    from stellwerk.review import Budget, Finding, Piece, Review, Verdict

MARKS: Final = {
    "inaccuracy": "?!",
    "mistake": "?",
    "blunder": "??",
    "unclear": "~",
    "forced": "·",
    "free": "·",
}
STYLES: Final = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "red", "unclear": "dim"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_record(parser, "RECORD")
    parser.add_argument(
        "--worst", type=whole_number, metavar="N", help="show the N worst decisions, the worst first"
    )
    parser.add_argument(
        "--budget", choices=list(BUDGETS), default="usual", help="how thorough (default: usual)"
    )
    parser.add_argument(
        "--seed", type=seed_text, default="", metavar="TEXT", help="seed of the possible worlds"
    )
    parser.add_argument(
        "--workers",
        type=whole_number,
        default=0,
        metavar="N",
        help="processes beside this one (default: none)",
    )
    parser.add_argument(
        "--html", type=path_of, metavar="FILE", help="write the review as a page that stands alone"
    )
    parser.add_argument("--json", type=path_of, metavar="FILE", help="write the review as data")


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Review the record, print the findings, write the files."""
    record = read_record(arguments.file, arguments.game_number)
    session.load(record.game)
    files: list[Path] = [path for path in (arguments.html, arguments.json) if path]
    for path in files:
        check_writable(path)
    budget, seed = BUDGETS[arguments.budget], arguments.seed
    findings = _examine_all(session, record, outline(record, budget), budget, seed, arguments.workers)
    review = compose(record, findings, budget, seed)
    _print(session, review, record.players, arguments.worst)
    if arguments.html:
        page = sheet(record, review, load_texts(record.game, session.language))
        write_file(arguments.html, page.encode())
    if arguments.json:
        write_file(arguments.json, msgspec.json.format(msgspec.json.encode(review), indent=1) + b"\n")
    for path in files:
        session.screen.note(session.texts.say("review_written", file=str(path)))
    return 0


def _examine_all(
    session: Session, record: Record, pieces: Sequence[Piece], budget: Budget, seed: str, workers: int
) -> list[Finding]:
    """The findings of all pieces, with a progress bar."""
    with progress_bar() as bar:
        task = bar.add_task(session.texts.say("reviewing"), total=len(pieces))
        found = []
        if not workers:
            for piece in pieces:
                found.append(examine(record, piece, budget, seed))
                bar.advance(task)
            return found
        with processes(workers) as pool:
            for done in as_completed([pool.submit(examine, record, piece, budget, seed) for piece in pieces]):
                found.append(done.result())
                bar.advance(task)
        return found


def _print(session: Session, review: Review, names: Sequence[str], worst: int | None) -> None:
    words, screen = Words(session.texts, names), session.screen
    verdicts: Sequence[Verdict] = review.verdicts
    if worst is not None:
        verdicts = sorted(verdicts, key=lambda one: -one.loss)[:worst]
    screen.print(_table(verdicts, words, names))
    if not review.is_finished:
        screen.print(Text(session.texts.say("review_unfinished"), "dim"))
    for summary in review.summaries:
        screen.print(Text(words.summary(summary), "bold"))
        if summary.ledger:
            screen.print(Text(words.ledger(summary.seat, summary.ledger)))


def _table(verdicts: Sequence[Verdict], words: Words, names: Sequence[str]) -> Table:
    table = Table("", words.say("player"), box=box.SIMPLE_HEAD)
    for label in ("value", "loss"):
        table.add_column(words.say(label), justify="right")
    table.add_column("")
    table.add_column(words.say("turn"))
    for one in verdicts:
        played = one.options[one.played]
        cell = Text(words.turn(played.told, played.actions))
        if one.judgement in STYLES:
            cell.append(f"\n{words.verdict(one)}", STYLES[one.judgement])
        loss = words.points(one.loss) if one.counts else ""
        mark = MARKS.get(one.judgement, "")
        table.add_row(str(one.turn + 1), names[one.seat], words.points(one.value, 0), loss, mark, cell)
    return table
