"""The fast core plays as the law does: the same legal moves in the same order, the same states."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from stellwerk.games.interurban import GAME
from stellwerk.games.interurban.fast.core import Core
from stellwerk.games.interurban.fast.layout import REASON
from stellwerk.games.interurban.fast.read import REASONS, encode
from stellwerk.games.interurban.fast.runner import Runner
from stellwerk.games.interurban.law.state import Player
from tests.games.both_ways import both_ways
from tests.games.interurban.fast_games import compare_game, dealt, flat
from tests.games.interurban.table import table as bare

GAMES = 400
"""About 22,000 actions, with every number of players and both options."""


@pytest.mark.parametrize("part", range(4))
def test_random_games_are_the_same(part: int) -> None:
    actions = sum(compare_game(seed, every=10) for seed in range(part, GAMES, 4))
    assert actions > GAMES * 10


def test_random_games_end_for_different_reasons() -> None:
    """All but IU-6.1c, which random games do not reach: all stations of a player would have to be laid."""
    reasons = set()
    for seed in range(400):
        table = Core.from_state(dealt(seed, 2 + seed % 4))
        table.rollout(seed * 977 + 1)
        reasons.add(int(table.state[REASON]))
    assert {1, 2, 4} <= reasons


def test_the_game_ends_when_the_players_own_stations_are_laid() -> None:
    last = (Player(("1", None, None)), Player(("2", "3", "4"), ("x1",)))
    state = replace(bare("s1@2,0:EW"), players=last)
    table = Core.from_state(state)
    for text in ("red1@3,0:EW", "s1@4,0:EW", "E"):
        assert table.state[REASON] == 0
        table.play(encode(GAME.parse(text)))
        state = GAME.apply(state, GAME.parse(text))
    assert REASONS[table.state[REASON]] == state.reason == "IU-6.1c"


def test_a_view_is_read_like_its_state_but_with_shuffled_stacks() -> None:
    state = dealt(7, 3)
    table = Core.from_view(GAME.view(state, 1), random.Random(1))
    board, numbers, stacks = flat(table)
    true_board, true_numbers, true_stacks = flat(Core.from_state(state))
    assert (board, numbers) == (true_board, true_numbers)
    assert stacks != true_stacks
    for first, end in ((0, 42), (42, 52), (52, 62), (62, 72)):
        assert sorted(stacks[first:end]) == sorted(true_stacks[first:end])


def test_playing_on_a_copy_leaves_the_original_alone() -> None:
    table = Core.from_state(dealt(3, 2))
    before = flat(table)
    copy = table.copy()
    assert flat(copy) == before
    copy.rollout(5)
    assert flat(table) == before
    assert flat(copy) != before


def test_shuffling_brings_every_tile_to_the_bottom() -> None:
    table = Core.from_state(dealt(3, 2))
    seen = set()
    random_number = 1
    for _ in range(300):
        random_number = table.shuffle(random_number)
        seen.add(int(table.stacks[41]))
    assert seen == {0, 1, 2, 3, 4}


PLAYED = """
from tests.games.interurban.fast_games import dealt
from stellwerk.games.interurban.fast.core import Core
for seed in range(6):
    table = Core.from_state(dealt(seed, 2 + seed % 4))
    print(table.rollout(seed + 1), table.score(), list(table.state))
"""


def test_interpreted_and_compiled_play_the_same_games() -> None:
    compiled, interpreted = both_ways("interurban", PLAYED)
    assert compiled == interpreted
    assert len(compiled.splitlines()) == 6


def test_nothing_is_drawn_after_the_deal() -> None:
    runner = Runner.of(dealt(7, 3))
    assert runner.urns() == ()
    with pytest.raises(ValueError, match="dealt once"):
        runner.deal([1, 2])
