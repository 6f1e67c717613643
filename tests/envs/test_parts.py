"""Adapters ask a game for nothing that `Game`, `GameInfo` and its coding do not promise."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import stellwerk
from stellwerk.core import coding as codings
from stellwerk.core.coding import NoCoding, coding_of, parts_between
from stellwerk.envs import pictures
from stellwerk.envs.position import Position
from tests.contract.worlds import dump
from tests.envs.games import positions


def no_part(key: str, name: str) -> Any:
    """As if the game brought no parts."""
    del key, name


def test_a_game_without_a_coding_says_that_it_has_no_adapter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codings, "part", no_part)
    with pytest.raises(NoCoding, match="Trambahn has no coding, so there is no adapter for it"):
        coding_of.__wrapped__("trambahn")
    assert codings.coded_games.__wrapped__() == ()


def test_a_game_without_pictures_is_listed(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "part", no_part)
    position = next(positions(key, 2, "listed"))
    assert pictures.checked_mode(position.game, "ansi") == "ansi"
    shown = pictures.picture(position, "ansi")
    assert all(f"{field}:" in shown for field in ("players", "turn", "step"))
    with pytest.raises(ValueError, match="has no drawing, so it cannot be rendered as svg"):
        pictures.checked_mode(position.game, "svg")


def test_a_game_without_a_fast_core_is_played_by_its_law(key: str) -> None:
    game, coding = stellwerk.load(key), replace(coding_of(key), fast=None)
    rng = random.Random(1)
    slow, usual = (Position(game, numbers, game.initial(), fast=True) for numbers in (coding, coding_of(key)))
    for _ in range(30):
        for position in (slow, usual):
            position.settle(random.Random(2))
        assert slow.legal() == usual.legal()
        number = rng.choice(slow.legal())
        slow.play(number)
        usual.play(number)
    assert dump(slow.state) == dump(usual.state)


def test_seats_are_counted_from_any_state(key: str, seats: int) -> None:
    game, coding = stellwerk.load(key), coding_of(key)
    assert Position(game, coding, game.initial(seats)).seats == seats
    assert Position(game, coding, stellwerk.new_game(key, seats, seed="counted")).seats == seats


def test_a_list_of_legal_ids_belongs_to_whoever_asked(key: str) -> None:
    position = next(positions(key, 2, "mine"))
    legal = position.legal()
    position.legal().clear()
    copy = position.copy()
    copy.legal().clear()
    assert position.legal() == copy.legal() == legal


def test_parts_end_where_the_next_begins() -> None:
    assert parts_between({"a": 0, "b": 3}, 10) == (("a", 3), ("b", 7))
