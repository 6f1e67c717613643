"""`stellwerk export`: from self-play, from files, from a running server; as JSON lines and as Parquet."""

from __future__ import annotations

import ast
import asyncio
import json
import random
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk.core import record
from tests.cli.running import refused, run
from tests.server.harness import OWN, Person, bot, serving

if TYPE_CHECKING:
    from stellwerk.core.record import Record

ROOT = Path(__file__).parents[2]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def export(*words: str) -> str:
    ran = run("export", *words)
    assert ran.code == 0, ran
    return ran.out


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def records(folder: Path) -> list[Record]:
    return [record.decode(line) for line in (folder / "records.jsonl").read_bytes().splitlines()]


def test_self_play(tmp_path: Path) -> None:
    said = export("trambahn", "--bots", "greedy,random", "-n", "12", "--processes", "1", "-o", str(tmp_path))
    games = records(tmp_path)
    rows = lines(tmp_path / "decisions.jsonl")
    assert said == f"12 games with {len(rows)} decisions: {tmp_path}\n"
    assert [game.seed for game in games] == [f"stellwerk:{number}" for number in range(12)]
    assert {row["record"] for row in rows} == set(range(12))
    assert {(row["seat"], row["player"]) for row in rows} == {(0, "greedy"), (1, "random")}
    for game in games:
        assert record.verify(game)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["decisions.jsonl", "records.jsonl"]


