"""How much of InterUrban's results deals and draws decide: `python3 run.py bench draws [--games N]`.

A perfect value would know before and after each draw what share of the win everybody can expect of `hard`.
Its square can be measured without knowing it: games played on from the same position, with the face-down
tiles in other orders, each tell it with an error of their own, and products of two of them have no bias. What
the squares gain with each draw, added up, is the part of the results' variance that draws decide: no value
can explain more.
"""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

import msgspec

import stellwerk
from stellwerk.core.bot import Seated
from stellwerk.core.chance import Chance, draw_start_seat
from tests.bench.reviews.limit_games import error_of, made, played
from tests.bench.reviews.review_games import EQUAL, SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.state import State

KEY: Final = "interurban"
REPEATS: Final = 10
"""Games played on from each position."""
Shares = tuple[float, ...]


class Drawn(msgspec.Struct, frozen=True):
    """A game: the squares of what was won, and what deal and draws added to those of its value."""

    seats: int
    won: float
    deal: float
    draws: float


def run(arguments: Sequence[str]) -> None:
    """Play what is missing, and say what deal and draws decide for each number of seats."""
    games = made("draws", arguments, drawn, Drawn)
    print("\n| seats | games | the deal | deal and draws | luck leaves at least |\n|---|---|---|---|---|")
    for seats in sorted({game.seats for game in games}):
        print(row(str(seats), [game for game in games if game.seats == seats]))
    print(row("all", games))


def row(name: str, games: Sequence[Drawn]) -> str:
    """A row of the table, with standard errors from games drawn again."""
    deal, both = (f"{figure(games):.2f} ± {error_of(figure, games):.2f}" for figure in (of_the_deal, of_both))
    return f"| {name} | {len(games)} | {deal} | {both} | {1 - of_both(games):.2f} |"


def of_the_deal(games: Sequence[Drawn]) -> float:
    """The part of the results' variance that the deal decides."""
    return sum(game.deal for game in games) / sum(game.won for game in games)


def of_both(games: Sequence[Drawn]) -> float:
    """The part that deal and draws decide."""
    return sum(game.deal + game.draws for game in games) / sum(game.won for game in games)


def square(shares: Sequence[Shares]) -> float:
    """The mean over seats of the square of what is expected above an equal share, without bias."""
    count, found = len(shares), []
    for seat in zip(*shares, strict=True):
        above = [share - 1 / len(shares[0]) for share in seat]
        found.append((sum(above) ** 2 - sum(one * one for one in above)) / (count * (count - 1)))
    return fmean(found)


def drawn(number: int) -> Drawn:
    """A game of `hard`, and what was added by its deal and by each of its draws."""
    game, seats = stellwerk.load(KEY), SEATS[KEY][number % len(SEATS[KEY])]
    seed = f"draws-{number}"
    rng, worlds = Random(f"{seed}-bots"), Random(f"{seed}-worlds")
    state: Any = game.begin(game.setup(seats, {}, draw_start_seat(seed, seats)))
    state = game.apply(state, game.chance(state, Chance(seed)))
    deal = _value(state, worlds)
    seated: list[Seated[Any, Any]] = [Seated(game.bots[EQUAL](), rng) for _ in range(seats)]
    draws, count = 0.0, 0
    while (seat := game.actor(state)) is not None:
        before, legal = state, game.legal(state)
        action = seated[seat].choose(count, lambda: game.view(before, seat), legal)  # noqa: B023 (asked at once)
        state, count = game.apply(before, action), count + 1
        if game.reveals(before, action, state) and game.actor(state) is not None:
            draws += _value(state, worlds) - _value(before, worlds, action)
    return Drawn(seats, square([_shares(state)] * 2), deal, draws)


def _value(state: State, rng: Random, action: Action | None = None) -> float:
    """The square of what everybody can expect, from games played on with other tiles face down; if an action
    is given, it is played before anything is drawn."""
    game, ends = stellwerk.load(KEY), []
    for _ in range(REPEATS):
        world = game.sample(game.view(state, None), rng)
        if action is not None:
            world = game.apply(world, action)
        ends.append(_shares(played(KEY, world, rng)))
    return square(ends)


def _shares(state: State) -> Shares:
    result = stellwerk.load(KEY).result(state)
    assert result is not None
    return tuple(
        1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(len(result.scores))
    )
