"""The contract of `Position.line` over all games: what is expected after a turn can be played after it."""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import stellwerk
from stellwerk.core.game import CHANCE
from stellwerk.search import SearchBot
from tests.contract.worlds import positions

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame

SETUPS = sorted({(key, seats) for key in stellwerk.games() for seats in stellwerk.load(key).info.seats})
EVERY = {"interurban": 7, "trambahn": 60, "transamerica": 60}
"""Far enough apart that some positions lie in the middle of a turn."""


@pytest.mark.parametrize(("key", "seats"), SETUPS)
def test_a_line_replays_on_its_world_after_its_turn(key: str, seats: int) -> None:
    game = stellwerk.load(key)
    bot = game.bots["greedy"]()
    assert isinstance(bot, SearchBot)
    told = 0
    for state in islice(positions(game, game.setup(seats), "line", every=EVERY.get(key, 20)), 6):
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