def test_the_same_data_on_any_number_of_processes(tmp_path: Path) -> None:
    for processes in ("1", "2"):
        words = ("transamerica", "--bots", "random", "--seats", "3", "-n", "6", "--seed", "x")
        export(*words, "--processes", processes, "-o", str(tmp_path / processes))
    for name in ("records.jsonl", "decisions.jsonl"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_a_program_plays_and_one_that_fails_gives_no_data(tmp_path: Path) -> None:
    program = f"cmd:{sys.executable} {ROOT / 'examples' / 'bot.py'}"
    words = ("trambahn", "-n", "2", "--processes", "1", "-o", str(tmp_path / "data"), "--bots")
    export(*words, program, "random")
    rows = lines(tmp_path / "data" / "decisions.jsonl")
    assert {row["choice"] for row in rows if row["seat"] == 0} == {0}
    before = (tmp_path / "data" / "records.jsonl").read_bytes()
    crashing = f"cmd:{sys.executable} -c 'import sys; sys.stdin.readline()'"
    assert "has exited" in refused(run("export", *words, crashing, "random"))
    assert (tmp_path / "data" / "records.jsonl").read_bytes() == before
    assert len(list((tmp_path / "data").iterdir())) == 2  # nothing half-way


@pytest.mark.parametrize(("others", "second"), [([], "cmd:"), (["random"], "random")])
def test_a_command_may_have_commas(tmp_path: Path, others: list[str], second: str) -> None:
    """It is one bot, as in the arena; only other names are separated by them."""
    (tmp_path / "bot.py").write_text((ROOT / "examples" / "bot.py").read_text())
    program = f"cmd:{sys.executable} {tmp_path / 'bot.py'} a,random"
    words = ("trambahn", "-n", "1", "--processes", "1", "-o", str(tmp_path / "data"), "--bots")
    export(*words, program, *others)
    (game,) = records(tmp_path / "data")
    assert game.players[0].endswith("bot.py a,random")
    assert game.players[1].startswith(second)


def test_an_export_replaces_an_earlier_one(tmp_path: Path) -> None:
    words = ("interurban", "--bots", "random", "-n", "1", "--processes", "1", "-o", str(tmp_path))
    (tmp_path / "decisions.parquet").write_bytes(b"of other records")
    export(*words)
    export(*words, "--seed", "other")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["decisions.jsonl", "records.jsonl"]
    assert [game.seed for game in records(tmp_path)] == ["other:0"]


def test_record_files(tmp_path: Path) -> None:
    export("interurban", "--bots", "random", "-n", "3", "--processes", "1", "-o", str(tmp_path / "a"))
    first, second, third = records(tmp_path / "a")
    cut = replace(second, actions=second.actions[:-1])
    for name, game in (("one", first), ("cut", cut), ("three", third)):
        (tmp_path / f"{name}.json").write_bytes(record.encode(game))
    files = [str(tmp_path / f"{name}.json") for name in ("one", "cut", "three")]
    said = export("interurban", "--records", *files, "-o", str(tmp_path / "b"))
    assert "2 games" in said
    assert said.splitlines()[1] == "Left out because they did not end: 1."
    assert records(tmp_path / "b") == [first, third]
    # And the lines of an export are such files too.
    export("interurban", "--records", str(tmp_path / "a" / "records.jsonl"), "-o", str(tmp_path / "c"))
    for name in ("records.jsonl", "decisions.jsonl"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "c" / name).read_bytes()


@pytest.mark.anyio
async def test_a_server_that_is_running(tmp_path: Path) -> None:
    """Games that ended, by the rules or not, without names; not those that go on, nor lessons."""
    with serving(tmp_path / "data") as server:
        async with Person(server, "Ada Lovelace") as ada:
            await ada.connect()
            for config in ({}, {}, {"guide": True}):
                table = await ada.open_table("trambahn", OWN, bot(), **config)
                await ada.follow(table)
                await ada.play(table, random.Random(1))
            given_up = await ada.open_table("trambahn", OWN, bot(), start=0)
            await ada.follow(given_up)
            await ada.play(given_up, random.Random(1), actions=12)
            await ada.do(given_up, "resign")
            going_on = await ada.open_table("trambahn", OWN, bot(), start=0)
            await ada.follow(going_on)
            await ada.play(going_on, random.Random(1), actions=3)
            await ada.open_table("transamerica", OWN, bot())
            words = ("trambahn", "--data", str(tmp_path / "data"), "-o", str(tmp_path / "out"))
            ran = await asyncio.to_thread(run, "export", *words)
    assert ran.code == 0, ran
    games = records(tmp_path / "out")
    rows = lines(tmp_path / "out" / "decisions.jsonl")
    assert len(games) == 3
    assert {game.players for game in games} == {("human", "random")}
    assert sorted({row["reason"] for row in rows}) == ["TB-5.1", "resigned"]
    resigned = [row for row in rows if row["reason"] == "resigned"]
    assert {(row["player"], row["win"]) for row in resigned} == {("human", 0.0), ("random", 1.0)}
    written = b"".join(path.read_bytes() for path in (tmp_path / "out").iterdir())
    assert b"Lovelace" not in written
    for game in games:
        if len(game.actions) > 50:
            assert record.verify(game)


@pytest.mark.anyio
async def test_a_bot_with_an_account_is_called_by_its_login(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        async with Person(server, "Robbie") as robbie:
            await robbie.post("/api/me/account", {"login": "human", "password": "correct horse"})
            await robbie.post("/api/me/bot")
            await robbie.connect()
            table = await robbie.open_table("trambahn", OWN, bot(), start=0)
            await robbie.follow(table)
            await robbie.play(table, random.Random(1), actions=3)
            await robbie.do(table, "resign")
            words = ("trambahn", "--data", str(tmp_path / "data"), "-o", str(tmp_path / "out"))
            ran = await asyncio.to_thread(run, "export", *words)
    assert ran.code == 0, ran
    (game,) = records(tmp_path / "out")
    assert game.players == ("account:human", "random")


def test_a_folder_without_a_server_stays_as_it_is(tmp_path: Path) -> None:
    assert "There is no database" in refused(
        run("export", "trambahn", "--data", str(tmp_path), "-o", str(tmp_path / "out"))
    )
    assert not (tmp_path / "stellwerk.sqlite").exists()


@pytest.mark.parametrize("game", stellwerk.games())
def test_parquet_and_json_lines_hold_the_same(tmp_path: Path, game: str) -> None:
    arrow: Any = import_module("pyarrow")
    import_module("pyarrow.json")
    import_module("pyarrow.parquet")
    words = (game, "--bots", "random", "-n", "2", "--processes", "1", "-o", str(tmp_path))
    export(*words)
    path = tmp_path / "decisions.jsonl"
    rows = lines(path)
    path = path.rename(tmp_path / "other.jsonl")
    export(*words, "--parquet")
    table = arrow.parquet.read_table(tmp_path / "decisions.parquet")
    assert table.to_pylist() == rows
    whole = arrow.json.ReadOptions(block_size=path.stat().st_size + 1)
    assert arrow.json.read_json(path, read_options=whole).to_pylist() == rows
    assert table.schema.field("legal").type == arrow.list_(arrow.string())


def test_the_snippet_of_the_documentation(tmp_path: Path) -> None:
    block = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "export.md").read_text(), re.DOTALL)
    assert block is not None
    words = ("trambahn", "--bots", "greedy,random", "-n", "2", "--processes", "1", "--parquet")
    export(*words, "-o", str(tmp_path / "data"))
    done = subprocess.run(
        [sys.executable, "-c", block[1]], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    found = ast.literal_eval(done.stdout)
    assert sorted(found["player"]) == ["greedy", "random"]
    assert all(0 <= share <= 1 for share in found["win_mean"])


def test_without_pyarrow_there_is_no_parquet(tmp_path: Path) -> None:
    with patch.dict(sys.modules, {"pyarrow.parquet": None}):
        for language in stellwerk.LANGUAGES:
            said = refused(
                run("export", "trambahn", "--parquet", "-o", str(tmp_path / "out"), "--lang", language)
            )
            assert re.search("[“„]parquet[”“].*docs/library.md", said)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["chess"],
        ["trambahn", "--bots", "nobody"],
        ["trambahn", "--bots", "cmd:./nope"],
        ["trambahn", "--bots", "random,random,random"],
        ["trambahn", "--bots", "random,random", "--seats", "3"],
        ["trambahn", "-n", "0"],
        ["trambahn", "--records", "no-such-file.json"],
        ["trambahn", "--records", "golden"],
        ["trambahn", "--data", "x", "--records", "y"],
        ["trambahn", "--database", "mysql://x"],
    ],
)
@pytest.mark.parametrize("language", stellwerk.LANGUAGES)
def test_what_cannot_be_exported_is_refused_in_a_sentence(
    words: list[str], language: str, tmp_path: Path
) -> None:
    other = next((ROOT / "tests" / "golden" / "transamerica").iterdir())
    words = [str(other) if word == "golden" else word for word in words]
    refused(run("export", *words, "-o", str(tmp_path / "in" / "out"), "--lang", language))
    assert list(tmp_path.iterdir()) == []


