"""Every version reads what every earlier one wrote: records, tables in the store, and whole data folders.

`freeze` writes the archives; nothing here does. What a program says now may be more than what it said then,
but never less and never something else.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import stellwerk
from stellwerk.core.record import decode
from stellwerk.store import open_store
from tests.archive.freeze_records import RESULTS, outcome
from tests.archive.tell import tell
from tests.browser.serve import AHEAD
from tests.core.test_versions import in_the_future  # noqa: F401 (a fixture)
from tests.server.processes import ANSWER_SECONDS, NO_TLS, Server

FOLDER = Path(__file__).parent
VERSIONS = sorted(path.parent.name for path in FOLDER.glob("*/tables.json"))
RECORDS = {
    str(path.relative_to(FOLDER)): path
    for path in sorted(FOLDER.glob("*/records/*/*.json"))
    if path.name != RESULTS
}
Said = dict[str, Any]
DAY = 86_400.0
FUTURE = 4_000_000_000.0
READY = "match of two, one is ready"
"""The scene in which the server begins the next game after a while."""


def read(*place: str) -> Any:
    """One file of the archives as plain data."""
    return msgspec.json.decode(FOLDER.joinpath(*place).read_bytes())


def differences(then: Any, now: Any, place: str = "") -> list[str]:
    """Where `now` lacks or contradicts what was said then; an object may have more fields by now."""
    if isinstance(then, dict) and isinstance(now, dict):
        lost = [f"{place}/{key} is gone" for key in then if key not in now]
        shared = [key for key in then if key in now]
        return lost + [line for key in shared for line in differences(then[key], now[key], f"{place}/{key}")]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        pairs = enumerate(zip(then, now, strict=True))
        return [line for number, pair in pairs for line in differences(*pair, f"{place}/{number}")]
    is_same = then == now and isinstance(then, bool) == isinstance(now, bool)
    return [] if is_same else [f"{place}: {then!r} became {now!r}"]


def test_differences_are_found() -> None:
    then = {"a": [1, {"b": 2}], "c": None}
    assert differences(then, {"a": [1, {"b": 2, "new": 3}], "c": None, "new": 4}) == []
    assert differences(then, {"a": [1, {"b": 3}], "c": None}) == ["/a/1/b: 2 became 3"]
    assert differences(then, {"a": [1], "c": None}) == ["/a: [1, {'b': 2}] became [1]"]
    assert differences(then, {"a": [1, {}], "c": False}) == ["/a/1/b is gone", "/c: None became False"]
    assert differences([1], [True]) == ["/0: 1 became True"]


def test_the_first_version_is_in_the_archive() -> None:
    assert "0.1.0" in VERSIONS
    assert {path.name for path in FOLDER.iterdir() if path.name[0].isdigit()} == set(VERSIONS)


# Records


@pytest.mark.parametrize("name", RECORDS)
def test_record_replays_to_its_result(name: str) -> None:
    path = RECORDS[name]
    record = decode(path.read_bytes())
    expected = msgspec.json.decode((path.parent / RESULTS).read_bytes())[path.name]
    assert record.game == path.parent.name
    assert outcome(record) == expected
    assert (record.seed is None) == (expected is None or path.stem == "no_seed")
    if record.seed is not None:
        assert stellwerk.verify(record) >= 1


@pytest.mark.parametrize("version", VERSIONS)
def test_no_record_is_left_out(version: str) -> None:
    for folder in (FOLDER / version / "records").iterdir():
        files = {path.name for path in folder.iterdir()} - {RESULTS}
        assert folder.name in stellwerk.games()
        assert files == read(version, "records", folder.name, RESULTS).keys()


# Tables


def copy_of(version: str, place: Path) -> Path:
    """A data folder of that version that may be changed."""
    return Path(shutil.copytree(FOLDER / version / "data", place / "data"))


async def told_now(data: Path, tables: list[str]) -> dict[str, Said]:
    """What this program says of these tables, after its migrations."""
    store = await open_store(data)
    try:
        return {table: await tell(store, table) for table in tables}
    finally:
        await store.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_every_table_says_what_it_said(version: str, tmp_path: Path) -> None:
    then: dict[str, Said] = read(version, "tables.json")
    now = asyncio.run(told_now(copy_of(version, tmp_path), list(then)))
    for table, said in then.items():
        scene = said.pop("scene")
        assert differences(said, now[table]) == [], f"{table}: {scene}"


@pytest.mark.usefixtures("in_the_future")
@pytest.mark.parametrize("version", VERSIONS)
def test_every_table_says_so_when_the_rules_have_changed(version: str, tmp_path: Path) -> None:
    test_every_table_says_what_it_said(version, tmp_path)


@pytest.mark.usefixtures("in_the_future")
@pytest.mark.parametrize("name", RECORDS)
def test_record_replays_when_the_rules_have_changed(name: str) -> None:
    test_record_replays_to_its_result(name)


# The whole server


class Visitor:
    """Somebody who asks a server, with what headers prove who it is."""

    def __init__(self, server: Server, **headers: str) -> None:
        self._http = httpx.Client(
            base_url=server.address,
            headers={"origin": server.address, **headers},
            timeout=ANSWER_SECONDS,
            verify=NO_TLS,
            trust_env=False,
        )

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def get(self, path: str) -> Any:
        """What the server answers; refusals are failures."""
        answer = self._http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: object) -> Any:
        """What the server answers; refusals are failures."""
        answer = self._http.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def status(self, path: str) -> int:
        """Only whether it is answered."""
        return self._http.get(path).status_code


def frozen_at(data: Path) -> float:
    """When the last thing happened in a data folder, but for tables whose clocks are far in the future."""
    with closing(sqlite3.connect(data / "stellwerk.sqlite")) as database:
        (found,) = database.execute("SELECT max(time) FROM events WHERE time < ?", (FUTURE,)).fetchone()
    return float(found)


@pytest.mark.parametrize("age", [0.01 * DAY, 1000 * DAY], ids=["soon", "later"])
@pytest.mark.parametrize("version", VERSIONS)
def test_a_server_goes_on_with_the_data(version: str, age: float, tmp_path: Path) -> None:
    """A quarter of an hour after the archive was made, and years later: whatever the date is today."""
    then: dict[str, Said] = read(version, "tables.json")
    keys = read(version, "keys.json")
    data = copy_of(version, tmp_path)
    now = frozen_at(data) + age
    (data / AHEAD).write_text(str(now - time.time()))
    with Server(data, program=("-m", "tests.browser.serve")) as server:
        with Visitor(server) as visitor:
            check_list(visitor, then)
            for table, said in then.items():
                check_sight(visitor, table, said, now)
            assert visitor.status(keys["feed"]) == 200
            assert visitor.post("/api/me/login", keys["account"])["login"] == keys["account"]["login"]
        if age < DAY:  # later cookies have ended, and so have public tables
            with Visitor(server, cookie=keys["guest_cookie"]) as guest:
                assert guest.get("/api/me")["name"] == "Ada"
                assert len(guest.get("/api/me/tables")) > 0
            with Visitor(server, authorization=f"Bearer {keys['bot_token']}") as robot:
                for table in keys["bot_turns"].values():
                    check_move(robot, table, then[table])
        assert server.stop() == 0


def check_list(visitor: Visitor, then: dict[str, Said]) -> None:
    """The list shows the public tables that wait for somebody, unless the server has ended them."""
    listed = {entry["id"]: entry for entry in visitor.get("/api/tables")}
    waiting = [table for table, said in then.items() if said["scene"] == "open, public"]
    assert waiting
    for table in waiting:
        assert table in listed or is_swept(then[table], visitor.get(f"/api/tables/{table}"))
    for table, entry in listed.items():
        said = then[table]
        assert (entry["game"], entry["status"]) == (said["game"], "open")
        assert entry["seats"] == [seat["name"] for seat in said["seats"]]


def check_sight(visitor: Visitor, table: str, said: Said, now: float) -> None:
    """A stranger sees the table as it was, unless the server has done what was due: a clock ran out, a bot
    moved, the next game of a match began, or a public table was ended."""
    if "no spectators" in said["scene"]:
        assert visitor.status(f"/api/tables/{table}") == 403
        return
    seen = visitor.get(f"/api/tables/{table}")
    assert seen["config"]["game"] == said["game"]
    if said["scene"] == READY and seen["game_number"] > said["game_number"]:
        return
    assert seen["commitment"] == said["commitment"]
    assert seen["seq"] >= said["events"]
    if moves_on(said, now) or is_swept(said, seen):
        return
    assert seen["seq"] == said["events"]
    assert [message["text"] for message in seen["chat"]] == said["chat"]
    same = ("status", "actor", "game_number", "start_seat", "totals", "deadline")
    assert {name: seen[name] for name in same} == {name: said[name] for name in same}
    assert [{name: seat[name] for name in ("name", "kind", "level")} for seat in seen["seats"]] == said[
        "seats"
    ]


def is_swept(said: Said, seen: Said) -> bool:
    """Whether the server has ended a public table because nobody came: the archive grows older every day."""
    ended = {"open": "closed", "playing": "ended", "paused": "ended"}.get(said["status"])
    is_ended = seen["status"] == ended and seen["seq"] == said["events"] + 1
    return is_ended and bool(seen["config"]["public"])


def moves_on(said: Said, now: float) -> bool:
    """Whether a server does something at this table by itself."""
    deadline, actor = said["deadline"], said["actor"]
    if deadline is not None and deadline < now:
        return True
    return actor is not None and said["seats"][actor]["level"] is not None


def check_move(robot: Visitor, table: str, said: Said) -> None:
    """A bot whose turn it is plays on by the token that it got from the old version."""
    seen = robot.get(f"/api/tables/{table}")
    act = {"do": "act", "text": seen["legal"][0], "expected": seen["seq"]}
    after = robot.post(f"/api/tables/{table}/commands", act)
    assert after["actions"] > said["action_count"]
    assert after["seq"] > said["events"]
