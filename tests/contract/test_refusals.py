"""Whatever is not in the legal list is refused, with a clause and a sentence in every language."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import stellwerk
from stellwerk import CHANCE, IllegalAction
from tests.contract.worlds import shared_game

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame
    from stellwerk.core.setup import Setup

PER_POSITION = 40


def test_actions_outside_the_list_are_refused(game: AnyGame, setup: Setup) -> None:
    rng = random.Random(11)
    moments = shared_game(game, setup)
    universe = _universe(game, moments)
    refused = 0
    for moment in moments[:: max(1, len(moments) // 60)]:
        state = moment.before
        legal = set(game.legal(state))
        if moment.actor == CHANCE:
            continue
        outside = [action for action in universe if action not in legal]
        for action in rng.sample(outside, min(PER_POSITION, len(outside))):
            _assert_refused(game, state, action)
            refused += 1
    assert refused, "every action is always legal"


def test_wrong_times_are_refused(game: AnyGame, setup: Setup) -> None:
    moments = shared_game(game, setup)
    first, last = next(m for m in moments if m.actor != CHANCE), moments[-1]
    _assert_refused(game, last.after, first.action)  # nothing after the end
    for deal in moments:
        if deal.actor == CHANCE:
            _assert_refused(game, deal.before, first.action)  # nobody acts before a deal
            _assert_refused(game, last.after, deal.action)
    assert moments[0].actor == CHANCE
    _assert_refused(game, moments[0].after, moments[0].action)  # nobody deals twice


def test_other_objects_are_a_type_error(game: AnyGame) -> None:
    state = stellwerk.new_game(game.info.key, seed="type")
    for thing in ("E", None, 3, object()):
        with pytest.raises(TypeError):
            game.apply(state, thing)


def _assert_refused(game: AnyGame, state: Any, action: Any) -> None:
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, action)
    error = caught.value
    for language in stellwerk.LANGUAGES:
        texts = stellwerk.load_texts(game.info.key, language)
        assert error.clause in texts.section("clauses"), error.clause
        sentence = texts.sentence(error)
        assert error.clause in sentence
        assert "{" not in sentence
        assert "None" not in sentence


def _universe(game: AnyGame, moments: tuple[Any, ...]) -> list[Any]:
    """All actions that were ever legal in this game, and what they become with values of their neighbours."""
    seen: dict[Any, None] = {}
    for moment in moments:
        seen.update(dict.fromkeys(game.legal(moment.before)))
    values: dict[tuple[type, str], dict[Any, None]] = {}
    for action in seen:
        for name, value in _fields(action).items():
            values.setdefault((type(action), name), {})[value] = None
            if isinstance(value, int):
                values[type(action), name].update({value + 1: None, value + 50: None})
    rng = random.Random(7)
    mutated = []
    for action in seen:
        for name in _fields(action):
            other = rng.choice(list(values[type(action), name]))
            mutated.append(msgspec.structs.replace(action, **{name: other}))
    return list(dict.fromkeys([*seen, *mutated]))


def _fields(action: Any) -> dict[str, Any]:
    return {name: getattr(action, name) for name in action.__struct_fields__}
