"""The table of decisions: flat, of one type per column, and without anything a seat could not know."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import stellwerk
from stellwerk.arena.block import Terms, play_game
from stellwerk.arena.conduct import Conduct, Entrant
from stellwerk.core.game import CHANCE
from stellwerk.core.record import replay
from stellwerk.export.columns import columns_of
from stellwerk.export.rows import Finished, columns, rows

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame

PLAIN = {"int": int, "float": float, "bool": bool, "text": str}


def game_of(law: AnyGame, seed: str = "rows", seats: int | None = None) -> Finished:
    """A game played at random."""
    setup = law.setup(seats)
    terms = Terms(law.info.key, setup.seats, setup.options, seed)
    entrants = [Entrant(law, "random", terms.seconds, Conduct()) for _ in range(setup.seats)]
    return Finished(*play_game(terms, 0, entrants))


@pytest.fixture(params=stellwerk.games())
def law(request: pytest.FixtureRequest) -> AnyGame:
    return stellwerk.load(request.param)


def is_of(value: Any, kind: str, depth: int) -> bool:
    """Whether a value fits its column, and no list has a hole."""
    if depth:
        return isinstance(value, list) and all(is_of(one, kind, depth - 1) for one in value)
    return type(value) is PLAIN[kind]


def test_every_row_has_every_column_in_its_type(law: AnyGame) -> None:
    wanted = columns(law.info.key)
    names = [column.name for column in wanted]
    assert len(set(names)) == len(names)
    for seats in {law.info.seats.min, law.info.seats.max}:
        game = game_of(law, f"types-{seats}", seats)
        for row in rows(game, 0):
            assert list(row) == names
            for column in wanted:
                value = row[column.name]
                assert value is None or is_of(value, column.kind, column.depth), (column.name, value)


def test_rows_are_the_decisions_of_the_record(law: AnyGame) -> None:
    game = game_of(law)
    result = game.result
    decisions = [moment for moment in replay(game.record) if moment.actor != CHANCE]
    found = list(rows(game, 7))
    assert len(found) == len(decisions)
    for row, moment in zip(found, decisions, strict=True):
        seat = moment.actor
        assert (row["record"], row["number"], row["seat"]) == (7, moment.number, seat)
        assert row["view_seat"] == seat
        assert row["action"] == law.to_text(moment.action) == row["legal"][row["choice"]]
        assert row["legal"] == list(map(law.to_text, law.legal(moment.before)))
        assert row["score"] == result.scores[seat] == row["scores"][seat]
        assert row["rank"] == result.ranks[seat]
        assert row["win"] == (1 / len(result.winners) if seat in result.winners else 0)
        assert row["reason"] == result.reason


def test_every_field_of_a_view_is_a_column(law: AnyGame) -> None:
    names = [column.name for column in columns(law.info.key)]
    for field in law.view_type.__struct_fields__:
        assert any(name == f"view_{field}" or name.startswith(f"view_{field}_") for name in names), field


def test_columns_of_views_depend_on_nothing_hidden(law: AnyGame) -> None:
    """Another world that looks the same to a seat gives it the same row, but for how it ends."""
    seen = [column for column in columns(law.info.key) if column.name.startswith("view_")]
    rng = random.Random(1)
    moments = [moment for moment in replay(game_of(law).record) if moment.actor != CHANCE]
    for moment in rng.sample(moments, 20):
        view = law.view(moment.before, moment.actor)
        other = law.view(law.sample(view, rng), moment.actor)
        for column in seen:
            decision: Any = type("Decision", (), {"view": view})
            sampled: Any = type("Decision", (), {"view": other})
            assert column.read(decision) == column.read(sampled), column.name


def test_known_columns() -> None:
    row = next(rows(game_of(stellwerk.load("transamerica")), 0))
    assert row["view_players_score"] == [13, 13]
    assert row["view_players_marker"] == [-1, -1]
    hands = row["view_players_cities"]
    assert len(hands[row["seat"]]) == 5
    assert hands[1 - row["seat"]] == []  # the other's: unknown
    assert row["view_last_round_cities"] is None
    row = next(rows(game_of(stellwerk.load("trambahn")), 0))
    assert len(row["view_players_hand"][row["seat"]]) == row["view_players_hand_size"][row["seat"]]
    assert set(row["view_players_money_card"][0]) == {""}


class Odd(msgspec.Struct):
    """A view with a field that no plain column can hold."""

    hands: dict[str, int]
    bids: tuple[int | str, ...]


def test_what_no_column_can_hold_is_json_text() -> None:
    hands, bids = columns_of(Odd)
    assert (hands.name, hands.kind, hands.depth) == ("hands", "text", 0)
    assert hands.read(Odd({"b": 2, "a": 1}, ())) == '{"a":1,"b":2}'
    assert bids.read(Odd({}, (1, "pass"))) == ["1", "pass"]
