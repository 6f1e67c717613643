"""Benchmarks run: briefly here, so that they still work when somebody needs them."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import pytest

import stellwerk
from stellwerk.core.strength import ratings_file, ratings_of
from tests.bench import __main__ as bench
from tests.bench import asked, beside, measure
from tests.bench.bots import pool, strength, think
from tests.bench.bots.matches import Match
from tests.bench.cores import equal, law
from tests.bench.server import move


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "SECONDS", 0.001)
    monkeypatch.setattr(measure, "ROUNDS", 1)


@pytest.mark.usefixtures("hurry")
def test_the_law_is_measured_beside_the_reference(capsys: pytest.CaptureFixture[str]) -> None:
    law.run([])
    shown = capsys.readouterr().out
    assert "reference" in shown
    for key in stellwerk.games():
        assert stellwerk.load(key).info.title in shown


def test_benchmarks_are_found_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert "law" in bench.names()
    assert bench.main(["nonsense"]) == 2
    assert "law" in capsys.readouterr().err


@pytest.mark.parametrize("name", bench.names())
@pytest.mark.parametrize("arguments", [["nonsense"], ["-1"], ["--nonsense"]], ids=" ".join)
def test_no_benchmark_begins_with_arguments_that_make_no_sense(
    name: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        bench.main([name, *arguments])
    assert end.value.code == 2
    assert f"usage: run.py bench {name}" in capsys.readouterr().err


def test_a_move_is_measured_beside_the_floor(capsys: pytest.CaptureFixture[str]) -> None:
    move.run(["trambahn", "--tables", "2", "--moves", "20"])
    shown = capsys.readouterr().out
    for word in ("trambahn", "race (floor)", "2 comparisons", "above the floor"):
        assert word in shown


@pytest.mark.parametrize("key", asked.bringing("fast"))
def test_cores_are_compared_on_all_processors(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equal, "AT_ONCE", 1)
    actions, games = equal.compare(key, 300)
    assert actions >= 300
    assert games >= 1


def test_the_strength_of_any_game_is_measured_by_its_levels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    file = Path(str(ratings_file("tiny")))
    assert not file.exists()
    try:
        section = strength.measure("tiny", 1, pool=False, write=True)
        ratings_of.cache_clear()
        assert set(ratings_of("tiny")) == {"careful", "random"}
    finally:
        shutil.rmtree(file.parent, ignore_errors=True)
        ratings_of.cache_clear()
    assert "| careful : 2 × random | 3 |" in section


def test_bots_of_earlier_versions_are_rated_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setattr(strength, "build", lambda *_: None)
    monkeypatch.setattr(strength, "pool_of", lambda _: (Match(("careful", "random"), seats=3),))
    program = f"cmd:{shlex.quote(sys.executable)} -m stellwerk engine --bot random"
    monkeypatch.setattr(pool, "entrant", lambda *_: program)
    section = strength.measure("tiny", 1, pool=True, write=False)
    assert "| careful : 2 × random of 0.1.0 | 3 | 24 |" in section
    assert "\n| random of 0.1.0 | " in section


def test_thinking_is_measured_at_every_level() -> None:
    info = stellwerk.load("tiny").info
    for level in info.levels:
        assert think.times_of("tiny", info.seats.min, level)


def test_a_version_is_measured_beside_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(beside, "ROUNDS", 1)
    beside.run([str(beside.ROOT), "--starts", "1", "--only", "Trambahn"])
    shown = capsys.readouterr().out
    assert "core: Trambahn" in shown
    assert "InterUrban" not in shown
