"""Replays: everything of a finished game; of a running one what the viewer’s seat was told at the time."""

from __future__ import annotations

import random
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import stellwerk
from stellwerk.server.live.wire import ServerFrame, TableFrame
from stellwerk.tables.events import Acted, Opened
from tests.contract.worlds import random_game
from tests.golden import archive
from tests.server.harness import OPEN, OWN, Person, Refusal, bot, serving

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio

MOST = 60
"""No more actions are played before somebody looks back."""
LIMIT = 300_000
"""Bytes that the replay of a long game may have on its way."""


def first_third(key: str, seats: int) -> int:
    """A number of actions within which no game ends, however it is dealt."""
    game = stellwerk.load(key)
    return min(MOST, len(list(random_game(game, game.setup(seats), key))) // 3)


async def play(people: list[Person], table: str, actions: int, rng: random.Random) -> None:
    """The people play at random, each hearing of every action before the next."""
    for _ in range(actions):
        sight = people[0].sights[table]
        if sight.status == "ended":
            return
        assert sight.actor is not None
        actor = people[sight.actor]
        done = await actor.act(table, rng.choice(actor.sights[table].legal))
        for person in people:
            await person.until(lambda person=person, done=done: person.sights[table].seq >= done)  # type: ignore[misc]


async def begun(stack: AsyncExitStack, server: Server, key: str, **config: Any) -> tuple[list[Person], str]:
    """People at a table, connected: three if the game allows it."""
    fewest, most = stellwerk.load(key).info.seats
    seats = max(fewest, min(3, most))
    people = [await stack.enter_async_context(Person(server, f"Guest {seat}")) for seat in range(seats)]
    table = await people[0].open_table(key, OWN, *(OPEN,) * (seats - 1), **config)
    for person in people:
        await person.connect()
        await person.follow(table)
        if person is not people[0]:
            await person.do(table, "join")
    for person in people:
        await person.until(lambda person=person: person.sights[table].status == "playing")  # type: ignore[misc]
    return people, table


def plain(value: object) -> Any:
    """As it comes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


def told(person: Person, table: str) -> tuple[dict[int, Any], list[Any]]:
    """What somebody was told at the time: views by number of actions, and the news of all actions."""
    views: dict[int, Any] = {}
    news: list[Any] = []
    for raw in person.received:
        frame = msgspec.json.decode(raw, type=ServerFrame)
        if isinstance(frame, TableFrame) and frame.table.id == table:
            news += [plain(one) for one in frame.news if one.kind == "acted"]
            if frame.table.actions:
                views[frame.table.actions] = frame.table.view
    return views, news


@pytest.mark.parametrize("key", stellwerk.games())
async def test_of_a_running_game_one_gets_what_one_was_told(tmp_path: Path, key: str) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        people, table = await begun(stack, server, key)
        actions = first_third(key, len(people))
        await play(people, table, actions, random.Random(key))
        events = await server.inside(server.services.store.load(table))
        opened = events[0].what
        assert isinstance(opened, Opened)
        dealt = [e.what.text for e in events if isinstance(e.what, Acted) and e.what.seat is None]
        for seat, person in enumerate(people):
            views, news = told(person, table)
            for wish in ("", "&seat=0", "&seat=1"):  # other people's eyes are not for wishing
                answer = await person.http.get(f"/api/tables/{table}/games/1/replay?lang=en{wish}")
                replay = answer.json()
                assert replay["seat"] == seat
                assert not replay["is_open"]
                assert replay["result"] is None
                assert opened.seed not in answer.text
                assert not [text for text in dealt if text in answer.text]
                steps = replay["steps"]
                assert {n: steps[n - 1]["view"] for n in views} == views
                assert [(s["text"], s["lines"]) for s in steps] == [(n["text"], n["lines"]) for n in news]
            assert len(views) > actions // 3


async def test_who_only_watches_sees_what_everybody_sees(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        people, table = await begun(stack, server, "trambahn")
        await play(people, table, 12, random.Random(1))
        watcher = await stack.enter_async_context(Person(server))
        replay = await watcher.get(f"/api/tables/{table}/games/1/replay?seat=0")
        assert replay["seat"] is None
        assert all(player["hand"] is None for step in replay["steps"] for player in step["view"]["players"])
        picture = await watcher.http.get(f"/api/tables/{table}/pictures/1?seat=0")
        assert picture.text == (await watcher.http.get(f"/api/tables/{table}/pictures/1")).text
        own = await people[0].http.get(f"/api/tables/{table}/pictures/1")
        assert own.text != picture.text
        assert (await people[0].http.get(f"/api/tables/{table}/pictures/99999")).status_code == 404
        assert (await people[0].http.get(f"/api/tables/{table}/pictures/-1")).status_code == 404


async def test_a_shared_device_looks_back_as_a_spectator(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        ada = await stack.enter_async_context(Person(server, "Ada"))
        table = await ada.open_table("trambahn", OWN, {**OWN, "name": "Bea"})
        assert (await ada.get(f"/api/tables/{table}/games/1/replay"))["seat"] is None


async def test_without_spectators_strangers_get_no_replay(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        people, table = await begun(stack, server, "trambahn", spectators=False)
        watcher = await stack.enter_async_context(Person(server))
        for path in ("games/1/replay", "games/1/record", "pictures/1"):
            assert (await watcher.http.get(f"/api/tables/{table}/{path}")).status_code == 403
        for number in ("0", "2", "x"):
            assert (await people[0].http.get(f"/api/tables/{table}/games/{number}/replay")).status_code == 404


async def test_of_a_finished_game_one_may_look_with_anybodys_eyes(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        ada = await stack.enter_async_context(Person(server, "Ada"))
        await ada.connect()
        table = await ada.open_table("trambahn", OWN, bot("simple"))
        await ada.follow(table)
        sight = await ada.play(table, random.Random(3))
        for seat in (None, 0, 1):
            wish = "" if seat is None else f"?seat={seat}"
            replay = await ada.get(f"/api/tables/{table}/games/1/replay{wish}")
            assert (replay["seat"], replay["is_open"]) == (seat, True)
            hands = [player["hand"] is not None for player in replay["steps"][-1]["view"]["players"]]
            assert hands == [seat == 0, seat == 1]
            income = [step for step in replay["steps"] if step["text"].startswith("M ")]
            assert {step["actor"] for step in income if step["text"] == "M ?"} == {0, 1} - {seat}
            assert {step["actor"] for step in income if step["text"] != "M ?"} == {0, 1} & {seat}
            assert replay["result"] == plain(sight.result)
            assert replay["steps"][-1]["points"] == list(replay["result"]["scores"])
        for wrong in ("7", "x", "-1", "00"):
            with pytest.raises(Refusal) as refusal:
                await ada.get(f"/api/tables/{table}/games/1/replay?seat={wrong}")
            assert refusal.value.error.code == "no_such_seat"


async def test_a_game_that_was_given_up_says_so(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        people, table = await begun(stack, server, "trambahn")
        await people[0].do(table, "resign")
        replay = await people[1].get(f"/api/tables/{table}/games/1/replay?seat=0")
        assert replay["result"]["reason"] == "resigned"


@pytest.mark.parametrize("name", ["transamerica/rounds_6.json", "trambahn/dry.json"])
async def test_a_long_game_travels_light(tmp_path: Path, name: str) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        visitor = await stack.enter_async_context(Person(server))
        record = msgspec.json.decode(archive.records()[name].read_bytes())
        request = visitor.http.build_request("POST", "/api/replay?seat=0", json=record)
        answer = await visitor.http.send(request, stream=True)
        assert answer.headers["content-encoding"] == "gzip"
        size = sum([len(part) async for part in answer.aiter_raw()])
        assert size < LIMIT
        assert size == int(answer.headers["content-length"])
        plain = await visitor.http.post("/api/replay?seat=0", json=record, headers={"accept-encoding": ""})
        assert "content-encoding" not in plain.headers
        assert len(plain.json()["steps"]) == len(record["actions"])
