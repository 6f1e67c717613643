"""How much of TransAmerica's results the deals decide at all: `python3 run.py bench limit [--games N]`.

Every round of a game of `hard` is played a second time from the same deal by bots that draw other numbers.
What both have in common is the deal; what differs is play. No value of a deal, however good, can explain more
than they have in common, so one minus that is the least that luck can leave of the results' variance.
"""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any

import msgspec

import stellwerk
from stellwerk.core.chance import Chance, draw_start_seat
from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.future import win_share
from tests.bench.reviews.limit_games import error_of, made, played
from tests.bench.reviews.review_games import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.transamerica.law.state import State

KEY = "transamerica"
FUTURES = 400
"""How many possible rests of the game a score is worth the mean of."""


class Replayed(msgspec.Struct, frozen=True):
    """A game: what the first seat and every other won, and what its rounds brought them, twice."""

    number: int
    won: tuple[float, ...]
    rounds: tuple[tuple[tuple[float, ...], tuple[float, ...]], ...]
    """For each round what it changed when it was played first and again, by seat."""


def run(arguments: Sequence[str]) -> None:
    """Play what is missing, and say what the deals decide for each number of seats."""
    games = made("limit", arguments, replayed, Replayed)
    print("\n| seats | games | rounds | the deals decide | luck leaves at least |\n|---|---|---|---|---|")
    for seats in sorted({len(game.won) for game in games}):
        print(row(str(seats), [game for game in games if len(game.won) == seats]))
    print(row("all", games))


def row(name: str, games: list[Replayed]) -> str:
    """A row of the table, with a standard error from games drawn again."""
    share, error = decided(games), error_of(decided, games)
    rounds = sum(len(game.rounds) for game in games)
    return f"| {name} | {len(games)} | {rounds} | {share:.2f} ± {error:.2f} | {1 - share:.2f} |"


def decided(games: Sequence[Replayed]) -> float:
    """The part of the results' variance that the deals decide."""
    common = spread = 0.0
    for game in games:
        common += sum(fmean(a * b for a, b in zip(*one, strict=True)) for one in game.rounds)
        spread += fmean((won - 1 / len(game.won)) ** 2 for won in game.won)
    return common / spread


def replayed(number: int) -> Replayed:
    """A game of `hard`, and each of its rounds again."""
    game, seats = stellwerk.load(KEY), SEATS[KEY][number % len(SEATS[KEY])]
    seed = f"limit-{number}"
    chance = Chance(seed)
    state: Any = game.begin(game.setup(seats, {}, draw_start_seat(seed, seats)))
    worth = shares(state)
    rounds: list[tuple[tuple[float, ...], tuple[float, ...]]] = []
    while game.actor(state) is not None:
        dealt = game.apply(state, game.chance(state, chance))
        state, again = (played(KEY, dealt, Random(f"{seed}-{number_}-{len(rounds)}")) for number_ in (1, 2))
        first, second = shares(state), shares(again)
        rounds.append((_change(worth, first), _change(worth, second)))
        worth = first
    return Replayed(number, worth, tuple(rounds))


def shares(state: State) -> tuple[float, ...]:
    """Everybody's share of the win by the scores alone, or the real one."""
    core, found = Core.from_state(state), []
    random = core.random
    for seat in range(core.seats):
        core.random = random
        found.append(win_share(core, seat, FUTURES))
    return tuple(found)


def _change(before: tuple[float, ...], after: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(late - early for early, late in zip(before, after, strict=True))
