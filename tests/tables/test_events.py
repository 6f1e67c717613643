"""Events of tables: what is published of them, how often an action is read, and what an undo costs."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from stellwerk.core import registry
from stellwerk.tables import commands, play
from stellwerk.tables.config import BotSeat, OpenSeat, OwnSeat
from stellwerk.tables.events import BotSeated, Chatted, Event, Joined, Opened, What
from stellwerk.tables.evolve import evolve, load
from stellwerk.tables.news import PUBLIC_FIELDS, news
from tests.tables.people import Stage

if TYPE_CHECKING:
    import pytest

    from stellwerk.core.game import AnyGame


def counting(monkeypatch: pytest.MonkeyPatch, key: str) -> dict[str, int]:
    """How often a game's functions are called from now on, by name."""
    game, calls = registry.load(key), {"parse": 0, "apply": 0}

    def counted(name: str) -> Any:
        function = getattr(game, name)

        def call(*arguments: Any) -> Any:
            calls[name] += 1
            return function(*arguments)

        return call

    watched: AnyGame = dataclasses.replace(game, parse=counted("parse"), apply=counted("apply"))
    monkeypatch.setattr(registry, "load", lambda _: watched)
    return calls


def test_every_kind_of_event_says_what_is_public() -> None:
    assert set(PUBLIC_FIELDS) == set(get_args(What))
    for kind, names in PUBLIC_FIELDS.items():
        assert set(names) <= set(kind.__struct_fields__), kind


def test_a_new_field_is_secret_until_somebody_opens_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class JoinedFrom(Joined, frozen=True, tag_field="kind", tag="joined"):
        address: str = "192.0.2.1"

    stage = Stage()
    event = Event("t", 2, stage.now, JoinedFrom(1, "bo", "Bo"))
    monkeypatch.setitem(PUBLIC_FIELDS, JoinedFrom, PUBLIC_FIELDS[Joined])
    told = news(stage.table, event, stage.table, "ada", "en")
    assert told.data == {"name": "Bo"}
    assert b"192.0.2.1" not in msgspec.json.encode(told)


def test_an_action_is_parsed_once_on_its_way_to_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(start=0)
    stage.join("bo")
    text = stage.legal()[0]
    calls = counting(monkeypatch, "trambahn")
    draft = play.act(stage.table, "ada", text, stage.table.seq, None, stage.now)
    for player in ("ada", "bo", None):
        assert [news(*step, player, "en").text for step in draft.steps] == [text]
    assert calls == {"parse": 1, "apply": 1}


def test_undo_replays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(start=0)
    stage.join("bo")
    before = stage.table
    stage.act_any()
    second = stage.table
    stage.act_any()
    calls = counting(monkeypatch, "trambahn")
    draft = play.undo(stage.table, "ada", None, stage.now)
    assert calls == {"parse": 0, "apply": 0}
    assert draft.table.state == second.state
    again = play.undo(draft.table, "ada", None, stage.now)
    assert again.table.state == before.state
    assert play.free_undo(again.table, 0) is None  # only the deal is left


def test_names_of_bots_are_kept_in_events() -> None:
    stage = Stage(OwnSeat(), BotSeat("medium"), OpenSeat(), game="interurban")
    opened = stage.events[0].what
    assert isinstance(opened, Opened)
    assert opened.bot_names == (stage.table.seats[1].name,)
    stage.keep(commands.seat_bot(stage.table, "ada", 2, "medium", stage.now))
    seated = next(event.what for event in stage.events if isinstance(event.what, BotSeated))
    assert seated.name == stage.table.seats[2].name != stage.table.seats[1].name


def test_names_at_a_table_do_not_follow_the_texts() -> None:
    stage = Stage(OwnSeat(), BotSeat("medium"))
    first = stage.events[0]
    assert isinstance(first.what, Opened)
    renamed = msgspec.structs.replace(first.what, bot_names=("Zachary",))
    table = evolve(None, msgspec.structs.replace(first, what=renamed))
    assert table.seats[1].name == "Zachary"


def test_tables_of_the_first_version_show_its_names() -> None:
    stage = Stage(OwnSeat(), BotSeat("medium"), OpenSeat(), game="transamerica")
    first = stage.events[0]
    assert isinstance(first.what, Opened)
    old = msgspec.structs.replace(first, what=msgspec.structs.replace(first.what, bot_names=()))
    table = load([old, Event("t", 2, stage.now, BotSeated(2, "medium"))])
    assert table is not None
    former = registry.load("transamerica").former_bot_names["medium"]
    assert [seat.name for seat in table.seats] == ["Ada", former, "Theo"]


def test_chat_is_published_as_text() -> None:
    stage = Stage()
    event = Event("t", 2, stage.now, Chatted(0, "Hello"))
    told = news(stage.table, event, evolve(stage.table, event), None, "en")
    assert (told.kind, told.seat, told.text, told.data) == ("chatted", 0, "Hello", {})
