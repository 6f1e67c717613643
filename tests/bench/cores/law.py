"""How fast the law of every game is: random play, single calls, the size of a state."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec

import stellwerk
from stellwerk import CHANCE
from tests.bench import asked
from tests.bench.measure import microseconds, rate, reference_speed, show
from tests.contract.worlds import random_game

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame
    from stellwerk.core.setup import Setup


def run(arguments: list[str]) -> None:
    """Measure all games, or those named."""
    games = asked.games("law", arguments)
    reference = reference_speed()
    speeds, calls = [], []
    for key in games:
        game = stellwerk.load(key)
        for seats in dict.fromkeys((game.info.seats.min, game.info.seats.max)):
            setup = game.setup(seats)
            speed = random_play(game, setup)
            name = f"{game.info.title}, {seats} seats"
            speeds.append((name, f"{speed:,.0f}", f"{speed / reference:.3f}"))
            calls.append((name, *single_calls(game, setup)))
    speeds.append(("reference: trivial game", f"{reference:,.0f}", "1.000"))
    show("Random play on the law", ("game", "actions/s of CPU", "of the reference"), speeds)
    show(
        "One call, µs of CPU",
        ("game", "legal", "apply", "view", "sample", "state as JSON, bytes", "actions per game"),
        calls,
    )


def random_play(game: AnyGame, setup: Setup) -> float:
    """Actions per second, chance included."""
    rng = random.Random(1)

    def play() -> int:
        state, actions = game.begin(setup), 0
        while (actor := game.actor(state)) is not None:
            if actor == CHANCE:
                action = game.chance(state, rng)
            else:
                legal = game.legal(state)
                action = legal[int(rng.random() * len(legal))]
            state = game.apply(state, action)
            actions += 1
        return actions

    return rate(play)


def single_calls(game: AnyGame, setup: Setup) -> tuple[str, ...]:
    """Average cost of each call over the positions of a few games."""
    games = [list(random_game(game, setup, str(seed))) for seed in range(5)]
    moments = [moment for moments in games for moment in moments]
    states = [moment.before for moment in moments]
    views = [game.view(state, 0) for state in states[::10]]
    rng = random.Random(2)

    def apply(moment: Any) -> object:
        return game.apply(moment.before, moment.action)

    return (
        f"{microseconds(game.legal, states):.1f}",
        f"{microseconds(apply, moments):.1f}",
        f"{microseconds(lambda state: game.view(state, 0), states):.1f}",
        f"{microseconds(lambda view: game.sample(view, rng), views):.1f}",
        f"{sum(len(msgspec.json.encode(state)) for state in states) / len(states):,.0f}",
        f"{len(moments) / len(games):.0f}",
    )
