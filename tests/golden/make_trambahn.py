"""Writes the golden games of Trambahn: ``python -m tests.golden.make_trambahn``.

Bots play from seeds, with every value of every option; one game is laid out by hand to end by TB-5.3. Games
that the archive holds already stay as they are, by the rules of their version.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from stellwerk import Chance, moments
from stellwerk.core.chance import draw_start_seat
from stellwerk.core.record import Record, make_record
from stellwerk.games.trambahn import GAME
from tests.golden import archive
from tests.golden.trambahn_dry import dry_game

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.state import State

GAMES: dict[str, tuple[tuple[str, str], dict[str, Any]]] = {
    "simple": (("simple", "simple"), {}),
    "random": (("random", "random"), {}),
    "free rows": (("simple", "random"), {"new_rows": "free"}),
    "two trams": (("random", "simple"), {"max_trams_per_turn": 2}),
    "halving up": (("simple", "simple"), {"halving": "up"}),
    "all options": (("random", "random"), {"new_rows": "free", "max_trams_per_turn": 2, "halving": "up"}),
    # since rules version 2
    "nine gives three": (("simple", "simple"), {"points_of_nine": 3}),
    "empty pile": (("random", "simple"), {"reshuffle": "empty"}),
    "empty pile halving up": (("random", "random"), {"reshuffle": "empty", "halving": "up"}),
}
"""By seed: who plays, and the options that differ from the default."""


def bot_game(seed: str, players: tuple[str, str], options: dict[str, Any]) -> Record:
    """A game of bots; the seed is its chance and theirs."""
    setup = GAME.setup(2, options, draw_start_seat(seed, 2))
    bots, rng = [GAME.bots[name]() for name in players], random.Random(seed)

    def choose(state: State) -> Action:
        return bots[state.turn].choose(GAME.view(state, state.turn), GAME.legal(state), rng)

    game = moments(GAME, GAME.begin(setup), choose, Chance(seed))
    return make_record(GAME, setup, players, [moment.action for moment in game], seed)


def main() -> None:
    """Write the archive."""
    games = {f"{seed.replace(' ', '_')}.json": bot_game(seed, *how) for seed, how in GAMES.items()}
    archive.add("trambahn", {**games, "dry.json": dry_game()})


if __name__ == "__main__":
    main()
