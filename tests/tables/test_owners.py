"""Names at a table, and what its owner can do: remove somebody, hand over, leave."""

from __future__ import annotations

import pytest

from stellwerk.tables import commands
from stellwerk.tables.config import BotSeat, OpenSeat, OwnSeat
from stellwerk.tables.errors import TableError
from stellwerk.tables.evolve import skim
from stellwerk.tables.sight import sight
from tests.tables.people import Stage

THREE = (OwnSeat(), OpenSeat(), OpenSeat())


def refused(code: str, work: object) -> None:
    with pytest.raises(TableError) as caught:
        work()  # type: ignore[operator]
    assert caught.value.code == code


def test_nobody_has_somebody_elses_name() -> None:
    stage = Stage(*THREE, game="interurban")
    stage.keep(commands.join(stage.table, "bo", "ada", None, stage.now))
    stage.keep(commands.join(stage.table, "cy", "Ada", None, stage.now))
    assert [seat.name for seat in stage.table.seats] == ["Ada", "ada 2", "Ada 3"]


def test_a_new_name_is_seen_at_the_seat_and_in_the_record() -> None:
    stage = Stage()
    stage.join("bo")
    draft = commands.rename(stage.table, "bo", "Bo", "Ada", "bob", stage.now)
    assert draft is not None
    stage.keep(draft)
    assert (stage.table.seats[1].name, stage.table.seats[1].login) == ("Ada 2", "bob")
    assert commands.rename(stage.table, "bo", "Bo", "Ada", "bob", stage.now) is None  # nothing changes
    stage.play_out()
    table = None
    for event in stage.events:
        table = skim(table, event)
    assert table is not None
    assert table.record().players == ("Ada", "Ada 2")


def test_on_a_shared_device_only_your_own_name_changes() -> None:
    stage = Stage(OwnSeat(), OwnSeat("Cleo"))
    draft = commands.rename(stage.table, "ada", "Ada", "Agnes", None, stage.now)
    assert draft is not None
    assert [seat.name for seat in stage.keep(draft).seats] == ["Agnes", "Cleo"]


def test_the_owner_removes_somebody_for_good() -> None:
    stage = Stage(*THREE, game="interurban")
    stage.join("bo")
    refused("owner_only", lambda: commands.remove(stage.table, "bo", 0, stage.now))
    refused("nobody_there", lambda: commands.remove(stage.table, "ada", 0, stage.now))
    refused("nobody_there", lambda: commands.remove(stage.table, "ada", 2, stage.now))
    stage.keep(commands.remove(stage.table, "ada", 1, stage.now))
    assert stage.table.seats[1].is_open
    refused("was_removed", lambda: stage.join("bo"))
    stage.join("cy")
    assert stage.table.seats[1].name == "Cy"


def test_the_owner_removes_a_bot() -> None:
    stage = Stage(OwnSeat(), BotSeat("easy"), OpenSeat(), game="interurban")
    stage.keep(commands.remove(stage.table, "ada", 1, stage.now))
    assert stage.table.seats[1].is_open


def test_the_owner_hands_over() -> None:
    stage = Stage(OwnSeat(), OpenSeat(), BotSeat("easy"), OpenSeat(), game="interurban")
    stage.join("bo")
    refused("not_a_person", lambda: commands.hand_over(stage.table, "ada", 2, stage.now))
    stage.keep(commands.hand_over(stage.table, "ada", 1, stage.now))
    assert sight(stage.table, "bo").is_owner
    assert sight(stage.table, "ada").owner == 1
    refused("owner_only", lambda: commands.hand_over(stage.table, "ada", 1, stage.now))


def test_an_owner_who_leaves_hands_over_by_itself() -> None:
    stage = Stage(*THREE, game="interurban")
    stage.join("bo")
    stage.keep(commands.leave(stage.table, "ada", stage.now))
    assert (stage.table.owner, stage.status()) == ("bo", "open")
    stage.keep(commands.leave(stage.table, "bo", stage.now))
    assert stage.status() == "closed"
