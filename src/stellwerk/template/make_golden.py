"""Writes the golden games of Shunting: run it from the root as ``python -m tests.golden.make_template``.

Bots play from seeds, so the same files are written whenever it runs. Golden games are never rewritten to make
a test pass: a change of the rules gets a new `rules_version` and new games beside the old ones.
"""

from __future__ import annotations

import random
from typing import Any

from stellwerk import Chance, moments
from stellwerk.core.chance import draw_start_seat
from stellwerk.core.record import Record, make_record
from stellwerk.template import GAME, Action, State

GAMES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "two_shifts": (("careful", "careful", "careful"), {}),
    "one_shift": (("careful", "random", "random", "random", "random"), {"shifts": 1}),
}
"""By seed: who plays, and the options that differ from the default."""
NAMES = ("Ada", "Bo", "Cem", "Dora", "Emil")


def played(seed: str, players: tuple[str, ...], options: dict[str, Any]) -> Record:
    """A game of bots; the seed is its chance and theirs."""
    setup = GAME.setup(len(players), options, draw_start_seat(seed, len(players)))
    bots, rng = [GAME.bots[name]() for name in players], random.Random(seed)

    def choose(state: State) -> Action:
        return bots[state.turn].choose(GAME.view(state, state.turn), GAME.legal(state), rng)

    actions = [moment.action for moment in moments(GAME, GAME.begin(setup), choose, Chance(seed))]
    return make_record(GAME, setup, NAMES[: len(players)], actions, seed)


def games() -> dict[str, Record]:
    """All golden games by file name."""
    return {f"{seed}.json": played(seed, *how) for seed, how in GAMES.items()}


def main() -> None:
    """Write the archive."""
    from tests.golden import archive

    archive.write("template", games())


if __name__ == "__main__":
    main()
