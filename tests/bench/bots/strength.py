"""How strong the bots are: `python3 run.py bench strength [GAME …] [--blocks N] [--pool] [--write]`.

With `--pool` bots of earlier versions play too, and are rated on the same scale. With `--write` it makes
docs/strength.md and the ratings that the lobby shows. A run that was interrupted goes on where it was.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import stellwerk
from stellwerk.arena.block import Block, Terms
from stellwerk.arena.rating import ratings
from stellwerk.arena.statistics import standing
from stellwerk.core.strength import ratings_file
from stellwerk.native import is_compiled
from tests.bench import asked
from tests.bench.bots.matches import matches_of, pool_of, yardstick
from tests.bench.bots.playing import line, play_blocks
from tests.bench.bots.pool import POOL, build, default_folder, play_against

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.arena.statistics import Standing
    from tests.bench.bots.matches import Match

PAGE = Path(__file__).parents[3] / "docs" / "strength.md"


def run(arguments: Sequence[str]) -> None:
    """Play what is asked for and write the page."""
    parser = asked.parser("strength")
    asked.add_games(parser)
    parser.add_argument("--blocks", type=asked.above_zero(int), default=60)
    parser.add_argument("--pool", action="store_true", help="bots of earlier versions too")
    parser.add_argument("--write", action="store_true", help="write docs/strength.md and the ratings")
    options = parser.parse_args(arguments)
    for key in options.games:
        section = measure(key, options.blocks, pool=options.pool, write=options.write)
        print(section)
        if options.write:
            write_section(section)


def measure(key: str, blocks: int, *, pool: bool, write: bool) -> str:
    """All matches of a game."""
    game = stellwerk.load(key)
    anchor = yardstick(game)
    rows: list[tuple[Match, Standing]] = []
    duels: list[Block] = []
    for match in matches_of(key):
        played = play_match(key, match, max(8, round(blocks * match.part)))
        rows.append((match, standing(played, match.bots[0])))
        print(line(match, rows[-1][1]), flush=True)
        if match.seats == game.info.seats.min:
            duels += played
    if pool:
        for match, played in earlier(key, blocks):
            rows.append((match, standing(played, match.bots[0])))
            print(line(match, rows[-1][1]), flush=True)
            duels += played
    rated = [one for one in ratings(duels, anchor) if not one.bot.startswith("peek:")]
    if write:
        path = Path(str(ratings_file(key)))
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(
            msgspec.json.format(
                msgspec.json.encode({one.bot: one.rating for one in rated if one.bot in game.bots})
            )
            + b"\n"
        )
    day = datetime.now(UTC).date().isoformat()
    how = "compiled" if is_compiled(key) else "interpreted"
    ladder = "\n".join(f"| {one.bot} | {one.rating} | {one.low} – {one.high} |" for one in rated)
    return (
        f"## {game.info.title}\n\n"
        f"{day}, {how}, `--blocks {blocks}{' --pool' if pool else ''}`. ✓: the aim is reached and the "
        "interval lies above par.\n\n"
        "| bots | seats | games | win share of the first | 95 % | par | aim |\n"
        "|---|---|---|---|---|---|---|\n"
        + "\n".join(line(match, one) for match, one in rows)
        + f"\n\n| bot | rating ({anchor} = 1500) | 95 % |\n|---|---|---|\n{ladder}\n"
    )


def earlier(key: str, blocks: int) -> Iterator[tuple[Match, list[Block]]]:
    """The matches against earlier versions with as few players as the game allows."""
    for version in POOL:
        build(version, default_folder())
        for match in pool_of(key):
            if match.seats == stellwerk.load(key).info.seats.min:
                yield play_against(version, default_folder(), key, match, blocks)


def play_match(key: str, match: Match, blocks: int) -> list[Block]:
    """The blocks of one match between bots of the game."""
    options = dict(stellwerk.load(key).setup(match.seats).options)
    return play_blocks(Terms(key, match.seats, options, "strength"), match.bots, blocks)


HEAD = """# How strong the bots are

`python3 run.py bench strength --write` generates this page in a few hours, and with `--blocks 24` in an hour
and a half. A block is one deal with all seat rotations; the win share of the first bot is its mean over
blocks, and the 95 % interval is computed from blocks. Budgets are simulations, so a busy machine changes no
result, and a match can be played in parts. Ratings are Bradley–Terry ratings over the two-player matches
below; with `--pool` bots of earlier versions play too ([arena.md](arena.md#against-earlier-versions)).
[bench.md](bench.md) says how long each level thinks. At tables a decision ends after 1.5 s (only making its
position is never cut short), so on a slow machine masters may be weaker.

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
