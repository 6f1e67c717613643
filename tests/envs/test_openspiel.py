"""The games in OpenSpiel pass OpenSpiel's own tests, and one of its algorithms plays them."""

from __future__ import annotations

import pickle
import random
import warnings
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import stellwerk
from stellwerk.envs import openspiel
from stellwerk.games.trambahn.law.actions import Income
from tests.contract.worlds import dump

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it loads every game of OpenSpiel, and some are deprecated
    from open_spiel.python.tests import games_sim_test

SIMULATIONS = {"interurban": 20, "trambahn": 3, "transamerica": 2}
"""Simulations per action: few enough that whole games take a second or two."""


def load(key: str, **params: Any) -> Any:
    return pyspiel.load_game(openspiel.PREFIX + key, params)


def play(state: Any, rng: random.Random, actions: int = 1_000_000) -> Any:
    """Continue at random, for at most this number of player actions."""
    while not state.is_terminal() and actions:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            actions -= 1
    return state


def test_openspiel_s_own_simulation_in_c(key: str, seats: int) -> None:
    pyspiel.random_sim_test(load(key, players=seats), num_sims=1, serialize=seats == 2, verbose=False)


@pytest.mark.parametrize("rounds", [0, 1])  # 0: until somebody passes the barrier
def test_openspiel_s_own_simulation_with_vexation(rounds: int) -> None:
    game = load("transamerica", vexation=True, rounds=rounds)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_openspiel_s_own_simulation_in_python(key: str, seats: int) -> None:
    games_sim_test.GamesSimTest().sim_game(load(key, players=seats))


def test_they_are_registered_with_their_parameters() -> None:
    game = pyspiel.load_game("stellwerk_transamerica(players=4,vexation=True,rounds=3,start_seat=2)")
    assert game.num_players() == 4
    assert game.set_up.options == {"vexation": True, "rounds": 3, "announce": False}
    assert game.set_up.start_seat == 2
    assert pyspiel.load_game("stellwerk_transamerica").set_up.options["rounds"] == "barrier"
    assert pyspiel.load_game("stellwerk_trambahn(new_rows=free)").set_up.options["new_rows"] == "free"
    with pytest.raises(stellwerk.SetupError):
        openspiel.StellwerkGame("trambahn", {"players": 3})


def test_a_history_replays(key: str, seats: int) -> None:
    game = load(key, players=seats)
    state = play(game.new_initial_state(), random.Random(1))
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert again.returns() == state.returns()
    assert sum(state.returns()) == pytest.approx(0)


def test_legal_actions_are_those_that_c_is_told(key: str) -> None:
    state, rng = load(key).new_initial_state(), random.Random(9)
    for _ in range(300):
        assert state.is_chance_node() == pyspiel.State.is_chance_node(state)
        assert state.legal_actions() == pyspiel.State.legal_actions(state)
        for player in range(2):  # OpenSpiel's games in C++ give seats nothing while chance draws
            expected = [] if state.is_chance_node() else pyspiel.State.legal_actions(state, player)
            assert state.legal_actions(player) == expected
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))


def test_a_record_replays_as_a_history(key: str) -> None:
    """What is known of a game from elsewhere can be studied with OpenSpiel."""
    law, game, rng = stellwerk.load(key), load(key), random.Random(2)
    state = game.new_initial_state()
    for moment in stellwerk.moments(
        law, law.begin(game.set_up), lambda position: rng.choice(law.legal(position)), rng
    ):
        if moment.actor == stellwerk.CHANCE:
            for outcome in game.coding.chance.of(moment.action):
                state.apply_action(outcome)
        else:
            state.apply_action(game.coding.ids.of(moment.before, [moment.action])[0])
    result = law.result(moment.after)
    assert result is not None
    assert state.is_terminal()
    assert [seat for seat, value in enumerate(state.returns()) if value > 0] == list(result.winners)


