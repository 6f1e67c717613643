"""Plays the golden games of TransAmerica again: `python -m tests.golden.make_transamerica`.

Every game comes from its seed and its players alone. Where a game has to show something rare, seeds are tried
in order until one shows it. Games that the archive holds already stay as they are, by the rules of their
version.
"""

from __future__ import annotations

import random
from itertools import count
from typing import TYPE_CHECKING, Any

import stellwerk
from stellwerk import Chance, moments
from stellwerk.core.chance import draw_start_seat
from stellwerk.core.record import make_record
from stellwerk.games.transamerica import GAME
from stellwerk.games.transamerica.law.actions import EndTurn
from stellwerk.games.transamerica.law.state import Step
from tests.golden import archive

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.core.play import Moment
    from stellwerk.core.record import Record

NAMES = ("Ada", "Bert", "Cora", "Dora", "Emil", "Fritz")
Played = list["Moment[Any, Any]"]


def played(seed: str, bots: str, **options: Any) -> tuple[Any, Played]:
    """Set-up and actions of one game; bots sit in the order of their names."""
    players = [GAME.bots[name]() for name in bots.split()]
    setup = GAME.setup(len(players), options, draw_start_seat(seed, len(players)))
    rng = random.Random(f"{seed}:bots")

    def choose(state: Any) -> Any:
        return players[state.turn].choose(GAME.view(state, state.turn), GAME.legal(state), rng)

    return setup, list(moments(GAME, GAME.begin(setup), choose, Chance(seed)))


def record(wanted: Callable[[Played], bool], name: str, bots: str, **options: Any) -> Record:
    """The first game of a row of seeds that shows what is wanted."""
    for number in count():
        seed = f"{name} {number}"
        setup, game = played(seed, bots, **options)
        if wanted(game):
            actions = [moment.action for moment in game]
            return make_record(GAME, setup, NAMES[: setup.seats], actions, seed)
    raise AssertionError("seeds never end")


def anything(game: Played) -> bool:
    """Any game will do."""
    return bool(game)


def barrier_moved(game: Played) -> bool:
    """TA-5.3, and the moved barrier is what ends the game."""
    last = game[-1].after
    return bool(last.barrier) and min(player.score for player in last.players) > 0


def tie(game: Played) -> bool:
    """TA-6.2: a shared win."""
    result = GAME.result(game[-1].after)
    return result is not None and len(result.winners) > 1


def rails_out(game: Played) -> bool:
    """TA-4.3."""
    return any(entry.reason == "TA-4.3" for entry in game[-1].after.rounds)


def others_first(game: Played, *, ended: bool) -> bool:
    """TA-4.2: a first rail completes others only; the turn is ended, or a second rail completes the
    player's own connection."""
    return any(
        moment.before.step is Step.SECOND_RAIL
        and any(player.is_connected for player in moment.before.players)
        and isinstance(moment.action, EndTurn) == ended
        and (moment.after.rounds[-1].losses[moment.actor] == 0) != ended
        for moment in game
    )


def games() -> dict[str, Record]:
    """The whole archive."""
    simple, chance = "simple", "random"
    found = {
        "two_players.json": record(anything, "two", f"{simple} {simple}"),
        "three_players.json": record(anything, "three", f"{simple} {simple} {simple}"),
        "four_players.json": record(anything, "four", " ".join([simple] * 4)),
        "six_players.json": record(anything, "six", " ".join([simple] * 6)),
        "barrier_moved.json": record(barrier_moved, "barrier", " ".join([simple] * 4)),
        "tie.json": record(tie, "tie", " ".join([simple] * 4)),
        "rails_out.json": record(rails_out, "rails", f"{chance} {chance}"),
        "others_connected_end.json": record(
            lambda game: others_first(game, ended=True), "end", " ".join([simple] * 3 + [chance])
        ),
        "others_connected_second.json": record(
            lambda game: others_first(game, ended=False), "second", " ".join([simple] * 4)
        ),
        "vexation.json": record(anything, "vexation", " ".join([simple] * 4), vexation=True),
        "vexation_random.json": record(anything, "vexed", " ".join([chance] * 6), vexation=True),
    }
    # since rules version 2
    found["announced_end.json"] = record(
        lambda game: others_first(game, ended=True),
        "announced end",
        " ".join([simple] * 3 + [chance]),
        announce=True,
    )
    found["announced_second.json"] = record(
        lambda game: others_first(game, ended=False),
        "announced second",
        " ".join([simple] * 4),
        announce=True,
    )
    for rounds in (1, 2, 3, 4, 5, 6):
        players = " ".join([simple] * (3 if rounds == 1 else 2))
        found[f"rounds_{rounds}.json"] = record(anything, f"rounds {rounds}", players, rounds=rounds)
    return found


if __name__ == "__main__":
    archive.add(stellwerk.load("transamerica").info.key, games())
