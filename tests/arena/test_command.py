"""`stellwerk arena` as a person runs it: results, files, a kill in the middle, a cluster, bad arguments."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from stellwerk.arena.statistics import Standing
from stellwerk.cli import main
from stellwerk.cli.screen import Screen
from stellwerk.cli.standings import Name, standings_table
from stellwerk.cli.texts import load_command_texts
from tests.arena.killing import kill

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ARENA = ["arena", "transamerica", "simple", "random"]
SEED = ["--seed", "command", "--lang", "en"]
SHORT = ["--option", "rounds=1"]


def results(*arguments: str, folder: Path) -> Any:
    target = folder / "results.json"
    assert main([*ARENA, *arguments, *SEED, "--json", str(target)]) == 0
    return json.loads(target.read_text())


def test_results_in_the_terminal_and_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = results("-n", "4", "--processes", "1", folder=tmp_path)
    assert {"bot", "games", "win_share", "low", "high", "p50_ms", "p95_ms"} <= found["results"][0].keys()
    best, worst = found["results"]
    assert best["bot"] == "simple"
    assert best["games"] == 8
    assert best["win_share"] + worst["win_share"] == pytest.approx(1)
    assert best["low"] <= best["win_share"] <= best["high"]
    assert best["match_share"] + worst["match_share"] == pytest.approx(1)
    shown = capsys.readouterr().out
    assert "TransAmerica: 4 blocks of 2 games each" in shown
    assert "Win share" in shown
    assert "Matches won (the games of a block, by total points): simple " in shown


def test_the_number_of_processes_does_not_change_the_results(tmp_path: Path) -> None:
    def shares(processes: str) -> list[tuple[str, float, float]]:
        found = results("-n", "4", *SHORT, "--processes", processes, folder=tmp_path)["results"]
        return [(one["bot"], one["win_share"], one["score"]) for one in found]

    assert shares("1") == shares("2")


def test_a_pool_has_ratings_and_a_report_has_charts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "report.html"
    own = "tests.arena.test_block:Broken"
    found = results(own, "-n", "2", "--processes", "1", "--html", str(report), folder=tmp_path)
    assert {one["bot"] for one in found["ratings"]} == {"simple", "random", own}
    page = report.read_text()
    assert page.count("<svg") == 3
    assert "http" not in page
    assert own in page
    shown = capsys.readouterr().out
    assert f"Failed or chose an illegal action: {own}:" in shown
    assert f"{own}: It failed: RuntimeError: no idea (test_block.py:" in shown
    assert "It failed: RuntimeError: no idea (test_block.py:" in page
    assert {one["bot"]: one["reason"] and one["reason"]["code"] for one in found["results"]} == {
        "simple": None,
        "random": None,
        own: "bot_raised",
    }
    assert "Rating" in shown


def test_every_seat_has_the_bot_that_was_named_for_it(tmp_path: Path) -> None:
    target = tmp_path / "results.json"
    bots = ["random", "random", "simple", "simple"]
    more = ["--seats", "4", "-n", "1", "--processes", "1", "--journal", str(tmp_path / "journal.jsonl")]
    assert main(["arena", "transamerica", *bots, *more, *SEED, "--json", str(target)]) == 0
    assert json.loads((tmp_path / "journal.jsonl").read_text().splitlines()[1])["lineup"] == bots
    assert json.loads(target.read_text())["blocks"] == 1


def test_who_names_a_bot_twice_names_seats(tmp_path: Path) -> None:
    target = tmp_path / "results.json"
    bots = ["random", "simple", "simple"]
    assert main(["arena", "interurban", *bots, "-n", "1", *SEED, "--json", str(target)]) == 0
    assert json.loads(target.read_text())["seats"] == 3


def test_a_sequential_test_stops_early(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "report.html"
    more = ["--sprt", "0.5:0.6", "--processes", "1", "--html", str(report)]
    found = results("-n", "500", *more, folder=tmp_path)
    assert found["blocks"] < 100
    assert found["sprt"]["accepted"] == "better"
    assert "Decided: simple is better" in capsys.readouterr().out
    assert "Decided: simple is better" in report.read_text()


def test_a_killed_tournament_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = tmp_path / "journal.jsonl"
    more = ["-n", "12", "--journal", str(journal)]
    kill([*ARENA, *more, *SEED, "--processes", "1"], journal)
    with journal.open("ab") as file:
        file.write(b'{"lineup": ["sim')  # as a kill in the middle of a line leaves it
    kept = journal.read_bytes().count(b"\n") - 1  # without the first line, which names the tournament
    first = journal.read_bytes().splitlines()[: kept + 1]
    resumed = results(*more, folder=tmp_path)
    assert f"Continuing after {kept} finished blocks" in capsys.readouterr().out
    assert journal.read_bytes().splitlines()[: kept + 1] == first, "what was finished is not played again"
    whole = results("-n", "12", "--fresh", folder=tmp_path)

    def shares(found: Any) -> list[tuple[str, float]]:
        return [(one["bot"], one["win_share"]) for one in found["results"]]

    assert shares(resumed) == shares(whole)


def test_an_interrupted_tournament_says_how_it_goes_on(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    more = ["-n", "2000", "--journal", str(journal), "--processes", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "stellwerk", *ARENA, *more, *SEED], stderr=subprocess.PIPE, text=True
    )
    while not journal.exists():
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert error == "Interrupted. Finished blocks are kept: run the same command again to continue.\n"


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    from distributed import LocalCluster

    make: Any = LocalCluster  # has no types
    with make(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as local:
        yield local.scheduler_address


@pytest.mark.filterwarnings("ignore")  # of Dask, about its own workings
def test_a_cluster_plays_the_same_games(cluster: str, tmp_path: Path) -> None:
    def shares(*arguments: str) -> list[tuple[str, float, float]]:
        found = results("-n", "4", *SHORT, *arguments, folder=tmp_path)["results"]
        return [(one["bot"], one["win_share"], one["score"]) for one in found]

    there, here = tmp_path / "there.jsonl", tmp_path / "here.jsonl"
    assert shares("--cluster", cluster, "--records", str(there)) == shares(
        "--processes", "1", "--records", str(here)
    )
    assert there.read_bytes() == here.read_bytes()
    assert there.read_bytes().count(b"\n") == 8


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["arena", "trambahn", "nobody", "random"], "There is no bot “nobody”. Available:"),
        (["arena", "trambahn", "no_module:Bot", "random"], "The bot no_module:Bot cannot be created:"),
        (["arena", "trambahn", "cmd:", "random"], "The bot cmd: cannot be created: No such file"),
        (["arena", "trambahn", "peek:peek:master", "random"], "There is no bot “peek:master”"),
        (["arena", "trambahn", ":", "random"], "There is no bot “:”"),
        (["arena", "trambahn", "random", "random", "random"], "2"),
        (["arena", "trambahn", "cmd:./nope", "random"], "The bot cmd:./nope cannot be created:"),
        (["arena", "trambahn", "random", "random", "--seconds", "0"], "must be a number of seconds"),
        (["arena", "trambahn", "random", "random", "--seconds", "nan"], "must be a number of seconds"),
        (["arena", "trambahn", "random", "random", "--sprt", "0.6:0.5"], "must be two shares"),
        (["arena", "trambahn", "random", "random", "--seats", "3"], "2"),
        (["arena", "transamerica", "random", "random", "--seats", "0"], "not for 0"),
        (["arena", "trambahn", "random", "random", "--cluster", "nowhere"], "cannot be reached"),
        (["arena", "chess", "random", "random"], "chess"),
    ],
)
def test_bad_arguments_get_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--lang", "en"]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert "Traceback" not in error


def test_a_report_that_cannot_be_written_is_known_before_the_first_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*ARENA, *SEED, "-n", "9999999", "--html", str(tmp_path / "no" / "report.html")]) == 2
    assert "there is no such file or folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("bot", "lines"),
    [
        ("mypackage.bots:MyExtremelyLongBotName", ["mypackage.bots:", "MyExtremelyLongBotName"]),
        ("my_own_package.of_many_bots:Bot", ["my_own_package.of_", "many_bots:Bot"]),
        ("cmd:./my-bot --fast --threads 8", ["cmd:./my-bot --fast", "--threads 8"]),
        ("a:" + "b" * 30, ["a:", "b" * 22, "b" * 8]),
        ("short:Bot", ["short:Bot"]),
    ],
)
def test_a_name_is_broken_between_its_pieces(bot: str, lines: list[str]) -> None:
    assert Name(bot).lines(22) == lines


def test_tables_on_a_narrow_screen_break_long_names_between_their_pieces() -> None:
    module, name = "mypackage.bots:", "MyExtremelyLongBotNameThatWouldNotEnd"
    standing = Standing(module + name, 1, 200, 0.5, 0.4, 0.6, 0.5, 0.5, 12.0, 10.0, 99.0, 0, None)
    screen = Screen()
    screen.width = 80
    with screen.capture() as captured:
        screen.print(standings_table([standing], load_command_texts(None, "en"), screen))
    lines = captured.get().splitlines()
    assert all(len(line) <= 80 for line in lines)
    first = next(number for number, line in enumerate(lines) if module in line)
    assert lines[first].split()[:2] == [module, "200"]
    assert lines[first + 1].split() == [name]


@pytest.mark.parametrize("width", ["120", "80"])
def test_names_are_whole_on_a_narrow_screen(
    width: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    own = "stellwerk.core.bot:RandomBot"
    assert main(["arena", "trambahn", "random", own, "-n", "1", "--processes", "1", *SEED]) == 0
    shown = capsys.readouterr().out
    assert any(line.split()[0] == own for line in shown.splitlines() if line.strip())
    assert ("p95" in shown) == (width == "120")
