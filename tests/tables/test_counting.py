"""For whom a game counts, and why not: each reason by the way it comes about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from stellwerk.store.games import played_game
from stellwerk.tables import absence, commands, play
from stellwerk.tables.config import BotSeat, LiveClock, OpenSeat, OwnSeat, SeatPlan, TableConfig
from stellwerk.tables.counting import counts_for, why_unrated
from stellwerk.tables.errors import TableError
from stellwerk.tables.sight import sight
from tests.tables.people import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.tables.config import Clock
    from stellwerk.tables.table import Table


def begun(*others: str, clock: Clock | None = None, rated: bool = True) -> Stage:
    """A rated game that Ada begins."""
    seats: tuple[SeatPlan, ...] = (OwnSeat(), *(OpenSeat() for _ in others))
    game = "trambahn" if len(seats) == 2 else "tiny"
    stage = Stage(*seats, game=game, clock=clock, start=0, rated=rated)
    for player in others:
        stage.join(player)
    return stage


def resign(stage: Stage, player: str) -> Table:
    return stage.keep(play.resign(stage.table, player, None, stage.now))


def agreed(stage: Stage, wish: str, by: str, *others: str, actions: int = 0) -> Table:
    stage.keep(play.propose(stage.table, by, wish, actions, None, stage.now, stage.seed))
    for player in others:
        answer = play.answer(stage.table, player, agree=True, seat=None, now=stage.now, fresh=stage.seed)
        stage.keep(answer)
    return stage.table


def test_a_rated_game_counts_for_everybody() -> None:
    table = begun("bo", "cy").play_out()
    assert counts_for(table) == {0, 1, 2}
    assert why_unrated(table) == sight(table, None).unrated == ()


def test_a_game_that_is_not_rated_counts_for_nobody() -> None:
    table = begun("bo", "cy", rated=False).play_out()
    assert (counts_for(table), why_unrated(table)) == (set(), ())


def test_resigning_among_two_is_a_defeat_that_counts() -> None:
    stage = begun("bo")
    table = resign(stage, "ada")
    assert counts_for(table) == {0, 1}
    assert [seat.place for seat in played_game(table).seats] == [2, 1]


def test_whoever_leaves_comes_last_and_the_others_are_spared() -> None:
    stage = begun("bo", "cy")
    resign(stage, "bo")
    assert sight(stage.table, "ada").unrated == ("takeover",)
    table = finished_by_bots(stage)
    assert counts_for(table) == {1}
    left = played_game(table).seats[1]
    assert (left.player, left.name, left.level) == ("bo", "Bo", None)
    assert (left.place, left.left_by, left.has_won, left.counts) == (3, "resigned", False, True)


def test_whoever_lost_a_seat_to_the_clock_comes_last_too() -> None:
    stage = begun("bo", "cy", clock=LiveClock(60))
    stage.now += 61
    expired = play.expire(stage.table, stage.now)
    assert expired is not None
    stage.keep(expired)
    assert counts_for(finished_by_bots(stage)) == {0}


def test_a_seat_taken_back_counts_for_nobody() -> None:
    stage = begun("bo", "cy", clock=LiveClock(3000))
    stage.now += 3001
    expired = play.expire(stage.table, stage.now)
    assert expired is not None
    stage.keep(expired)
    stage.keep(absence.take_back(stage.table, "ada", "Ada", "ada", stage.now))
    table = stage.play_out()
    assert (counts_for(table), why_unrated(table)) == (set(), ("takeover",))


def test_going_on_without_the_absent_counts_for_them_alone() -> None:
    stage = waited()
    agreed(stage, "takeover", "bo", "cy")
    assert counts_for(finished_by_bots(stage)) == {0}


def test_an_end_without_a_result_counts_for_nobody() -> None:
    stage = waited()
    table = agreed(stage, "abandon", "bo", "cy")
    assert (counts_for(table), why_unrated(table)) == (set(), ("abandoned",))
    assert not any(seat.has_won for seat in played_game(table).seats)


def test_taking_back_across_turns_counts_for_nobody() -> None:
    stage = Stage(game="transamerica", start=0, rated=True)  # where nothing is revealed at the end of a turn
    stage.join("bo")
    before = len(stage.table.actions)
    while stage.actor() == "ada":
        stage.act_any()
    agreed(stage, "undo", "ada", "bo", actions=before)
    assert why_unrated(stage.table) == ("undo",)
    assert counts_for(resign(stage, "bo")) == set()


def test_taking_back_within_a_turn_is_everybody_s_right() -> None:
    stage = Stage(rated=True, start=0)
    stage.join("bo")
    stage.act_any()
    assert stage.actor() == "ada"
    stage.keep(play.undo(stage.table, "ada", None, stage.now))
    assert why_unrated(stage.table) == ()


def test_a_bot_that_fails_is_no_yardstick() -> None:
    stage = Stage(OwnSeat(), BotSeat("easy"), start=1, rated=True)
    text = stage.legal()[0]
    stage.keep(play.act_bot(stage.table, 1, text, stage.table.seq, stage.now, has_failed=True))
    assert why_unrated(stage.table) == ("bot_failed",)


def test_the_next_game_is_a_new_one() -> None:
    stage = begun("bo", "cy")
    resign(stage, "bo")
    finished_by_bots(stage)
    agreed(stage, "rematch", "ada", "cy")
    assert why_unrated(stage.table) == ("unmeasured",)  # the bot that stood in was never measured
    assert counts_for(finished_by_bots(stage)) == set()


def test_no_hints_at_a_rated_table() -> None:
    stage = Stage(OwnSeat(), BotSeat("easy"), start=0, rated=True)
    assert not sight(stage.table, "ada").can_hint
    with pytest.raises(TableError, match="no_hints"):
        play.hint(stage.table, "ada", 1, stage.now)


@pytest.mark.parametrize(
    ("code", "config"),
    [
        ("rated_one_seat", TableConfig("trambahn", (OwnSeat(), OwnSeat()))),
        ("rated_one_seat", TableConfig("trambahn", (OwnSeat(), BotSeat("easy")), guide=True)),
        ("rated_options", TableConfig("transamerica", (OwnSeat(), OpenSeat()), {"announce": True})),
        ("rated_bot", TableConfig("trambahn", (OwnSeat(), BotSeat("simple")))),
    ],
)
def test_what_no_rated_table_can_be(code: str, config: TableConfig) -> None:
    rated = replace(config, rated=True)
    refused(code, lambda: commands.open_table("t", rated, "ada", "Ada", "C", "seed", 0.0, login="ada"))


def test_guests_play_unrated() -> None:
    config = TableConfig("trambahn", (OwnSeat(), OpenSeat()), rated=True)
    refused("rated_account", lambda: commands.open_table("t", config, "ada", "Ada", "C", "seed", 0.0))
    stage = Stage(rated=True)
    refused("rated_account", lambda: commands.join(stage.table, "bo", "Bo", None, stage.now))
    refused("rated_bot", lambda: commands.seat_bot(stage.table, "ada", 1, "simple", stage.now))


def refused(code: str, work: Callable[[], object]) -> None:
    with pytest.raises(TableError) as caught:
        work()
    assert caught.value.code == code


def waited() -> Stage:
    """The others have waited for Ada long enough, and reminded her."""
    stage = begun("bo", "cy")
    stage.now += absence.PATIENCE
    stage.keep(absence.nudge(stage.table, "bo", None, stage.now))
    stage.now += absence.AFTER_NUDGE
    return stage


def finished_by_bots(stage: Stage) -> Table:
    """The game as it ends if everybody plays the first thing that is allowed."""
    while stage.table.status == "playing":
        actor = stage.table.actor
        assert actor is not None
        if stage.table.seats[actor].level is None:
            stage.act_any()
        else:
            stage.keep(
                play.act_bot(stage.table, actor, stage.legal()[0], stage.table.position_seq, stage.now)
            )
    return stage.table
