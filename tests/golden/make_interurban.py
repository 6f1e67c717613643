"""Writes the golden games of InterUrban: run it from the root as ``python -m tests.golden.make_interurban``.

For 2 to 5 players and both values of `finish`: games of random and of simple bots, one for every reason to
end, and a match of three games. All chance comes from seeds, so the script writes the same files whenever it
runs.
"""

from __future__ import annotations

import random
from itertools import count
from typing import TYPE_CHECKING, Any

import stellwerk
from stellwerk.core.match import start_seats
from stellwerk.core.record import make_record
from tests.golden import archive

if TYPE_CHECKING:
    from stellwerk.core.record import Record

GAME: Any = stellwerk.load("interurban")
NAMES = ("Ada", "Bo", "Cem", "Dora", "Emil")
REASONS = ("IU-6.1a", "IU-6.1b", "IU-6.1c", "IU-6.1d")


def played(seats: int, finish: str, bot_name: str, seed: str, start_seat: int = 0) -> tuple[Record, str]:
    """A whole game by one kind of bot, and the clause that ended it."""
    setup = GAME.setup(seats, {"finish": finish}, start_seat)
    bot, rng = GAME.bots[bot_name](), random.Random(f"{seed}:bots")

    def choose(state: Any) -> Any:
        return bot.choose(GAME.view(state, state.turn), GAME.legal(state), rng)

    moments = list(stellwerk.moments(GAME, GAME.begin(setup), choose, stellwerk.Chance(seed)))
    record = make_record(GAME, setup, NAMES[:seats], (moment.action for moment in moments), seed)
    return record, GAME.result(moments[-1].after).reason


def first_that_ends(seats: int, finish: str, reason: str) -> Record:
    """The first random game that ends for this reason."""
    for number in count():
        record, ended = played(seats, finish, "random", f"{reason} {seats} {finish} {number}", number % seats)
        if ended == reason:
            return record
    raise AssertionError


def main() -> None:
    """Play and write all of them."""
    games = {}
    for seats in (2, 3, 4, 5):
        for finish in ("lookahead", "next_cell"):
            for bot in ("random", "simple"):
                seed = f"golden {bot} {seats} {finish}"
                games[f"{bot}_{seats}_{finish}.json"], _ = played(seats, finish, bot, seed, seats - 1)
    for reason in REASONS:
        for finish in ("lookahead", "next_cell"):
            games[f"end_{reason[-1]}_{finish}.json"] = first_that_ends(2, finish, reason)
    for number, start_seat in enumerate(start_seats(3, first=1), start=1):
        record, _ = played(3, "lookahead", "simple", f"golden match {number}", start_seat)
        games[f"match_game_{number}.json"] = record
    archive.add("interurban", games)


if __name__ == "__main__":
    main()
