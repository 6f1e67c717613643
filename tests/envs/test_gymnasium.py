"""One learner against bots: Gymnasium's own check, and games that are played to the end."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import stellwerk
from stellwerk.core.coding import coding_of
from stellwerk.envs import spaces
from stellwerk.envs.gymnasium import Solo

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_check_env(key: str) -> None:
    check_env(gymnasium.make(f"stellwerk/{key}", render_mode="ansi").unwrapped)


def test_gymnasium_knows_the_games_by_their_module_alone() -> None:
    """It reads no entry points, so somebody has to import the module: by what stands before the colon."""
    program = (
        "import gymnasium\n"
        "try:\n    gymnasium.make('stellwerk/trambahn')\n"
        "except gymnasium.error.Error:\n"
        "    gymnasium.make('stellwerk.envs.gymnasium:stellwerk/trambahn')\n"
        "    print('only with its module')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "only with its module\n"


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


class Stubborn:
    """Plays what it is given to play, whatever is legal; until then the first legal action."""

    def __init__(self, answer: object, patience: int) -> None:
        self.answer = answer
        self.patience = patience

    def choose(self, view: object, legal: tuple[object, ...], rng: object) -> object:
        del view, rng
        self.patience -= 1
        return self.answer if self.patience < 0 else legal[0]


@pytest.mark.parametrize("patience", [0, 3])
@pytest.mark.parametrize("answer", ["nonsense", None, "another game's"])
def test_a_bot_that_does_something_illegal_is_named(key: str, answer: object, patience: int) -> None:
    """Nothing is played for it: not even the end of its turn, where that is legal."""
    if answer == "another game's":
        other = stellwerk.load("trambahn" if key != "trambahn" else "interurban")
        answer = other.parse("E")
    env = Solo(key, bots=[Stubborn(answer, patience)], seat=0)

    def play() -> None:
        env.reset(seed=5)
        terminated = False
        while not terminated:
            terminated = env.step(env.action_masks().argmax())[2]

    with pytest.raises(
        ValueError, match=f"bot at seat 1 chose {re.escape(repr(answer))}, which is not legal"
    ):
        play()


def test_only_actions_of_players_have_ids(key: str) -> None:
    game, coding = stellwerk.load(key), coding_of(key)
    deal = next(stellwerk.moments(game, game.initial(), game.legal, stellwerk.Chance("ids"))).action
    state = stellwerk.new_game(key, seed="ids")
    for unknown in ("nonsense", None, deal):
        with pytest.raises((TypeError, AssertionError)):
            coding.ids.of(state, [unknown])


def test_environments_do_not_feel_each_other(key: str) -> None:
    """Two that are stepped in turn give what one gives alone; a third with another seed is in between."""

    def observations(env: Solo, seed: int) -> Iterator[bytes]:
        rng = random.Random(seed)
        observation, _ = env.reset(seed=seed)
        for _ in range(40):
            yield observation["observation"].tobytes() + observation["action_mask"].tobytes()
            observation, _, terminated, _, _ = env.step(rng.choice(np.flatnonzero(env.action_masks())))
            if terminated:
                observation, _ = env.reset()

    alone = list(observations(Solo(key), 7))
    envs = [Solo(key), Solo(key), Solo(key)]
    together = list(zip(*map(observations, envs, (7, 8, 7)), strict=True))
    assert [first for first, *_ in together] == alone
    assert [last for *_, last in together] == alone
    assert [between for _, between, _ in together] != alone


def test_what_is_illegal_loses_at_once(key: str) -> None:
    env = Solo(key)
    env.reset(seed=3)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, terminated, _, info = env.step(illegal)
    assert terminated
    assert reward == spaces.ILLEGAL_REWARD == -1.0
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