CLASSES = """
class Lazy:
    def choose(self, view, legal, rng):
        raise RuntimeError("first\\nsecond")

class Text:
    def choose(self, view, legal, rng):
        return "P B1"

class Empty:
    def choose(self, view, legal, rng):
        return legal[0]

    def plan(self, view, legal, rng):
        return ()
"""


@pytest.mark.parametrize(
    ("name", "problem"),
    [("Lazy", "RuntimeError: first"), ("Text", "'P B1'"), ("Empty", "needs at least one")],
)
@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_class_that_fails_is_named_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, problem: str, processes: str
) -> None:
    (tmp_path / "failing_bots.py").write_text(CLASSES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    words = ("--bots", f"random,failing_bots:{name}", "-n", "12", "--processes", processes)
    said = refused(run("export", "trambahn", *words, "-o", str(tmp_path / "in" / "out")))
    assert f"failing_bots:{name}" in said
    assert problem in said
    assert not (tmp_path / "in").exists()


@pytest.mark.parametrize("language", stellwerk.LANGUAGES)
@pytest.mark.parametrize(
    "words", [["--bots", "foo"], ["--seats", "5"], ["-n", "3"], ["--seed", "x"], ["--option", "a=b"]]
)
def test_what_is_only_for_self_play_does_not_go_with_records(
    tmp_path: Path, words: list[str], language: str
) -> None:
    golden = next((ROOT / "tests" / "golden" / "trambahn").iterdir())
    words = ["--records", str(golden), *words, "-o", str(tmp_path / "out"), "--lang", language]
    said = refused(run("export", "trambahn", *words))
    assert "--records" in said
    assert not (tmp_path / "out").exists()
