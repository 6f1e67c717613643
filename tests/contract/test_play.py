"""Random games of every game: what the protocol promises of actor, legal, apply and result."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING

import stellwerk
from stellwerk import CHANCE
from stellwerk.core.bot import Seated, plan_of, within
from stellwerk.core.chance import draw_start_seat
from tests.contract.worlds import dump, positions, random_game, shared_game

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame
    from stellwerk.core.setup import Setup


def test_random_games_end_within_bounds(game: AnyGame, setup: Setup) -> None:
    for number in range(3):
        last = None
        for moment in shared_game(game, setup, number):
            assert moment.number <= game.info.max_actions
            assert game.result(moment.before) is None
            last = moment
        assert last is not None
        assert game.actor(last.after) is None
        assert game.legal(last.after) == ()
        result = game.result(last.after)
        assert result is not None
        assert len(result.scores) == len(result.ranks) == setup.seats
        assert result.winners == tuple(seat for seat, rank in enumerate(result.ranks) if rank == 1)
        assert result.winners
        assert result.reason in game.info.end_reasons
        assert dump(result)


def test_the_standing_of_every_observer_ends_as_the_result(game: AnyGame, setup: Setup) -> None:
    for moment in shared_game(game, setup):
        standings = {
            game.standing(game.view(moment.after, observer)) for observer in (None, *range(setup.seats))
        }
        assert len(standings) == 1
        if (result := game.result(moment.after)) is not None:
            assert standings == {result.scores}


def test_legal_is_unique_stable_and_never_empty(game: AnyGame, setup: Setup) -> None:
    for state in positions(game, setup):
        legal = game.legal(state)
        assert isinstance(legal, tuple)
        assert legal
        assert len(set(legal)) == len(legal)
        assert len(set(map(game.to_text, legal))) == len(legal)
        assert game.legal(state) == legal


def test_every_legal_action_can_be_applied(game: AnyGame, setup: Setup) -> None:
    for state in positions(game, setup, every=7):
        for action in game.legal(state):
            game.apply(state, action)


def test_pieces_are_conserved(game: AnyGame, setup: Setup) -> None:
    start = dict(game.pieces(game.begin(setup)))
    assert sum(start.values()) > 0
    for moment in shared_game(game, setup):
        assert dict(game.pieces(moment.after)) == start, game.to_text(moment.action)


def test_old_states_never_change(game: AnyGame, setup: Setup) -> None:
    kept = []
    for moment in random_game(game, setup, "old"):  # no other test has touched its states
        kept.append((moment.before, dump(moment.before)))
        game.view(moment.before, 0)
        game.legal(moment.before)
    assert all(dump(state) == before for state, before in kept)


def test_states_are_values(game: AnyGame, setup: Setup) -> None:
    again = random_game(game, setup, "values")
    for moment, twin in zip(random_game(game, setup, "values"), again, strict=True):
        assert moment.after == twin.after


def test_step_resolves_chance(game: AnyGame) -> None:
    rng = random.Random(5)
    state = stellwerk.new_game(game.info.key, seed="step")
    while game.actor(state) is not None:
        assert game.actor(state) != CHANCE
        state = stellwerk.step(game, state, rng.choice(game.legal(state)), rng)
    assert game.result(state) is not None


def test_new_game_draws_the_start_seat_from_the_seed(game: AnyGame) -> None:
    key, seats = game.info.key, game.info.seats.max
    for seed in map(str, range(10)):
        drawn = draw_start_seat(seed, seats)
        begun = {seat: stellwerk.new_game(key, seats, seed, start_seat=seat) for seat in range(seats)}
        assert stellwerk.new_game(key, seats, seed) == begun[drawn]
        assert all(begun[seat] != begun[drawn] for seat in begun if seat != drawn)


def test_bots_play_whole_games_from_views(game: AnyGame) -> None:
    for name, make in game.bots.items():
        rng = random.Random(name)
        bot = Seated(within(make(), 0.005), rng)
        state = stellwerk.settle(game, game.initial(start_seat=1), rng)
        for number in range(game.info.max_actions):
            if (seat := game.actor(state)) is None:
                break
            legal = game.legal(state)
            action = bot.choose(number, partial(game.view, state, seat), legal)
            assert action in legal
            state = stellwerk.step(game, state, action, rng)
        assert game.result(state) is not None


def test_the_bots_that_a_game_offers_are_there_and_introduced(game: AnyGame) -> None:
    info = game.info
    assert info.levels
    assert {*info.levels, info.usual_level, info.substitute} <= game.bots.keys()
    assert info.usual_level in info.levels
    for language in stellwerk.LANGUAGES:
        said = stellwerk.load_texts(info.key, language).section("bots")
        assert all(said[level]["name"] and said[level]["text"] for level in info.levels)


def test_the_end_of_a_turn_is_an_action_that_ends_it(game: AnyGame, setup: Setup) -> None:
    if not game.info.end_turn:
        return
    end = game.parse(game.info.end_turn)
    for state in positions(game, setup):
        if end in game.legal(state):
            assert game.actor(game.apply(state, end)) != game.actor(state)


def test_bots_begin_games_of_every_kind(game: AnyGame, setup: Setup) -> None:
    for name, make in game.bots.items():
        bot, rng = within(make(), 0.005), random.Random(name)
        state = stellwerk.settle(game, game.begin(setup), rng)
        for _ in range(4):
            seat, legal = game.actor(state), game.legal(state)
            if seat is None:
                break
            plan = plan_of(bot, game.view(state, seat), legal, rng)
            assert plan[0] in legal
            for action in plan:
                if game.actor(state) == seat and action in game.legal(state):
                    state = stellwerk.step(game, state, action, rng)


def test_tally_counts_are_numbers_with_a_label(game: AnyGame, setup: Setup) -> None:
    labels = [
        stellwerk.load_texts(game.info.key, language).section("statistics")
        for language in stellwerk.LANGUAGES
    ]
    for moment in shared_game(game, setup):
        for name, count in game.tally(moment.before, moment.action, moment.after).items():
            assert count >= 0
            assert all(name in section for section in labels), name
