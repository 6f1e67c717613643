"""Time in which nobody could move is given back, once, and every replay of the events agrees."""

from __future__ import annotations

from stellwerk.tables import play
from stellwerk.tables.clocks import Outage, deadline
from stellwerk.tables.config import BotSeat, DaysClock, LiveClock, OwnSeat
from stellwerk.tables.events import Credited
from tests.tables.people import Stage


def until(stage: Stage) -> float:
    """When the actor's time runs out, in seconds from now."""
    found = deadline(stage.table.times, stage.table.config.clock, stage.table.actor)
    assert found is not None
    return found - stage.now


def credit(stage: Stage, *outages: Outage) -> bool:
    """Give back what is owed; False if nothing is. `Stage.keep` replays the events."""
    draft = play.credit(stage.table, outages, stage.now)
    if draft is not None:
        stage.keep(draft)
    return draft is not None


def test_an_outage_longer_than_the_clock_costs_nothing() -> None:
    stage = Stage(start=0, clock=LiveClock(30))
    stage.join("bo")
    stage.now += 10
    outage = Outage(stage.now, stage.now + 63)
    stage.now += 63
    assert play.is_overdue(stage.table, stage.now)
    assert credit(stage, outage)
    assert until(stage) == 20
    assert not credit(stage, outage)
    stage.act_any()
    stage.act("ada", "E")
    assert list(stage.table.times.left) == [20, 30]
    assert not credit(stage, outage)


def test_outages_add_up_and_only_what_falls_into_the_turn_counts() -> None:
    stage = Stage(start=0, clock=LiveClock(60))
    stage.join("bo")
    start = stage.now
    stage.now += 50
    before, across = Outage(start - 100, start - 90), Outage(start - 5, start + 5)
    inside = Outage(start + 20, start + 30)
    assert credit(stage, before, across, inside)
    assert until(stage) == 60 - 50 + 5 + 10
    stage.now += 30
    later = Outage(stage.now - 20, stage.now)
    assert credit(stage, before, across, inside, later)
    assert until(stage) == 25 - 30 + 20
    (first, second) = [event.what for event in stage.events if isinstance(event.what, Credited)]
    assert (first.seconds, second.seconds) == (15, 20)


def test_a_pause_a_bot_and_no_clock_are_owed_nothing() -> None:
    for stage in (
        Stage(start=0),
        Stage(OwnSeat(), BotSeat("simple"), start=1, clock=LiveClock(30)),
        Stage(start=0, clock=LiveClock(30)),
    ):
        if stage.status() == "open":
            stage.join("bo")
        if stage.table.config.clock == LiveClock(30) and stage.table.actor == 0:
            stage.keep(play.propose(stage.table, "ada", "pause", 0, None, stage.now, stage.seed))
            stage.keep(play.answer(stage.table, "bo", agree=True, seat=None, now=stage.now, fresh=stage.seed))
        stage.now += 100
        assert not credit(stage, Outage(stage.now - 90, stage.now))


def test_days_get_back_what_matters_for_days() -> None:
    stage = Stage(start=0, clock=DaysClock(1))
    stage.join("bo")
    stage.now += 1000
    short = Outage(stage.now - 60, stage.now)
    assert not credit(stage, short)
    stage.now += 7200
    assert credit(stage, short, Outage(stage.now - 7200, stage.now))
    assert until(stage) == 86_400 - 1000 + 60
