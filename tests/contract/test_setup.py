"""Set-ups: what a game says of itself is true, and nothing else can be set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import stellwerk
from stellwerk import SetupError
from tests.contract.worlds import dump

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame


def test_info(game: AnyGame) -> None:
    info = game.info
    assert stellwerk.load(info.key) is game
    assert 1 <= info.seats.min <= info.seats.max
    assert info.rules_version >= 1
    assert dump(info)
    for language in stellwerk.LANGUAGES:
        assert set(info.end_reasons) <= stellwerk.load_texts(info.key, language).section("clauses").keys()
    for option in info.options.values():
        assert option.default in option.choices
        assert len(option.choices) >= 2


def test_options_reach_the_state(game: AnyGame) -> None:
    for name, option in game.info.options.items():
        states = [game.initial(options={name: value}) for value in option.choices]
        assert len({dump(state) for state in states}) == len(states)
        assert len({dump(game.view(state, None)) for state in states}) == len(states)


@pytest.mark.parametrize("seats", [0, -1, 99, True, 2.0, "2", None])
def test_wrong_numbers_of_seats(game: AnyGame, seats: object) -> None:
    if seats is None:
        assert game.setup(None).seats == game.info.seats.min
        return
    with pytest.raises(SetupError):
        game.initial(seats=seats)  # type: ignore[arg-type]  # what a careless caller might pass


@pytest.mark.parametrize("start", [-1, 99, True, "0", 1.0])
def test_wrong_start_seats(game: AnyGame, start: object) -> None:
    with pytest.raises(SetupError):
        game.initial(start_seat=start)  # type: ignore[arg-type]  # what a careless caller might pass


def test_wrong_options(game: AnyGame) -> None:
    with pytest.raises(SetupError, match="unknown_option"):
        game.initial(options={"colour": "pink"})
    for name in game.info.options:
        for value in ("pink", -3, 1.0, None, [1]):
            with pytest.raises(SetupError, match="bad_option"):
                game.initial(options={name: value})  # type: ignore[dict-item]  # what a careless caller might pass