def test_clones_share_no_luck(key: str) -> None:
    game = load(key)
    state = game.new_initial_state()
    clone = state.clone()
    for actions in (state, clone):
        play(actions, random.Random(id(actions)), actions=3)
    assert state.history() != clone.history()
    middle = play(game.new_initial_state(), random.Random(3), actions=10)
    before = str(middle)
    ends = {str(play(middle.clone(), random.Random(seed))) for seed in range(4)}
    assert str(middle) == before
    assert len(ends) == 4


def test_chances_add_up_to_one(key: str, seats: int) -> None:
    state = load(key, players=seats).new_initial_state()
    rng = random.Random(4)
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        assert sum(chances) == pytest.approx(1)
        assert list(outcomes) == sorted(set(outcomes))
        state.apply_action(rng.choices(outcomes, chances)[0])


def test_states_in_the_middle_of_chance_can_be_pickled(key: str) -> None:
    state = load(key).new_initial_state()
    for _ in range(4):
        state.apply_action(state.chance_outcomes()[0][0])
    again = pickle.loads(pickle.dumps(state))  # noqa: S301 (our own bytes)
    assert again.chance_outcomes() == state.chance_outcomes()
    assert again.history() == state.history()


def test_observers_know_the_parts_of_a_tensor(key: str) -> None:
    game = load(key)
    state = play(game.new_initial_state(), random.Random(5), actions=15)
    seen = make_observation(game)
    recalled = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for player in range(2):
        seen.set_from(state, player)
        recalled.set_from(state, player)
        assert list(seen.tensor) == state.observation_tensor(player)
        assert list(recalled.tensor) == state.information_state_tensor(player)
        assert list(seen.dict) == [part.name for part in game.coding.tensor.layout(2)]
        assert np.count_nonzero(recalled.dict["history"]) == len(state.position.history(player))
        assert recalled.string_from(state, player) == state.information_state_string(player)


def test_resampled_states_look_the_same_to_their_player(key: str) -> None:
    game = load(key)
    state = play(game.new_initial_state(), random.Random(6), actions=12)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    worlds = [state.resample_from_infostate(0, sampler) for _ in range(4)]
    for world in worlds:
        assert world.information_state_string(0) == state.information_state_string(0)
        assert world.observation_tensor(0) == state.observation_tensor(0)
        assert play(world.clone(), random.Random(7)).is_terminal()
    assert len({dump(world.position.state) for world in worlds}) > 1


def test_information_states_do_not_tell_what_somebody_else_did_in_secret() -> None:
    """Trambahn's income is laid face down: the other player's strings and tensors stay the same."""
    state, rng, compared = load("trambahn").new_initial_state(), random.Random(10), 0
    while not state.is_terminal():
        player = state.current_player()
        legal = {} if state.is_chance_node() else state.position.actions()
        incomes = [number for number, action in legal.items() if isinstance(action, Income)]
        if len(incomes) > 1:
            worlds = [state.child(incomes[0]), state.child(incomes[-1])]
            assert len({world.information_state_string(player) for world in worlds}) == 2
            for look in (
                "information_state_string",
                "information_state_tensor",
                "observation_string",
                "observation_tensor",
            ):
                one, other = (getattr(world, look)(1 - player) for world in worlds)
                assert one == other
            compared += 1
        play(state, rng, actions=1)
    assert compared > 20


def test_ismcts_plays_a_game(key: str) -> None:
    """OpenSpiel's search over information sets, to the end against random play; how well is not asked."""
    game, rng = load(key, **({"rounds": 1} if key == "transamerica" else {})), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, SIMULATIONS[key], random_state=rng)
    state, whim, moves = game.new_initial_state(), random.Random(8), 0
    while not state.is_terminal():
        if state.current_player() == 0:
            state.apply_action(int(bot.step(state)))
            moves += 1
        else:
            play(state, whim, actions=1)
    assert moves > 5
    assert sum(state.returns()) == pytest.approx(0)
