"""One learner against bots: Gymnasium's own check, and games that are played to the end."""

from __future__ import annotations

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import stellwerk
from stellwerk.envs.gymnasium import Solo


def test_check_env(key: str) -> None:
    check_env(gymnasium.make(f"stellwerk/{key}", render_mode="ansi").unwrapped)


def test_check_env_with_all_seats(key: str, seats: int) -> None:
    check_env(Solo(key, bots=["random"] * (seats - 1)), skip_render_check=True)


@pytest.mark.parametrize("bot", ["simple", "random"])
def test_games_are_played_to_the_end(key: str, bot: str) -> None:
    env, rng = Solo(key, bots=[bot]), random.Random(1)
    for seed in range(2):
        observation, _ = env.reset(seed=seed)
        terminated, reward = False, 0.0
        while not terminated:
            assert env.position.actor == env.seat
            legal = np.flatnonzero(observation["action_mask"])
            assert env.action_masks().nonzero()[0].tolist() == legal.tolist()
            observation, reward, terminated, truncated, _ = env.step(rng.choice(legal))
            assert not truncated
        result = env.game.result(env.position.state)
        assert result is not None
        assert reward == {True: 1.0, False: -1.0}[env.seat in result.winners] or len(result.winners) == 2


def test_a_bot_of_one_s_own_can_be_the_opponent() -> None:
    class First:
        def choose(self, view: object, legal: tuple[object, ...], rng: object) -> object:
            del view, rng
            return legal[0]

    env = Solo("trambahn", bots=[First()], seat=1)
    env.reset(seed=2)
    assert env.seat == 1


def test_what_is_illegal_loses_at_once(key: str) -> None:
    env = Solo(key)
    env.reset(seed=3)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, terminated, _, info = env.step(illegal)
    assert terminated
    assert reward == -1.0
    assert info == {"illegal": illegal}


def test_nobody_plays_with_a_bot_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="no bot 'nobody'; there are easy"):
        Solo("trambahn", bots=["nobody"])


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_does_not_exist_is_named(seat: int) -> None:
    with pytest.raises(ValueError, match=f"no seat {seat}; there are 0 to 1"):
        Solo("trambahn", seat=seat)


def test_an_unknown_way_of_drawing_is_named() -> None:
    with pytest.raises(ValueError, match="no render mode 'human'"):
        Solo("trambahn", render_mode="human")
    with pytest.raises(stellwerk.SetupError):
        Solo("trambahn", bots=["simple", "simple"])
