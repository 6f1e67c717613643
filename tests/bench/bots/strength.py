"""How strong the bots are: `python3 run.py bench strength [GAME …] [--blocks N] [--write]`.

With `--write` it makes docs/strength.md and the ratings that the lobby shows. A run that was interrupted goes
on where it was.
"""

from __future__ import annotations

import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import stellwerk
from stellwerk.arena.block import Block, Terms
from stellwerk.arena.journal import Journal
from stellwerk.arena.rating import ratings
from stellwerk.arena.statistics import standing
from stellwerk.arena.tournament import Tournament, lineups_of, play
from stellwerk.core.strength import ratings_file
from stellwerk.native import is_compiled
from stellwerk.workers import process_pool
from tests.bench import asked
from tests.bench.bots.matches import matches_of, yardstick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.arena.statistics import Standing
    from tests.bench.bots.matches import Match

PAGE = Path(__file__).parents[3] / "docs" / "strength.md"


def run(arguments: Sequence[str]) -> None:
    """Play what is asked for and write the page."""
    parser = asked.parser("strength")
    asked.add_games(parser)
    parser.add_argument("--blocks", type=asked.above_zero(int), default=60)
    parser.add_argument("--write", action="store_true", help="write docs/strength.md and the ratings")
    options = parser.parse_args(arguments)
    for key in options.games:
        section = measure(key, options.blocks, write=options.write)
        print(section)
        if options.write:
            write_section(section)


def measure(key: str, blocks: int, *, write: bool) -> str:
    """All matches of a game."""
    game = stellwerk.load(key)
    anchor = yardstick(game)
    rows: list[tuple[Match, Standing]] = []
    pool: list[Block] = []
    for match in matches_of(key):
        played = play_match(key, match, max(8, round(blocks * match.part)))
        rows.append((match, standing(played, match.bots[0])))
        print(line(match, rows[-1][1]), flush=True)
        if match.seats == game.info.seats.min:
            pool += played
    rated = [one for one in ratings(pool, anchor) if not one.bot.startswith("peek:")]
    if write:
        path = Path(str(ratings_file(key)))
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(
            msgspec.json.format(msgspec.json.encode({one.bot: one.rating for one in rated})) + b"\n"
        )
    day = datetime.now(UTC).date().isoformat()
    how = "compiled" if is_compiled(key) else "interpreted"
    ladder = "\n".join(f"| {one.bot} | {one.rating} | {one.low} – {one.high} |" for one in rated)
    return (
        f"## {game.info.title}\n\n"
        f"{day}, {how}, `--blocks {blocks}`. ✓: the aim is reached and the interval lies above par.\n\n"
        "| bots | seats | games | win share of the first | 95 % | par | aim |\n"
        "|---|---|---|---|---|---|---|\n"
        + "\n".join(line(match, one) for match, one in rows)
        + f"\n\n| bot | rating ({anchor} = 1500) | 95 % |\n|---|---|---|\n{ladder}\n"
    )


def line(match: Match, one: Standing) -> str:
    """A row of the page."""
    is_met = match.aim is not None and one.win_share >= match.aim and one.low > one.par
    aim = "" if match.aim is None else f"{match.aim:.0%} {'✓' if is_met else '✗'}"
    others = f"{match.seats - 1} × {match.bots[1]}" if match.seats > 2 else match.bots[1]
    return (
        f"| {match.bots[0]} : {others} | {match.seats} | {one.games} | {one.win_share:.1%} "
        f"| {one.low:.1%} – {one.high:.1%} | {one.par:.0%} | {aim} |"
    )


def play_match(key: str, match: Match, blocks: int) -> list[Block]:
    """The blocks of one match between bots of the game."""
    options = dict(stellwerk.load(key).setup(match.seats).options)
    return play_blocks(Terms(key, match.seats, options, "strength"), match.bots, blocks)


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


HEAD = """# How strong the bots are

`python3 run.py bench strength --write` generates this page in a few hours, and with `--blocks 24` in an hour
and a half. A block is one deal with all seat rotations; the win share of the first bot is its mean over
blocks, and the 95 % interval is computed from blocks. Budgets are simulations, so a busy machine changes no
result, and a match can be played in parts. Ratings are Bradley–Terry ratings over the two-player matches
below. [bench.md](bench.md) says how long each level thinks. At tables a decision ends after 1.5 s (only
making its position is never cut short), so on a slow machine masters may be weaker.

A bot with `peek:` is shown everything and thinks as long as its honest copy; the distance between them
hints at what better guesses about hidden things could still gain. In InterUrban only the order of the
face-down tiles is hidden, which nobody can guess: there it is what knowing the next tiles would be worth.
Matches of 200 games are in [training.md](training.md#a-copy-that-sees-everything).
[Decision 0013](decisions/0013-peeking.md) says how such a bot uses what it sees.

The weights of Trambahn's hard and master and of InterUrban's hard and master (`games/*/mind/weights.npz`)
are what `stellwerk train` learns from games of bots ([training.md](training.md)), which also says how the
bots fare against those of version 0.1.0.
"""


def write_section(section: str) -> None:
    """Replace the section of a game, and leave the others as they were."""
    title = section.splitlines()[0]
    text = PAGE.read_text() if PAGE.exists() else HEAD
    parts = text.split("\n## ")
    kept = [part for part in parts[1:] if f"## {part.splitlines()[0]}" != title]
    sections = sorted([*kept, section.removeprefix("## ").rstrip("\n")])
    PAGE.write_text(HEAD + "".join(f"\n## {part.rstrip()}\n" for part in sections))
