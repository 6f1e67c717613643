"""The simple bot: where it starts, and what it builds."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import stellwerk
from stellwerk.games.transamerica import GAME
from stellwerk.games.transamerica.law.connection import distances_on
from tests.games.transamerica.table import NORTH, fresh, lines, play, table, tree

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.state import State


def choice(state: State) -> str:
    bot = GAME.bots["simple"]()
    view = GAME.view(state, state.turn)
    return GAME.to_text(bot.choose(view, GAME.legal(state), random.Random(1)))


def test_it_starts_in_its_most_central_city() -> None:
    state = fresh(4)
    own = state.players[0].cities
    sums = {city: sum(int(distances_on(0)[city, other]) for other in own) for city in own}
    best, second = sorted(own, key=sums.__getitem__)[:2]
    assert sums[best] < sums[second]
    assert choice(state) == f"M {best}"
    taken = play(state, "M 0", "M 1", "M 2")
    assert taken.turn == 3
    own = taken.players[3].cities
    blocked = play(
        state, f"M {min(own, key=lambda city: sum(int(distances_on(0)[city, o]) for o in own))}", "M 1", "M 2"
    )
    assert int(choice(blocked)[2:]) in own


def test_it_goes_for_the_nearest_city_on_its_cheapest_tree() -> None:
    track = tree(126, NORTH)
    state = table(rails=track & ~lines("133-148 118-133 2-13"))
    assert choice(state) == "R 2-13"  # Helena's line is one rail from Portland, Memphis is two away
    state = table(rails=track & ~lines("133-148 118-133 0-10 0-1 1-2"))
    assert choice(state) == "R 118-133"


def test_it_ends_the_turn_rather_than_waste_a_rail() -> None:
    track = tree(126, NORTH)
    state = play(table(rails=track & ~lines("88-89")), "R 126-127")
    assert choice(state) == "E"  # only a double line is missing


def test_it_uses_coloured_rails_first() -> None:
    assert choice(table(rails=tree(126, NORTH) & ~lines("133-148"), vexation=True)) == "V 133-148"


def test_it_beats_random_play() -> None:
    wins = 0
    for seed in range(8):
        rng = random.Random(seed)
        bots = [GAME.bots["simple"](), GAME.bots["random"]()]
        state = stellwerk.new_game("transamerica", 2, seed=str(seed))
        while (seat := GAME.actor(state)) is not None:
            action = bots[seat].choose(GAME.view(state, seat), GAME.legal(state), rng)
            state = stellwerk.step(GAME, state, action, rng)
        result = GAME.result(state)
        assert result is not None
        wins += result.winners == (0,)
    assert wins == 8
