"""What each seat is worth: `python3 run.py bench seats [GAME …] [--games N] [--level NAME] [--write]`.

Equally strong bots play; the share of wins of each place in the order of play says what the place is worth,
in points of a rating. With `--write` it makes the files that correct ratings (docs/ratings.md has the table).
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

import msgspec

import stellwerk
from stellwerk.cli.statistics import Plan, simulate_game
from stellwerk.core.chance import draw_start_seat
from stellwerk.core.strength import seats_file
from stellwerk.ratings.scale import noise
from tests.bench import asked

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: Sequence[str]) -> None:
    """Play what is asked for and print a table."""
    asking = asked.parser("seats")
    asked.add_games(asking)
    asking.add_argument("--games", dest="number", type=asked.above_zero(int), default=400)
    asking.add_argument("--level", default="hard", help="the bot in all seats (hard)")
    asking.add_argument("--write", action="store_true", help="write what corrects ratings")
    options = asking.parse_args(arguments)
    for key in options.games:
        worth = {}
        seats = stellwerk.load(key).info.seats
        for count in range(seats.min, seats.max + 1):
            wins = measure(key, count, options.number, options.level)
            print(row(key, wins, options.level), flush=True)
            worth[str(count)] = [round(one) for one in worths(wins)]
        if options.write:
            text = msgspec.json.format(msgspec.json.encode(worth), indent=2)
            seats_file(key).write_bytes(text + b"\n")  # type: ignore[attr-defined]


def measure(key: str, seats: int, games: int, level: str) -> list[float]:
    """The wins of each place in the order of play; a shared win counts in parts."""
    plan = Plan(key, seats, {}, (level,) * seats, "seats")
    wins = [0.0] * seats
    for number in range(games):
        seed = f"seats:{seats}:{number}"
        start = draw_start_seat(seed, seats)
        winners = simulate_game(plan, seed).winners
        for seat in winners:
            wins[(seat - start) % seats] += 1 / len(winners)
    return wins


def worths(wins: Sequence[float]) -> list[float]:
    """What each place is worth, in points; nothing on average."""
    logs = [log(max(one, 0.5) / sum(wins)) for one in wins]
    return [noise(len(wins)) * (one - sum(logs) / len(logs)) for one in logs]


def row(key: str, wins: Sequence[float], level: str) -> str:
    """A row of the table: win shares, worths, and the standard error of a worth."""
    games, seats = sum(wins), len(wins)
    shares = " / ".join(f"{100 * one / games:.1f}" for one in wins)
    points = " / ".join(f"{one:+.0f}".replace("-", "−") for one in worths(wins))
    error = noise(seats) * sqrt((seats - 1) / games)
    title = stellwerk.load(key).info.title
    return f"| {title} | {seats} | {level} | {games:.0f} | {shares} | {points} | {error:.0f} |"
