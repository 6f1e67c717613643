"""Tables over the years: a game is played by the rules it began with, whatever the program knows by then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from stellwerk import SetupError
from stellwerk.core import registry
from stellwerk.tables import matches, play
from stellwerk.tables.config import OwnSeat
from stellwerk.tables.events import Opened, Renewed
from stellwerk.tables.evolve import load
from tests.core.test_versions import later
from tests.tables.people import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.tables.table import Table

TODAY = registry.load("trambahn").info.rules_version


@pytest.fixture
def years_pass(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From its call on, every game is two versions older."""
    of_today = registry.load

    def pass_by() -> None:
        monkeypatch.setattr(registry, "load", lambda key: later(of_today(key)))

    return pass_by


def two(games: int = 1) -> Stage:
    return Stage(OwnSeat(name="Ada"), OwnSeat(name="Bea"), games=games)


def reloaded(stage: Stage) -> Table:
    table = load(stage.events)
    assert table is not None
    return table


def test_a_game_goes_on_by_the_rules_it_began_with(years_pass: Callable[[], None]) -> None:
    stage = two()
    stage.act_any()
    years_pass()
    table = reloaded(stage)
    assert (table.rules_version, table.state.rules_version) == (TODAY, TODAY)
    stage.play_out()
    record = stage.table.record()
    assert record.rules_version == TODAY
    assert "added" not in record.options


def test_a_rematch_has_todays_rules(years_pass: Callable[[], None]) -> None:
    stage = two()
    stage.play_out()
    years_pass()
    stage.keep(play.propose(stage.table, "ada", "rematch", 0, None, stage.now, stage.seed))
    renewed = next(event.what for event in stage.events if isinstance(event.what, Renewed))
    assert renewed.rules_version == stage.table.state.rules_version == TODAY + 2
    assert stage.table.record().options["added"] is True


def test_a_match_keeps_the_rules_it_began_with(years_pass: Callable[[], None]) -> None:
    stage = two(games=2)
    stage.play_out()
    years_pass()
    stage.keep(matches.get_ready(stage.table, "ada", stage.now, stage.seed))
    assert stage.table.state.rules_version == TODAY
    assert "added" not in stage.table.record().options


def test_a_table_of_a_newer_program_is_refused() -> None:
    stage = two()
    first = stage.events[0]
    assert isinstance(first.what, Opened)
    stage.events[0] = replace(first, what=replace(first.what, rules_version=9))
    with pytest.raises(SetupError, match="unknown_rules_version"):
        reloaded(stage)
