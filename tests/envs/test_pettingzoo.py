"""The games in PettingZoo pass its own checks; masks say what is legal, and only to whom it concerns."""

from __future__ import annotations

import random
import warnings
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import stellwerk
from stellwerk.envs.pettingzoo import Environment

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it tries to load games that are not installed
    from pettingzoo.test import api_test, seed_test

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [
    # What it says of every observation that brings its mask along; its own games are excepted by name.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


def play(env: Environment, seed: int) -> dict[str, float]:
    """A random game within the masks; what everybody got."""
    rng, total = random.Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        assert observation is not None
        total[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        assert len(legal) > 0 or terminated
        env.step(None if terminated else int(rng.choice(legal)))
    return total


def test_api(key: str, seats: int) -> None:
    api_test(Environment(key, seats), num_cycles=200)


def test_seeds(key: str, seats: int) -> None:
    seed_test(lambda: Environment(key, seats), num_cycles=100)


def test_a_game_ends_with_rewards_that_add_up_to_nothing(key: str, seats: int) -> None:
    env = Environment(key, seats)
    for seed in range(2):
        total = play(env, seed)
        assert sum(total.values()) == pytest.approx(0)
        result = env.game.result(env.position.state)
        assert result is not None
        assert {env.possible_agents[seat] for seat in result.winners} == {
            agent for agent, reward in total.items() if reward > 0
        }


def test_masks_are_the_legal_actions_of_whose_turn_it_is(key: str, seats: int) -> None:
    env = Environment(key, seats)
    env.reset(seed=3)
    actor = env.agent_selection
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        legal = env.position.legal() if agent == actor else []
        assert np.flatnonzero(mask).tolist() == legal


@pytest.mark.parametrize("action", [-1, None, 10**9, "illegal"])
def test_an_illegal_id_loses(key: str, action: Any) -> None:
    env = Environment(key)
    env.reset(seed=4)
    if action == "illegal":
        action = next(number for number in range(env.coding.ids.count) if number not in env.position.legal())
    agent = env.agent_selection
    env.step(action)
    assert all(env.terminations.values())
    assert env.rewards == {other: -1.0 if other == agent else 0.0 for other in env.agents}


def test_options_and_the_start_seat_are_kept() -> None:
    env = Environment("transamerica", 3, {"vexation": True}, start_seat=2)
    env.reset(seed=5)
    assert env.position.state.options.vexation
    assert env.agent_selection == "seat_2"
    with pytest.raises(stellwerk.SetupError):
        Environment("trambahn", 5)


def test_environments_do_not_feel_each_other(key: str, seats: int) -> None:
    """Two that are stepped in turn give what one gives alone; a third with another seed is in between."""

    def observations(env: Environment, seed: int) -> Iterator[bytes]:
        rng = random.Random(seed)
        env.reset(seed=seed)
        for agent in env.agent_iter(60):
            observation, _, terminated, _, _ = env.last()
            assert observation is not None
            yield agent.encode() + observation["observation"].tobytes() + observation["action_mask"].tobytes()
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if terminated else int(rng.choice(legal)))

    alone = list(observations(Environment(key, seats), 7))
    envs = [Environment(key, seats) for _ in range(3)]
    together = list(zip_longest(*map(observations, envs, (7, 8, 7))))
    assert [first for first, *_ in together if first] == alone
    assert [last for *_, last in together if last] == alone
    assert [between for _, between, _ in together] != alone


def test_an_unknown_way_of_drawing_is_named() -> None:
    with pytest.raises(ValueError, match="no render mode 'human'; there are ansi, svg"):
        Environment("trambahn", render_mode="human")


def test_the_seed_draws_who_begins(key: str) -> None:
    env = Environment(key)
    first = set()
    for seed in range(12):
        env.reset(seed=seed)
        first.add(env.agent_selection)
    assert first == set(env.possible_agents)


@pytest.mark.parametrize(("mode", "mark"), [("ansi", "\x1b["), ("svg", "<svg")])
def test_rendering_shows_the_table(key: str, mode: str, mark: str) -> None:
    env = Environment(key, render_mode=mode)
    env.reset(seed=6)
    assert mark in (env.render() or "")
    env.close()
