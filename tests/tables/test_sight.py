"""What leaves a table: nothing hidden, for any observer, in whole games of every game."""

from __future__ import annotations

import random

import msgspec
import pytest

import stellwerk
from stellwerk.tables import matches, play
from stellwerk.tables.config import OpenSeat, OwnSeat
from stellwerk.tables.evolve import evolve
from stellwerk.tables.news import news
from stellwerk.tables.sight import sight
from tests.tables.people import Stage


def everything(stage: Stage, player: str | None) -> bytes:
    """All that a player gets during a whole game: every sight and all the news."""
    parts, before = [], None
    for event in stage.events:
        after = evolve(before, event)
        parts += [sight(after, player), news(before, event, after, player, "en")]
        before = after
    return msgspec.json.encode(parts)


def finished(key: str, seed: int) -> Stage:
    stage = Stage(OwnSeat(), *(OpenSeat(),) * (stellwerk.load(key).info.seats.min - 1), game=key)
    for number in range(1, len(stage.table.seats)):
        stage.join(f"player{number}")
    stage.play_out(seed)
    return stage


@pytest.mark.parametrize("key", stellwerk.games())
def test_seeds_and_ids_stay_behind(key: str) -> None:
    stage = finished(key, 1)
    running = [event for event in stage.events if event.what.__struct_config__.tag != "ended"]
    stage.events = running
    for player in ("ada", "player1", "stranger", None):
        got = everything(stage, player)
        assert b"seed 0" not in got
        assert b'"ada"' not in got
        assert b'"player1"' not in got


@pytest.mark.parametrize("key", stellwerk.games())
def test_the_news_of_an_action_are_what_its_log_says(key: str) -> None:
    stage = finished(key, 2)
    before = None
    for event in stage.events:
        after = evolve(before, event)
        told = news(before, event, after, None, "de")
        if told.kind == "acted" and event.what.seat is None:  # type: ignore[union-attr]  # an action of chance
            assert told.text == "!"
        before = after
    assert before is not None
    assert before.status == "ended"


def test_only_the_actor_gets_legal_actions() -> None:
    stage = Stage(start=0)
    stage.join("bo")
    assert sight(stage.table, "ada").legal == tuple(stage.legal())
    assert sight(stage.table, "bo").legal == ()
    assert sight(stage.table, None).legal == ()


def test_income_is_hidden_in_the_news_of_others() -> None:
    stage = Stage(start=0)
    stage.join("bo")
    stage.act_any()
    income = next(text for text in stage.legal() if text.startswith("M"))
    before = stage.table
    after = stage.act("ada", income)
    event = stage.events[-1]
    assert news(before, event, after, "ada", "en").text == income
    for other in ("bo", None):
        told = news(before, event, after, other, "en")
        assert told.text == "M ?"
        assert income[2:] not in msgspec.json.encode(told.lines).decode()


def test_hot_seat_looks_with_the_eyes_of_the_actor() -> None:
    stage = Stage(OwnSeat(name="Ada"), OwnSeat(name="Bea"), start=1)
    assert sight(stage.table, "ada").seat == 1
    rng = random.Random(1)
    while stage.table.actor == 1:
        stage.act_any(rng)
    assert sight(stage.table, "ada").seat == 0


def test_points_of_a_match_are_added_up() -> None:
    stage = Stage(OwnSeat(), OwnSeat(name="Bea"), games=2)
    stage.play_out(1)
    first = sight(stage.table, "ada")
    assert first.totals == stage.table.results[0].scores
    stage.keep(matches.get_ready(stage.table, "ada", stage.now, stage.seed))
    stage.play_out(2)
    total = sight(stage.table, None).totals
    assert total == tuple(
        sum(scores) for scores in zip(*(r.scores for r in stage.table.results), strict=True)
    )


def test_a_shared_device_keeps_no_secrets_in_its_log() -> None:
    stage = Stage(OwnSeat(name="Ada"), OwnSeat(name="Bea"), start=0)
    stage.act_any()
    income = next(text for text in stage.legal() if text.startswith("M"))
    before = stage.table
    after = stage.act("ada", income)
    told = news(before, stage.events[-1], after, "ada", "en")
    assert told.text == "M ?"
    assert income[2:] not in msgspec.json.encode(told.lines).decode()


@pytest.mark.parametrize("key", stellwerk.games())
def test_whole_turns_are_told_once_they_stand(key: str) -> None:
    """Every action of a player is told in exactly one turn."""
    stage = finished(key, 3)
    before, covered, pending = None, 0, 0
    for event in stage.events:
        after = evolve(before, event)
        told = news(before, event, after, "ada", "en")
        if told.kind == "acted" and told.seat is not None:
            pending += 1
            if told.told is not None:
                assert told.told.actions == pending
                covered, pending = covered + pending, 0
        elif told.kind == "acted":
            assert told.told is None
            assert pending == 0
        before = after
    assert pending == 0
    assert covered == sum(not text.startswith("! ") for text in stage.table.actions)


def test_a_turn_hides_what_its_actions_hide() -> None:
    stage = Stage(start=0)
    stage.join("bo")
    stage.act_any()
    income = next(text for text in stage.legal() if text.startswith("M"))
    stage.act("ada", income)
    before = stage.table
    after = stage.act("ada", "E")
    event = stage.events[-1]
    own, other = (news(before, event, after, player, "en").told for player in ("ada", "bo"))
    assert own is not None
    assert other is not None
    assert own.actions == other.actions == 3
    assert "banks 1 card" in other.lines[0].text
    assert "banks 1 card" not in own.lines[0].text


def test_what_was_taken_back_is_not_told() -> None:
    stage = Stage(start=0)
    stage.join("bo")
    stage.act_any()
    income = [text for text in stage.legal() if text.startswith("M")]
    stage.act("ada", income[0])
    stage.keep(play.undo(stage.table, "ada", None, stage.now))
    stage.act("ada", income[1])
    before = stage.table
    after = stage.act("ada", "E")
    told = news(before, stage.events[-1], after, "ada", "en")
    assert told.told is not None
    assert told.told.actions == 3
    assert told.told.lines[0].text.count("banks") == 1
