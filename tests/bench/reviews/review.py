"""Are reviews right? `python3 run.py bench review [GAME …] [--games N] [--only KIND] [--write]`.

Plays games between bots, reviews what each of the six checks of docs/review.md needs of them, and makes the
checks. Every game is kept in the folder, so a run that was interrupted goes on where it was, and a longer one
adds to it. With `--write` the figures and diagrams go into docs/review.md; what the folder has no games for
stays there as it was. `--no-play` only counts what is
there. Checks are finished one after the other, each game in the order in which it is named; `--only` makes
the games of one kind (`review_games`) or the planted blunders, so that several processes can share the work.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec

from stellwerk.review.assessors import assessor_of
from tests.bench import asked
from tests.bench.reviews import review_games, review_page
from tests.bench.reviews.review_checks import agreement, is_fair, losses, luck, reliability
from tests.bench.reviews.review_planted import Planted, plant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.reviews.review_games import Kept, Kind

PLANTED = 10
"""In this many games blunders are planted, and this many in each."""
PLANT = "planted"
PARTS = (*review_games.KINDS, PLANT)
FAIR = 10
"""Number of decisions whose hidden things are dealt anew."""


def run(arguments: Sequence[str]) -> None:
    """Play, review, check; write the page if asked."""
    parser = asked.parser("review")
    asked.add_games(parser, asked.bringing("review"))
    parser.add_argument(
        "--games",
        type=asked.above_zero(int),
        default=30,
        dest="count",
        help="games of each kind, half as many for losses by level",
    )
    parser.add_argument("--only", choices=PARTS, help="games of this kind only")
    parser.add_argument(
        "--sample",
        type=asked.above_zero(int),
        default=review_games.SAMPLE,
        help="decisions of each seat that are judged in games for losses by level",
    )
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "stellwerk-review")
    parser.add_argument("--no-play", action="store_true", help="count what the folder holds")
    parser.add_argument("--write", action="store_true", help="write docs/review.md")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    if not options.no_play:
        for part in [options.only] if options.only else PARTS:
            play(options.folder, part, options.games, options.count, options.sample)
    for key in options.games:
        if section := measure(options.folder, key):
            print(section.text, flush=True)
            if options.write:
                review_page.write(key, section)


def play(folder: Path, part: str, keys: Sequence[str], count: int, sample: int) -> None:
    """The games of one kind, or the planted blunders."""
    for key in keys:
        if part == PLANT:
            for game in list(review_games.kept(folder, key, "levels"))[:PLANTED]:
                _plant(folder, key, game)
            continue
        kind = cast("Kind", part)
        for number in range(1, 1 + count_of(kind, count)):
            review_games.add(folder, key, kind, number, sample)
            print(f"{kind} {key} {number}", flush=True)


def count_of(kind: Kind, count: int) -> int:
    """How many games of a kind are played; with five levels and two seats 150 show every level 60 times."""
    return (count + 1) // 2 if kind == "levels" else count


def _plant(folder: Path, key: str, game: Kept) -> None:
    path = folder / f"{PLANT}-{key}-{game.number}-version-{assessor_of(key).since}.json"
    if not path.exists():
        found = list(plant(game.record, f"planted-{game.number}", PLANTED))
        path.write_bytes(msgspec.json.encode(found))
        print(f"planted {key} {game.number}", flush=True)


def measure(folder: Path, key: str) -> review_page.Section | None:
    """The checks of one game; None if nothing has been played."""
    looks, lucky, judged = (list(review_games.kept(folder, key, kind)) for kind in review_games.KINDS)
    if not (looks or lucky or judged):
        return None
    planted = [
        one
        for path in sorted(folder.glob(f"{PLANT}-{key}-*-version-{assessor_of(key).since}.json"))
        for one in msgspec.json.decode(path.read_bytes(), type=list[Planted])
    ]
    return review_page.section(
        key,
        review_page.Found(
            len(looks),
            losses(judged),
            reliability(looks),
            luck(lucky),
            agreement(judged),
            _fair(judged),
            planted,
        ),
    )


def _fair(games: Sequence[Kept]) -> tuple[int, int]:
    """Of some decisions, those whose judgement nothing hidden changed; and how many were tried."""
    if not games:
        return 0, 0
    game = games[0]
    tried = [len(game.verdicts) * place // FAIR for place in range(FAIR)]
    return sum(is_fair(game, game.verdicts[place].turn) for place in tried), len(tried)
