"""Opening a table, sitting down, getting up, talking."""

from __future__ import annotations

import pytest

import stellwerk
from stellwerk import SetupError
from stellwerk.tables import commands
from stellwerk.tables.config import BotSeat, OpenSeat, OwnSeat, TableConfig
from stellwerk.tables.errors import TableError
from tests.tables.people import Stage


def test_a_table_waits_until_it_is_full_and_begins() -> None:
    stage = Stage()
    assert stage.status() == "open"
    assert stage.table.state is None
    stage.join("bo")
    assert stage.status() == "playing"
    assert stage.table.actions[0].startswith("! ")
    assert stage.table.actor == stage.table.start_seat


def test_a_table_with_bots_only_missing_begins_at_once() -> None:
    stage = Stage(OwnSeat(), BotSeat("simple"))
    assert stage.status() == "playing"
    assert stage.table.seats[1].level == "simple"


def test_the_start_seat_is_drawn_from_the_seed_or_chosen() -> None:
    drawn = {Stage(OwnSeat(), BotSeat("random")).table.start_seat}
    assert drawn == {stellwerk.core.chance.draw_start_seat("seed 0", 2)}
    assert Stage(OwnSeat(), BotSeat("random"), start=1).table.start_seat == 1


def test_the_cards_come_from_the_seed_that_was_committed_to() -> None:
    stage = Stage(OwnSeat(), OwnSeat(name="Bea"))
    before = stage.table.commitment
    stage.play_out()
    assert stellwerk.verify(stage.table.record()) >= 1
    assert stage.table.record().commitment == before


def test_wrong_orders_are_refused() -> None:
    def order(config: TableConfig) -> None:
        commands.open_table("t", config, "ada", "Ada", "CODE", "seed", 0)

    with pytest.raises(SetupError, match="unknown_game"):
        order(TableConfig("chess", (OwnSeat(), OpenSeat())))
    with pytest.raises(SetupError, match="bad_seats"):
        order(TableConfig("trambahn", (OwnSeat(),)))
    with pytest.raises(SetupError, match="unknown_option"):
        order(TableConfig("trambahn", (OwnSeat(), OpenSeat()), {"colour": 1}))
    with pytest.raises(SetupError, match="bad_start_seat"):
        order(TableConfig("trambahn", (OwnSeat(), OpenSeat()), start=5))
    with pytest.raises(TableError, match="unknown_bot"):
        order(TableConfig("trambahn", (OwnSeat(), BotSeat("deep thought"))))
    with pytest.raises(TableError, match="bad_match"):
        order(TableConfig("trambahn", (OwnSeat(), OpenSeat()), games=5))


def test_nobody_sits_twice_or_on_another() -> None:
    stage = Stage(OpenSeat(), OwnSeat())
    with pytest.raises(TableError, match="already_seated"):
        stage.join("ada")
    with pytest.raises(TableError, match="seat_taken"):
        stage.join("bo", seat=1)
    stage.join("bo", seat=0)
    with pytest.raises(TableError, match="table_is_playing"):
        stage.join("cy")


def test_the_owner_lets_a_bot_sit_down() -> None:
    stage = Stage()
    with pytest.raises(TableError, match="owner_only"):
        commands.seat_bot(stage.table, "bo", 1, "simple", 0)
    with pytest.raises(TableError, match="unknown_bot"):
        commands.seat_bot(stage.table, "ada", 1, "nobody", 0)
    for seat in (0, -1, 9):
        with pytest.raises(TableError, match="seat_taken"):
            commands.seat_bot(stage.table, "ada", seat, "simple", 0)
    stage.keep(commands.seat_bot(stage.table, "ada", 1, "simple", stage.now))
    assert stage.status() == "playing"


def test_who_gets_up_leaves_an_open_seat_and_the_last_one_closes_the_table() -> None:
    stage = Stage(OwnSeat(), OpenSeat())
    with pytest.raises(TableError, match="not_seated"):
        commands.leave(stage.table, "bo", 0)
    stage.keep(commands.leave(stage.table, "ada", stage.now))
    assert stage.status() == "closed"
    with pytest.raises(TableError, match="table_is_closed"):
        stage.join("bo")


def test_talking() -> None:
    stage = Stage()
    stage.keep(commands.say(stage.table, "ada", "  good \n luck ", None, stage.now))
    assert stage.table.chat[0].text == "good luck"
    for text in ("", "   ", "x" * 501, "\x1b[2J"):
        with pytest.raises(TableError, match="bad_message"):
            commands.say(stage.table, "ada", text, None, 0)
    with pytest.raises(TableError, match="not_seated"):
        commands.say(stage.table, "bo", "hello", None, 0)


def test_chat_does_not_make_a_move_stale() -> None:
    stage = Stage()
    stage.join("bo")
    seen = stage.table.seq
    stage.keep(commands.say(stage.table, "ada", "hm", None, stage.now))
    from stellwerk.tables import play

    stage.keep(play.act(stage.table, stage.actor(), stage.legal()[0], seen, None, stage.now))
    assert len(stage.table.actions) == 2
