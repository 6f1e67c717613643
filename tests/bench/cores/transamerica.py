"""TransAmerica's cheapest connection: per call, by the number of rails laid, beside the reference.

Random play on the law is in `law`; this measures what the scoring and the views are made of.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import stellwerk
from stellwerk.games.transamerica.law import connection
from stellwerk.games.transamerica.law.connection import cheapest, distances_on, joined, tree_costs
from stellwerk.games.transamerica.law.data import LINES, PAIRS
from tests.bench import asked
from tests.bench.cores.law import random_play
from tests.bench.measure import microseconds, reference_speed, show
from tests.contract.worlds import random_game

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.state import State

GAME = stellwerk.load("transamerica")
POSITIONS = 40
RAILS = (0, 10, 20, 40, 60, 80)


def run(arguments: list[str]) -> None:
    """Measure everything; there are no arguments."""
    asked.nothing("transamerica", arguments)
    reference = 1e6 / reference_speed()
    show(
        "Cheapest connection of a marker and five cities, µs of CPU (in brackets: actions of the reference)",
        ("rails laid", "distances", "costs of all trees", "cost and missing rails", "average cost"),
        [_by_rails(rails, reference) for rails in RAILS],
    )
    board = distances_on(0)
    one_rail = microseconds(lambda pair: joined(board, pair), list(PAIRS))
    closed = [1 << number for number in range(0, len(LINES), 25)]
    empty = microseconds(connection._empty_board.__wrapped__, closed)
    show(
        "Distances, µs of CPU",
        ("what", "µs"),
        [
            ("one rail more", f"{one_rail:.1f}"),
            ("other lines closed (vexation), once each", f"{empty:.1f}"),
        ],
    )
    show("Random play", ("set-up", "actions/s of CPU", "of the reference"), _random_play(reference))
    show("View of the player to move, µs of CPU", ("set-up", "µs"), _views())


def _random_play(reference: float) -> list[tuple[str, str, str]]:
    rows = []
    for seats in range(2, 7):
        for vexation in (False, True):
            speed = random_play(GAME, GAME.setup(seats, {"vexation": vexation}))
            name = f"{seats} seats{', vexation' if vexation else ''}"
            rows.append((name, f"{speed:,.0f}", f"{speed * reference / 1e6:.3f}"))
    return rows


def _by_rails(rails: int, reference: float) -> tuple[str, ...]:
    """Random hands from random markers on boards where rails lie as in random play."""
    cases = [_case(rails, seed) for seed in range(POSITIONS)]
    distances = [distances_on(track) for track, _, _ in cases]
    prepared = [(board, cities) for board, (_, _, cities) in zip(distances, cases, strict=True)]
    board = microseconds(lambda case: distances_on.__wrapped__(case[0]), cases)
    costs = microseconds(lambda case: tree_costs(*case), prepared)
    whole = microseconds(lambda case: cheapest(case[1], case[2], case[0]), cases)
    average = sum(cheapest(home, cities, track).cost for track, home, cities in cases) / POSITIONS
    return (
        str(rails),
        f"{board:.0f}",
        f"{costs:.0f} ({costs / reference:.0f})",
        f"{whole:.0f} ({whole / reference:.0f})",
        f"{average:.1f}",
    )


def _case(rails: int, seed: int) -> tuple[int, int, tuple[int, ...]]:
    """Rails, a marker and five cities of a random game of four."""
    state = _round_with(rails, seed)
    player = state.players[seed % 4]
    assert player.marker is not None
    open_cities = tuple(city for city in player.cities if not player.network >> city & 1)
    others = random.Random(seed).sample(range(188), 5)
    return state.rails, player.marker, (*open_cities, *others)[:5]


def _round_with(rails: int, seed: int) -> State:
    for attempt in range(1_000):
        for moment in random_game(GAME, GAME.setup(4), f"{seed} {attempt}"):
            state: State = moment.after
            if state.rails.bit_count() == rails and all(p.marker is not None for p in state.players):
                return state
    raise AssertionError("random play lays that many rails in one of a thousand rounds")


def _views() -> list[tuple[str, str]]:
    rows = []
    for seats in (2, 4, 6):
        moments = list(random_game(GAME, GAME.setup(seats), "views"))
        states = [moment.before for moment in moments if moment.actor >= 0]
        rows.append((f"{seats} seats", f"{microseconds(lambda s: GAME.view(s, s.turn), states):.0f}"))
    return rows
