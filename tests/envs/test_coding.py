"""Actions, chance and views as numbers: nothing is lost (what is hidden: `test_hidden`)."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import numpy as np
import pytest

import stellwerk
from stellwerk import CHANCE
from stellwerk.core.coding import HIGHEST, LOWEST, coding_of
from stellwerk.envs.position import Position, returns_of, symbols_of
from tests.contract.worlds import dump, random_game, setups
from tests.envs.games import positions


def test_every_legal_action_has_an_id_of_its_own(key: str) -> None:
    game, coding = stellwerk.load(key), coding_of(key)
    for name, setup in setups(game).items():
        for moment in random_game(game, setup, f"ids {name}"):
            legal = game.legal(moment.before)
            ids = coding.ids.of(moment.before, legal)
            assert len(set(ids)) == len(legal)
            assert all(0 <= number < coding.ids.count for number in ids)


def test_ids_mean_the_same_in_every_game(key: str) -> None:
    """A program that has learned ids can use them for ever: these were written down once."""
    game, coding = stellwerk.load(key), coding_of(key)
    found: dict[str, set[int]] = {}
    for seed in range(2):
        for moment in random_game(game, game.setup(2), f"stable {seed}"):
            legal = game.legal(moment.before)
            for action, number in zip(legal, coding.ids.of(moment.before, legal), strict=True):
                found.setdefault(game.to_text(action), set()).add(number)
    for text, number in STABLE[key].items():
        assert found[text] == {number}, text


STABLE = {
    "trambahn": {
        "P B1": 0,
        "P R3": 12,
        "P Y7": 36,
        "P K>B": 40,
        "P K>Y": 43,
        "S R1>new": 285,
        "S Y6>new": 835,
        "M B1": 946,
        "M K": 986,
        "E": 1050,
    },
    "transamerica": {"M 0": 0, "M 187": 187, "R 5-16": 222, "R 110-111": 814, "R 182-183": 1196, "E": 1206},
    "interurban": {
        "s2@0,-1:NS": 0,
        "s1@1,3:NS": 54,
        "c1@-4,-3:ES": 117,
        "c0@5,0:ES": 171,
        "red1@2,-1:EW": 185,
        "blue4@0,-2:NS": 246,
        "bluex4@0,-2": 270,
        "E": 420,
    },
}


def test_chance_piece_by_piece_is_the_law_s_chance(key: str, seats: int) -> None:
    game, coding = stellwerk.load(key), coding_of(key)
    drawn = 0
    for moment in random_game(game, game.setup(seats), "pieces"):
        if moment.actor != CHANCE:
            continue
        position = Position(game, coding, moment.before)
        for outcome in coding.chance.of(moment.action):
            assert position.actor == CHANCE
            assert outcome in dict(position.outcomes())
            assert outcome < coding.chance.outcomes
            position.draw(outcome)
            drawn += 1
        assert position.state == moment.after
    assert drawn >= 5 * seats


def test_every_order_of_a_small_deal_is_equally_likely() -> None:
    """TransAmerica's first colour: chance says what is left in the urn."""
    game, coding = stellwerk.load("transamerica"), coding_of("transamerica")
    position = Position(game, coding, game.initial(2))
    first = position.outcomes()
    assert len(first) == 5
    assert {count for _, count in first} == {1}
    position.draw(first[0][0])
    assert position.outcomes() == first[1:]


def test_tensors_are_bounded_and_as_long_as_their_parts(key: str, seats: int) -> None:
    for position in positions(key, seats, "bounds"):
        for seat in range(seats):
            tensor = position.observation(seat)
            assert tensor.dtype == np.float32
            assert len(tensor) == position.coding.tensor.size(seats)
            assert tensor.min() >= LOWEST
            assert tensor.max() <= HIGHEST


def test_tensors_tell_apart_what_views_do(key: str, seats: int) -> None:
    """Whenever what a seat sees on the table has changed, so has its tensor."""
    before: dict[int, tuple[Any, bytes]] = {}
    for position in positions(key, seats, "apart"):
        for seat in range(seats):
            tensor = position.observation(seat).tobytes()
            view = position.coding.sight.bare_view(position.state, seat)
            if seat in before and before[seat][0] != view:
                assert before[seat][1] != tensor
            before[seat] = (view, tensor)


def test_histories_are_symbols_that_fit_their_tensor(key: str, seats: int) -> None:
    game, coding = stellwerk.load(key), coding_of(key)
    *_, last = positions(key, seats, "symbols")
    for seat in range(seats):
        history = last.history(seat)
        assert all(0 < symbol < symbols_of(coding) for symbol in history)
        assert len(history) <= game.info.max_actions + coding.sight.most_news(seats)


def test_copies_go_their_own_ways(key: str) -> None:
    position = next(islice(positions(key, 2, "copies"), 20, None))
    before = dump(position.state)
    copy = position.copy()
    copy.play(copy.legal()[0])
    assert dump(position.state) == before
    assert len(copy.history(0)) > len(position.history(0))


def test_the_fast_core_plays_what_the_law_plays(key: str) -> None:
    """Ids, who acts, tensors, what chance can draw and who wins are the same, whichever of them plays."""
    game, coding = stellwerk.load(key), coding_of(key)
    for name, setup in setups(game).items():
        rng = random.Random(name)
        law, fast = (Position(game, coding, game.begin(setup), fast=which) for which in (False, True))
        while law.actor is not None:
            assert fast.actor == law.actor
            assert fast.observation(0).tobytes() == law.observation(0).tobytes()
            if law.actor == CHANCE:
                assert fast.outcomes() == law.outcomes()
                outcome = rng.choice(law.outcomes())[0]
                law.draw(outcome)
                fast.draw(outcome)
                continue
            assert fast.legal() == law.legal() == list(law.actions())
            seat = rng.randrange(setup.seats)
            assert fast.observation(seat).tobytes() == law.observation(seat).tobytes()
            assert fast.mask(seat).tobytes() == law.mask(seat).tobytes()
            number = rng.choice(law.legal())
            assert fast.is_legal(number)
            fast = _moved_on_by_a_copy(fast, number)
            law.play(number)
            fast.play(number)
        assert fast.actor is None
        assert fast.returns() == law.returns()
        assert dump(fast.state) == dump(law.state)
        assert fast.record() == law.record()


def _moved_on_by_a_copy(position: Position, number: int) -> Position:
    """A copy, after the original has gone its own way: nothing of that may be felt."""
    copy = position.copy()
    position.play(number)
    return copy


def test_an_illegal_id_is_refused_and_changes_nothing(key: str) -> None:
    for position in islice(positions(key, 2, "illegal"), 40):
        legal = set(position.legal())
        count = position.coding.ids.count
        for number in (-1, count, *(set(range(count)) - legal)):
            assert not position.is_legal(number)
        with pytest.raises(KeyError):
            position.play(-1)
        assert set(position.legal()) == legal


def test_returns_add_up_to_nothing() -> None:
    assert returns_of((1,), 2) == [-1.0, 1.0]
    assert returns_of((0, 1), 2) == [0.0, 0.0]
    assert returns_of((2,), 5) == [-0.25, -0.25, 1.0, -0.25, -0.25]
    assert sum(returns_of((0, 2), 3)) == 0
