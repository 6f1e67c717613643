"""Acting, taking back, consent, clocks, giving up, playing again."""

from __future__ import annotations

import pytest

import stellwerk
from stellwerk import IllegalAction, NotationError
from stellwerk.tables import matches, play
from stellwerk.tables.config import BotSeat, DaysClock, LiveClock, OpenSeat, OwnSeat
from stellwerk.tables.errors import TableError
from tests.tables.people import Stage


@pytest.fixture
def stage() -> Stage:
    stage = Stage(start=0)
    stage.join("bo")
    return stage


def propose(stage: Stage, player: str, wish: str, actions: int = 0) -> None:
    stage.keep(play.propose(stage.table, player, wish, actions, None, stage.now, stage.seed))


def answer(stage: Stage, player: str, *, agree: bool) -> None:
    stage.keep(play.answer(stage.table, player, agree=agree, seat=None, now=stage.now, fresh=stage.seed))


def test_a_whole_game_between_two_people(stage: Stage) -> None:
    stage.play_out()
    assert stage.status() == "ended"
    assert stage.table.results[0] == stage.table.game.result(stage.table.state)
    assert stellwerk.verify(stage.table.record()) >= 1


def test_actions_are_checked_in_order(stage: Stage) -> None:
    with pytest.raises(TableError, match="not_seated"):
        stage.act("cy", "E")
    with pytest.raises(NotationError):
        stage.act("ada", "castle")
    with pytest.raises(TableError, match="not_your_turn"):
        stage.act("bo", "E")
    with pytest.raises(IllegalAction):
        stage.act("ada", "E")
    with pytest.raises(TableError, match="not_your_seat"):
        stage.act("ada", "E", seat=1)
    assert len(stage.table.actions) == 1


def test_an_action_for_an_old_or_future_position_is_refused(stage: Stage) -> None:
    seen = stage.table.seq
    stage.act_any()
    for expected in (seen, stage.table.seq + 1):
        with pytest.raises(TableError, match="stale"):
            play.act(stage.table, "ada", stage.legal()[0], expected, None, stage.now)


def test_own_actions_are_taken_back_within_the_turn(stage: Stage) -> None:
    before = stage.table.state
    stage.act_any()
    middle = stage.table.state
    stage.act_any()
    stage.keep(play.undo(stage.table, "ada", None, stage.now))
    assert stage.table.state == middle
    stage.keep(play.undo(stage.table, "ada", None, stage.now))
    assert stage.table.state == before
    with pytest.raises(TableError, match="nothing_to_undo"):
        play.undo(stage.table, "ada", None, stage.now)
    stage.play_out()
    assert stellwerk.verify(stage.table.record()) >= 1


def test_nothing_goes_back_across_drawn_cards(stage: Stage) -> None:
    stage.act_any()
    stage.act("ada", "E")
    with pytest.raises(TableError, match="nothing_to_undo"):
        play.undo(stage.table, "ada", None, stage.now)
    with pytest.raises(TableError, match="undo_across_reveal"):
        propose(stage, "ada", "undo", len(stage.table.actions) - 1)


def test_further_undo_needs_consent() -> None:
    stage = Stage(start=0)
    stage.join("bo")
    stage.act_any()
    stage.act_any()
    state = stage.table.state
    propose(stage, "bo", "undo", 1)
    assert stage.table.state == state
    with pytest.raises(TableError, match="proposal_pending"):
        propose(stage, "ada", "pause")
    answer(stage, "ada", agree=False)
    assert stage.table.proposal is None
    propose(stage, "bo", "undo", 1)
    answer(stage, "ada", agree=True)
    assert len(stage.table.actions) == 1


def test_an_action_ends_a_proposal(stage: Stage) -> None:
    stage.act_any()
    propose(stage, "bo", "undo", 1)
    stage.act_any()
    assert stage.table.proposal is None
    with pytest.raises(TableError, match="nothing_proposed"):
        answer(stage, "ada", agree=True)


