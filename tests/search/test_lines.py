"""The contract of `Position.line` for every game with a mind: what is expected after a turn can be played."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import stellwerk
from stellwerk.core.game import CHANCE
from tests.contract.worlds import positions
from tests.search.minds import games_with_minds, thinker

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame

SETUPS = sorted({(key, seats) for key in games_with_minds() for seats in stellwerk.load(key).info.seats})
POSITIONS = 6


@pytest.mark.parametrize(("key", "seats"), SETUPS)
def test_a_line_replays_on_its_world_after_its_turn(key: str, seats: int) -> None:
    game = stellwerk.load(key)
    bot = thinker(game)
    assert bot is not None
    told = 0
    decisions = list(positions(game, game.setup(seats), "line"))
    for state in decisions[:: -(-len(decisions) // POSITIONS)]:
        seat = game.actor(state)
        position = bot.mind.position(game.view(state, seat), random.Random(1), 3, truth=state)
        for turn in range(len(position.turns)):
            after = state
            for action in position.turns[turn].actions:
                assert game.actor(after) == seat
                after = game.apply(after, action)
            told += replay_line(game, after, position.line(turn, 0))
    assert told


def replay_line(game: AnyGame, state: Any, line: Any) -> int:
    """Play it on the law as far as chance does not enter; gives the number of turns that could be played."""
    for number, one in enumerate(line):
        for text in one.actions:
            if game.actor(state) == CHANCE:
                return number
            assert game.actor(state) == one.seat, "whole turns, each by whose turn it is"
            action = game.parse(text)
            assert action in game.legal(state)
            state = game.apply(state, action)
        assert game.actor(state) != one.seat or len(line) == number + 1, "a turn goes to its end"
    return len(line)
