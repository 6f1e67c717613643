"""Are reviews right? `python3 run.py bench review [GAME …] [--games N] [--folder DIR] [--write]`.

Plays games of mixed levels, reviews them and makes the six checks of docs/review.md. Every game is kept in
the folder, so a run that was interrupted goes on where it was, and a longer one adds to it. With `--write`
the figures and diagrams go into docs/review.md. `--no-play` only counts what is there.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tests.bench import asked, review_games, review_page
from tests.bench.review_checks import agreement, is_fair, losses, luck, reliability
from tests.bench.review_planted import Planted, plant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.review_games import Kept

DECIDED, TWICE, PLANTED = 3, 15, 15
"""One game in this many has its decisions judged, judged twice, or a blunder planted."""
FAIR = 10
"""Number of decisions per game whose hidden things are dealt anew."""


def run(arguments: Sequence[str]) -> None:
    """Play, review, check; write the page if asked."""
    parser = asked.parser("review")
    asked.add_games(parser, asked.bringing("review"))
    parser.add_argument("--games", type=asked.above_zero(int), default=30, dest="count", help="games of each")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "stellwerk-review")
    parser.add_argument("--no-play", action="store_true", help="count what the folder holds")
    parser.add_argument("--write", action="store_true", help="write docs/review.md")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    if not options.no_play:
        play(options.folder, options.games, options.count)
    for key in options.games:
        if section := measure(options.folder, key):
            print(section.text, flush=True)
            if options.write:
                review_page.write(key, section)


def play(folder: Path, keys: Sequence[str], count: int) -> None:
    """All games, number by number, so that an interrupted run has some of each."""
    for number in range(1, count + 1):
        for key in keys:
            decisions, twice = number % DECIDED == 0, number % TWICE == 0
            review_games.add(folder, key, number, decisions=decisions, twice=twice)
            if number % PLANTED == 0:
                _plant(folder, key, number)
            print(f"{key} {number}", flush=True)


def _plant(folder: Path, key: str, number: int) -> None:
    path = folder / f"planted-{key}-{number}.json"
    if not path.exists():
        game = next(one for one in review_games.kept(folder, key) if one.number == number)
        path.write_bytes(msgspec.json.encode(list(plant(game.record, f"planted-{number}", 5))))


def measure(folder: Path, key: str) -> review_page.Section | None:
    """The checks of one game; None if nothing has been played."""
    games = list(review_games.kept(folder, key))
    if not games:
        return None
    planted = [
        one
        for path in sorted(folder.glob(f"planted-{key}-*.json"))
        for one in msgspec.json.decode(path.read_bytes(), type=list[Planted])
    ]
    return review_page.section(
        key, losses(games), reliability(games), luck(games), agreement(games), _fair(games), planted
    )


def _fair(games: Sequence[Kept]) -> tuple[int, int]:
    """Of some decisions, those whose judgement nothing hidden changed; and how many were tried."""
    game = games[0]
    turns = len({one.turn for one in game.tables if hasattr(one, "turn")})
    tried = [turns * place // FAIR for place in range(FAIR)]
    return sum(is_fair(game, number) for number in tried), len(tried)
