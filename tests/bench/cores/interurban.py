"""What finishing costs in InterUrban (IU-5.2): searches, nodes, time; and how the law grows with the board.

Random play itself is measured for all games in `law`.
"""

from __future__ import annotations

import random
from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING, Any

import stellwerk
from stellwerk import CHANCE
from stellwerk.games.interurban.law.lines import extend
from stellwerk.games.interurban.law.state import board_of
from tests.bench import asked
from tests.bench.measure import microseconds, reference_speed, show
from tests.contract.worlds import random_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.core.play import Moment

GAMES = 60
SPAN = 10
"""Tiles per row of the table of growth."""

finish: Any = import_module("stellwerk.games.interurban.law.finish")


def run(arguments: list[str]) -> None:
    """Measure; an argument is the number of games to count nodes in."""
    games = round(asked.number("interurban", arguments, GAMES, "games to count nodes in"))
    show(
        f"Finish test: {games} random games for each number of seats",
        (
            "seats",
            "searches per tile",
            "of 6 lines",
            "nodes per search",
            "most nodes",
            "depth 1",
            "finish_lines, µs",
        ),
        [nodes(seats, games) for seats in (2, 3, 4, 5)],
    )
    reference = 1e6 / reference_speed()
    show(
        f"Growth with tiles laid, 3 seats, µs of CPU (an action of the reference game: {reference:.2f} µs)",
        ("tiles on the board", "legal", "apply", "both, in actions of the reference"),
        list(growth(reference)),
    )


def nodes(seats: int, games: int) -> tuple[str, ...]:
    """How often lines are searched, how many cells a search looks at, and what a tile costs."""
    counted: Counter[int] = Counter()
    fit, way_out = finish.fit, finish._way_out
    looked = 0

    def counting_fit(*position: Any) -> Any:
        nonlocal looked
        looked += 1
        return fit(*position)

    def counting_way_out(*position: Any) -> Any:
        nonlocal looked
        looked = 0
        found = way_out(*position)
        counted[looked] += 1
        return found

    asked = list(_finish_calls(seats, games))
    finish.fit, finish._way_out = counting_fit, counting_way_out
    try:
        for call in asked:
            finish.finish_lines(*call)
    finally:
        finish.fit, finish._way_out = fit, way_out
    searches = counted.total()
    looked_at = sum(count * times for count, times in counted.items())
    cost = microseconds(lambda call: finish.finish_lines(*call), asked[: 40 * GAMES])
    return (
        str(seats),
        f"{searches / len(asked):.2f}",
        f"{searches / len(asked) / 6:.0%}",
        f"{looked_at / searches:.2f}",
        str(max(counted)),
        f"{counted[1] / searches:.0%}",
        f"{cost:.1f}",
    )


def _finish_calls(seats: int, games: int) -> Iterator[tuple[Any, ...]]:
    """The arguments of every finish test of some random games."""
    for moment in _moments(seats, games):
        before, after = moment.before, moment.after
        if moment.actor != CHANCE and len(after.tiles) > len(before.tiles):
            board = board_of(after.tiles)
            grown, changed = extend(board, before.lines, after.tiles[-1])
            yield board, before.lines, grown, changed, before.options, seats


def growth(reference: float) -> Iterator[tuple[str, ...]]:
    """Cost of `legal` and `apply` by the number of tiles on the board."""
    game = stellwerk.load("interurban")
    by_size: dict[int, list[Any]] = {}
    for moment in _moments(3, GAMES):
        if moment.actor != CHANCE:
            by_size.setdefault(len(moment.before.tiles) // SPAN, []).append(moment)
    for size, moments in sorted(by_size.items()):
        sample = random.Random(1).sample(moments, min(200, len(moments)))
        legal = microseconds(lambda moment: game.legal(moment.before), sample)
        apply = microseconds(lambda moment: game.apply(moment.before, moment.action), sample)
        both = f"{(legal + apply) / reference:.0f}"
        yield f"{size * SPAN} to {size * SPAN + SPAN - 1}", f"{legal:.1f}", f"{apply:.1f}", both


def _moments(seats: int, games: int) -> Iterator[Moment[Any, Any]]:
    game = stellwerk.load("interurban")
    for seed in range(games):
        yield from random_game(game, game.setup(seats), f"bench {seed}")
