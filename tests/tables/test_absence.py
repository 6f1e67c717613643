"""Nobody waits for ever: reminders, going on without somebody, taking a seat back, tables of strangers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stellwerk.store import index_of
from stellwerk.tables import absence, play
from stellwerk.tables.config import Clock, DaysClock, LiveClock, NoClock, OpenSeat, OwnSeat, SeatPlan
from stellwerk.tables.errors import TableError
from stellwerk.tables.sight import may_see, sight
from tests.tables.people import Stage

if TYPE_CHECKING:
    from stellwerk.tables.table import Table

DAY = 86_400.0


def begun(*others: str, clock: Clock | None = None, **config: object) -> Stage:
    """A game that Ada begins."""
    seats: tuple[SeatPlan, ...] = (OwnSeat(), *(OpenSeat() for _ in others))
    game = "trambahn" if len(seats) == 2 else "interurban"
    stage = Stage(*seats, game=game, clock=clock, start=0, **config)
    for player in others:
        stage.join(player)
    return stage


def nudge(stage: Stage, player: str) -> Table:
    return stage.keep(absence.nudge(stage.table, player, None, stage.now))


def propose(stage: Stage, player: str, wish: str) -> Table:
    return stage.keep(play.propose(stage.table, player, wish, 0, None, stage.now, stage.seed))


def agree(stage: Stage, player: str) -> Table:
    answered = play.answer(stage.table, player, agree=True, seat=None, now=stage.now, fresh=stage.seed)
    return stage.keep(answered)


def refused(code: str, work: object) -> None:
    with pytest.raises(TableError) as caught:
        work()  # type: ignore[operator]
    assert caught.value.code == code


def waited(*others: str) -> Stage:
    """Everybody has waited for Ada long enough, and reminded her."""
    stage = begun(*others)
    stage.now += absence.PATIENCE
    nudge(stage, others[0])
    stage.now += absence.AFTER_NUDGE
    return stage


@pytest.mark.parametrize(("clock", "pause"), [(NoClock(), 60.0), (LiveClock(600), 30.0), (DaysClock(2), DAY)])
def test_a_reminder_has_its_time(clock: Clock, pause: float) -> None:
    stage = begun("bo", clock=clock)
    refused("nobody_to_nudge", lambda: nudge(stage, "ada"))
    stage.now += pause - 1
    refused("nudge_later", lambda: nudge(stage, "bo"))
    stage.now += 1
    assert sight(stage.table, "bo").nudge_at == stage.now
    nudge(stage, "bo")
    refused("nudge_later", lambda: nudge(stage, "bo"))
    stage.now += 1
    stage.act_any()
    assert stage.table.nudged is None


def test_the_others_can_go_on_only_after_a_wait_and_a_reminder() -> None:
    stage = begun("bo")
    stage.now += absence.PATIENCE + 1
    refused("nobody_absent", lambda: propose(stage, "bo", "takeover"))  # she was not reminded
    nudge(stage, "bo")
    refused("not_absent_yet", lambda: propose(stage, "bo", "takeover"))
    stage.now += absence.AFTER_NUDGE
    refused("nobody_absent", lambda: propose(stage, "ada", "abandon"))  # it is her turn
    assert sight(stage.table, "bo").vote_at == stage.now


@pytest.mark.parametrize("clock", [LiveClock(4 * 3600), DaysClock(1)])
def test_where_there_is_a_clock_the_clock_decides(clock: Clock) -> None:
    stage = begun("bo", clock=clock)
    stage.now += 3 * 3600 if isinstance(clock, LiveClock) else DAY / 2
    nudge(stage, "bo")
    stage.now += absence.AFTER_NUDGE
    refused("nobody_absent", lambda: propose(stage, "bo", "takeover"))


def test_a_bot_takes_the_seat_and_it_shows_everywhere() -> None:
    stage = waited("bo")
    propose(stage, "bo", "takeover")  # nobody else has to agree
    seat = stage.table.seats[0]
    assert (seat.name, seat.level) == ("Ada", stage.table.game.info.substitute)
    assert sight(stage.table, None).seats[0].stands_in
    assert "ada" in index_of(stage.table).people
    (given_up,) = stage.table.given_up
    assert (given_up.seat, given_up.reason) == (0, "absent")


def test_with_three_both_others_have_to_agree() -> None:
    stage = waited("bo", "cy")
    propose(stage, "bo", "takeover")
    assert not stage.table.seats[0].is_bot
    agree(stage, "cy")
    assert stage.table.seats[0].is_bot


def test_whoever_acts_is_not_absent() -> None:
    stage = waited("bo", "cy")
    propose(stage, "bo", "takeover")
    stage.act_any()
    assert stage.table.proposal is None


def test_a_game_can_end_without_a_result() -> None:
    stage = waited("bo")
    propose(stage, "bo", "abandon")
    result = stage.table.results[-1]
    assert (stage.table.status, result.reason, result.winners) == ("ended", "abandoned", ())
    assert set(result.ranks) == {1}


def test_a_game_without_a_result_adds_nothing_to_a_match() -> None:
    stage = begun("bo", games=2)
    stage.now += absence.PATIENCE
    nudge(stage, "bo")
    stage.now += absence.AFTER_NUDGE
    propose(stage, "bo", "abandon")
    match = stage.table.match()
    assert match is not None
    assert (match.totals, match.given_up) == ((0, 0), (0, 0))


def test_a_lost_seat_can_be_taken_back_once() -> None:
    stage = waited("bo")
    propose(stage, "bo", "takeover")
    assert sight(stage.table, "ada").can_take_back
    assert not sight(stage.table, "bo").can_take_back
    stage.keep(absence.take_back(stage.table, "ada", "Ada", "ada", stage.now))
    assert (stage.table.seats[0].player, stage.table.seats[0].login) == ("ada", "ada")
    assert stage.table.given_up == ()
    stage.act_any()
    while stage.table.actor != 0:
        stage.act_any()
    stage.now += absence.PATIENCE
    nudge(stage, "bo")
    stage.now += absence.AFTER_NUDGE
    propose(stage, "bo", "takeover")
    refused("nothing_to_take_back", lambda: absence.take_back(stage.table, "ada", "Ada", None, stage.now))


def test_a_seat_lost_to_the_clock_comes_back_with_a_minute() -> None:
    stage = begun("bo", "cy", clock=LiveClock(30), spectators=False)
    stage.now += 31
    expired = play.expire(stage.table, stage.now)
    assert expired is not None
    stage.keep(expired)
    assert stage.table.seats[0].is_bot
    assert may_see(stage.table, "ada")
    stage.keep(absence.take_back(stage.table, "ada", "Ada", None, stage.now))
    assert stage.table.times.left[0] == 60
    assert play.expire(stage.table, stage.now + 59) is None


def test_whoever_resigned_does_not_come_back() -> None:
    stage = begun("bo", "cy", spectators=False)
    stage.keep(play.resign(stage.table, "ada", None, stage.now))
    assert stage.table.seats[0].is_bot
    refused("nothing_to_take_back", lambda: absence.take_back(stage.table, "ada", "Ada", None, stage.now))
    assert not may_see(stage.table, "ada")
    assert "ada" in index_of(stage.table).people  # the game stays in her history


def test_a_table_of_strangers_ends_by_itself() -> None:
    waiting = Stage(public=True)
    assert index_of(waiting.table).sweep == waiting.now + DAY
    assert play.expire(waiting.table, waiting.now + DAY - 1) is None
    closed = play.expire(waiting.table, waiting.now + DAY)
    assert closed is not None
    assert waiting.keep(closed).status == "closed"
    assert index_of(waiting.table).sweep is None
    running = begun("bo", public=True)
    assert play.expire(running.table, running.now + 30 * DAY - 1) is None
    ended = play.expire(running.table, running.now + 30 * DAY)
    assert ended is not None
    assert running.keep(ended).results[-1].reason == "abandoned"


def test_friends_may_wait_as_long_as_they_like() -> None:
    for stage in (Stage(), begun("bo")):
        assert play.expire(stage.table, stage.now + 1000 * DAY) is None
