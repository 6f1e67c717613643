"""Playing matches of bots, and a line of a page about each."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from stellwerk.arena.journal import Journal
from stellwerk.arena.tournament import Tournament, lineups_of, play
from stellwerk.workers import process_pool

if TYPE_CHECKING:
    from stellwerk.arena.block import Block, Terms
    from stellwerk.arena.statistics import Standing
    from tests.bench.bots.matches import Match


def line(match: Match, one: Standing) -> str:
    """A row of the page."""
    is_met = match.aim is not None and one.win_share >= match.aim and one.low > one.par
    aim = "" if match.aim is None else f"{match.aim:.0%} {'✓' if is_met else '✗'}"
    others = f"{match.seats - 1} × {match.bots[1]}" if match.seats > 2 else match.bots[1]
    return (
        f"| {match.bots[0]} : {others} | {match.seats} | {one.games} | {one.win_share:.1%} "
        f"| {one.low:.1%} – {one.high:.1%} | {one.par:.0%} | {aim} |"
    )


def play_blocks(terms: Terms, bots: tuple[str, ...], blocks: int) -> list[Block]:
    """The blocks of one match, in order; those that were played before are not played again."""
    tournament = Tournament(terms, lineups_of(bots, terms.seats), blocks)
    fingerprint = tournament.fingerprint()
    journal = Journal(Path(tempfile.gettempdir()) / f"stellwerk-strength-{fingerprint}.jsonl", fingerprint)
    found = [block for block in journal.read() if block.number < blocks]
    at_once = os.cpu_count() or 1
    with process_pool(at_once) as executor:
        for block in play(tournament, executor, at_once, {(one.lineup, one.number) for one in found}):
            journal.add(block)
            found.append(block)
    return sorted(found, key=lambda block: block.number)