def test_pause_needs_consent_and_stops_the_clock() -> None:
    stage = Stage(start=0, clock=LiveClock(60))
    stage.join("bo")
    stage.now += 10
    propose(stage, "ada", "pause")
    assert stage.status() == "playing"
    answer(stage, "bo", agree=True)
    assert stage.status() == "paused"
    with pytest.raises(TableError, match="table_is_paused"):
        stage.act("ada", stage.legal()[0])
    stage.now += 1000
    stage.keep(play.resume(stage.table, "bo", None, stage.now))
    assert list(stage.table.times.left) == [50, 60]
    assert not play.is_overdue(stage.table, stage.now + 49)
    assert play.is_overdue(stage.table, stage.now + 50)


def test_a_live_clock_counts_turns_and_gives_increments() -> None:
    stage = Stage(start=0, clock=LiveClock(60, 5))
    stage.join("bo")
    stage.now += 7
    stage.act_any()
    assert list(stage.table.times.left) == [60, 60]
    stage.now += 3
    stage.act("ada", "E")
    assert list(stage.table.times.left) == [55, 60]
    stage.now += 61
    with pytest.raises(TableError, match="time_is_up"):
        stage.act_any()
    draft = play.expire(stage.table, stage.now)
    assert draft is not None
    stage.keep(draft)
    assert stage.status() == "ended"
    assert stage.table.results[0].winners == (0,)
    assert stage.table.results[0].reason == "timed_out"


def test_days_per_move() -> None:
    stage = Stage(start=0, clock=DaysClock(2))
    stage.join("bo")
    assert play.expire(stage.table, stage.now + 2 * 86_400 - 1) is None
    assert play.expire(stage.table, stage.now + 2 * 86_400) is not None


def test_a_bot_is_never_out_of_time() -> None:
    stage = Stage(OwnSeat(), BotSeat("simple"), start=1, clock=LiveClock(60))
    assert play.expire(stage.table, stage.now + 10_000) is None


def test_who_resigns_loses(stage: Stage) -> None:
    stage.keep(play.resign(stage.table, "bo", None, stage.now))
    assert stage.table.results[0].winners == (0,)
    assert stage.table.results[0].ranks == (1, 2)
    with pytest.raises(TableError, match="table_is_ended"):
        stage.act("ada", "E")


def test_a_rematch_rotates_the_start(stage: Stage) -> None:
    first_seed, first_start = stage.table.seed, stage.table.start_seat
    with pytest.raises(TableError, match="table_is_playing"):
        propose(stage, "ada", "rematch")
    stage.play_out()
    propose(stage, "ada", "rematch")
    answer(stage, "bo", agree=True)
    assert stage.status() == "playing"
    assert stage.table.game_number == 2
    assert stage.table.start_seat == 1 - first_start
    assert stage.table.seed != first_seed
    stage.play_out(2)
    assert len(stage.table.results) == 2


def test_a_match_is_as_many_games_as_seats() -> None:
    stage = Stage(OwnSeat(), OpenSeat(), games=2, start=1)
    stage.join("bo")
    stage.play_out()
    is_over = stage.table.is_match_over
    assert not is_over
    with pytest.raises(TableError, match="not_seated"):
        matches.get_ready(stage.table, "cy", stage.now, stage.seed)
    for player in ("bo", "ada"):
        stage.keep(matches.get_ready(stage.table, player, stage.now, stage.seed))
    assert stage.table.start_seat == 0
    stage.play_out(3)
    assert stage.table.is_match_over
    with pytest.raises(TableError, match="match_over"):
        matches.get_ready(stage.table, "bo", stage.now, stage.seed)


def test_hot_seat_needs_no_consent_of_oneself() -> None:
    stage = Stage(OwnSeat(name="Ada"), OwnSeat(name="Bea"), start=0)
    stage.act_any()
    propose(stage, "ada", "undo", 1)
    assert len(stage.table.actions) == 1


def test_bots_act_for_their_own_seat_and_the_current_position() -> None:
    stage = Stage(OwnSeat(), BotSeat("simple"), start=1)
    with pytest.raises(TableError, match="stale"):
        play.act_bot(stage.table, 1, stage.legal()[0], stage.table.position_seq - 1, stage.now)
    with pytest.raises(TableError, match="stale"):
        play.act_bot(stage.table, 0, stage.legal()[0], stage.table.seq, stage.now)
    stage.keep(play.act_bot(stage.table, 1, stage.legal()[0], stage.table.seq, stage.now))
    assert len(stage.table.actions) == 2
