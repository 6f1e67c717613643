"""The fast core plays by the same rules as the law; `run.py bench equal` compares a million actions."""

from __future__ import annotations

import random

import pytest

import stellwerk
from stellwerk.core.record import replay
from stellwerk.games.trambahn import GAME
from stellwerk.games.trambahn.fast.codes import flatten, move_of
from stellwerk.games.trambahn.fast.core import Core
from stellwerk.games.trambahn.law.actions import Shuffle
from stellwerk.games.trambahn.law.data import ORDER
from tests.bench.cores.equal_trambahn import OPTIONS, assert_same_result, contents, play_game
from tests.games.both_ways import both_ways
from tests.golden.archive import read, records

GAMES = 100


def test_random_games_of_all_options_are_the_same() -> None:
    assert len(OPTIONS) * 2 <= GAMES
    compared = [play_game(number) for number in range(GAMES)]
    assert sum(one.actions for one in compared) > 20_000
    assert sum(one.shuffles for one in compared) > GAMES
    assert sum(one.special_runs for one in compared) > 0


@pytest.mark.parametrize("name", sorted(name for name in records() if name.startswith("trambahn/")))
def test_golden_games_are_the_same(name: str) -> None:
    """One of them ends because both hands are empty (TB-5.3, TB-3.5.6)."""
    core: Core | None = None
    for moment in replay(read(records()[name])):
        if core is None:  # the deal
            core = Core.from_state(moment.after)
        elif isinstance(moment.action, Shuffle):
            core.stack_draw_pile([ORDER[card] for card in moment.action.cards])
        else:
            core.play(core.encode(moment.action))
        assert contents(list(core.table), list(core.piles)) == contents(*flatten(moment.after))
    assert core is not None
    assert_same_result(moment.after, core)


def test_a_copy_is_independent() -> None:
    core = Core.from_state(stellwerk.new_game("trambahn", seed="copy"))
    before = contents(list(core.table), list(core.piles))
    other = core.copy()
    other.rollout()
    assert contents(list(core.table), list(core.piles)) == before


def test_from_view_gives_a_state_that_looks_the_same() -> None:
    rng = random.Random(4)
    state = stellwerk.new_game("trambahn", seed="view")
    for _ in range(60):
        state = stellwerk.step(GAME, state, rng.choice(GAME.legal(state)), rng)
        view = GAME.view(state, state.turn)
        core = Core.from_view(view, rng)
        assert [core.decode(int(core.moves[place])) for place in range(int(core.legal()))] == list(
            GAME.legal(state)
        )


def test_an_action_of_chance_has_no_move() -> None:
    with pytest.raises(TypeError, match="chance"):
        move_of(Shuffle(()), ())


def test_interpreted_and_compiled_play_the_same_random_games() -> None:
    script = (
        "import stellwerk; from stellwerk.games.trambahn.fast.core import Core\n"
        "core = Core.from_state(stellwerk.new_game('trambahn', seed='same'))\n"
        "print(core.rollout(), list(core.table), list(core.piles))"
    )
    compiled, interpreted = both_ways("trambahn", script)
    assert compiled == interpreted
