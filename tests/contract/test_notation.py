"""Texts and JSON: actions, states and views survive the round trip; nothing else is read."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import stellwerk
from stellwerk import NotationError
from tests.contract.worlds import dump, observers, shared_game

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame
    from stellwerk.core.setup import Setup


def test_actions_survive_text_and_json(game: AnyGame, setup: Setup) -> None:
    for moment in shared_game(game, setup):
        for action in (*game.legal(moment.before), moment.action):
            text = game.to_text(action)
            assert "\n" not in text
            assert game.parse(text) == action
            assert msgspec.json.decode(dump(action), type=game.action_type) == action


def test_chance_and_only_chance_starts_with_an_exclamation_mark(game: AnyGame, setup: Setup) -> None:
    for moment in shared_game(game, setup):
        is_chance = moment.actor == stellwerk.CHANCE
        assert game.to_text(moment.action).startswith("! ") == is_chance


def test_states_and_views_survive_json(game: AnyGame, setup: Setup) -> None:
    for moment in shared_game(game, setup)[::9]:
        state = moment.after
        assert msgspec.json.decode(dump(state), type=game.state_type) == state
        for observer in observers(setup):
            view = game.view(state, observer)
            assert msgspec.json.decode(dump(view), type=game.view_type) == view


def test_altered_texts_are_read_canonically_or_not_at_all(game: AnyGame, setup: Setup) -> None:
    rng = random.Random(3)
    texts = {game.to_text(a) for m in shared_game(game, setup) for a in (*game.legal(m.before), m.action)}
    alphabet = sorted({letter for text in texts for letter in text} | set(" 0!?>@,:-x\n\t\u00a0٣"))
    for text in sorted(texts)[:400]:
        place = rng.randrange(len(text) + 1)
        for altered in (
            text[:place] + rng.choice(alphabet) + text[place:],
            text[:place] + rng.choice(alphabet) + text[place + 1 :],
            text[:place] + text[place + 1 :],
            text.lower(),
            f" {text}",
            f"{text}\n",
        ):
            try:
                action = game.parse(altered)
            except NotationError:
                continue
            assert game.to_text(action) == altered


@pytest.mark.parametrize("key", stellwerk.games())
@given(text=st.text())
def test_any_text_is_read_canonically_or_not_at_all(key: str, text: str) -> None:
    game = stellwerk.load(key)
    try:
        action = game.parse(text)
    except NotationError:
        return
    assert game.to_text(action) == text


def test_hidden_texts_are_never_read(game: AnyGame) -> None:
    hidden = {game.public_text(m.action) for m in shared_game(game, game.setup())}
    written = {game.to_text(m.action) for m in shared_game(game, game.setup())}
    for text in ("!", "! ", "?", "", *sorted(hidden - written)):
        with pytest.raises(NotationError):
            game.parse(text)
