"""Which lines a table gives rise to for bots elsewhere, and that the documentation names them all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest

import stellwerk
from stellwerk.server.api import ENDPOINTS
from stellwerk.server.live import streams
from stellwerk.server.live.lines import EventLine, GameEnd, GameStart, Known, Turn, known_of, lines_of
from stellwerk.tables import commands, play
from stellwerk.tables.config import LiveClock, OpenSeat, OwnSeat, TableConfig

if TYPE_CHECKING:
    from stellwerk.tables.table import Table


def opened(**config: Any) -> Table:
    plan = TableConfig("trambahn", (OwnSeat(), OpenSeat()), **config)
    return commands.open_table("t", plan, "ada", "Ada", "CODE", "seed", 0).table


def told(table: Table, before: Table | None) -> list[EventLine]:
    known = Known() if before is None else known_of(before, "bo")
    return list(lines_of(table, "bo", known, known_of(table, "bo")))


def test_nothing_is_lost_when_events_are_skipped() -> None:
    first = commands.join(opened(start=1), "bo", "Bo", None, 1).table
    ended = play.resign(first, "ada", None, 2).table
    again = play.propose(ended, "ada", "rematch", 0, None, 3, lambda: "next").table
    second = play.answer(again, "bo", agree=True, seat=None, now=4, fresh=lambda: "next").table
    assert [type(line) for line in told(first, None)] == [GameStart, Turn]
    assert [type(line) for line in told(ended, first)] == [GameEnd]
    both = told(second, first)
    assert [type(line) for line in both] == [GameEnd, GameStart]
    assert isinstance(both[0], GameEnd)
    assert (both[0].number, both[0].result) == (1, ended.results[0])
    assert told(second, ended)[0] == both[1]
    assert told(ended, None) == []


def test_a_turn_is_told_once_and_again_when_the_position_changes() -> None:
    table = commands.join(opened(start=1, clock=LiveClock(60)), "bo", "Bo", None, 1).table
    (_, turn) = told(table, None)
    assert isinstance(turn, Turn)
    assert turn.deadline == 61
    talked = commands.say(table, "ada", "Hurry", None, 2).table
    assert told(talked, table) == []
    acted = play.act(talked, "bo", turn.legal[0], talked.seq, None, 3).table
    lines = told(acted, talked)
    assert [type(line) for line in lines] == [Turn]
    assert lines[0].seq == acted.seq  # type: ignore[union-attr]
    paused = play.propose(acted, "ada", "pause", 0, None, 4, lambda: "x").table
    paused = play.answer(paused, "bo", agree=True, seat=None, now=4, fresh=lambda: "x").table
    assert told(paused, acted) == []
    resumed = play.resume(paused, "ada", None, 5).table
    assert [type(line) for line in told(resumed, paused)] == [Turn]


def test_who_gave_up_is_told_that_it_goes_on() -> None:
    plan = TableConfig("transamerica", (OwnSeat(), OpenSeat(), OpenSeat()))
    table = commands.open_table("t", plan, "ada", "Ada", "CODE", "seed", 0).table
    table = commands.join(table, "bo", "Bo", None, 1).table
    table = commands.join(table, "cy", "Cy", None, 1).table
    after = play.resign(table, "bo", None, 2).table
    assert told(after, table) == [GameEnd("t", "transamerica", 1, None)]


def test_the_documentation_names_every_line_and_address() -> None:
    text = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
    for line in get_args(EventLine):
        fields = ", ".join(f"`{name}`" for name in line.__struct_fields__)
        assert f"| `{line.__struct_config__.tag}` | {fields} |" in text
    for path in re.findall(r"(?:GET|POST|PUT|DELETE) +(?:\$S)?(/api[^\s`]*)", text):
        assert path in {endpoint.path.replace(":int", "") for endpoint in ENDPOINTS}, path
    for limit in (f"{streams.MAX_STREAMS} streams", f"{streams.MAX_WAITING:,} lines"):
        assert limit in text


def test_a_table_has_a_limit_of_challenges() -> None:
    table = opened()
    for number in range(commands.MAX_CHALLENGES):
        table = commands.challenge(table, "ada", "Ada", f"p{number}", "Bo", 0).table
    with pytest.raises(stellwerk.StellwerkError, match="challenges_full"):
        commands.challenge(table, "ada", "Ada", "last", "Bo", 0)
