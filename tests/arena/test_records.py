"""`stellwerk arena --records`: every game once, in one order, as data for `stellwerk export`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest

import stellwerk
from stellwerk.cli import arena
from stellwerk.core.record import decode
from tests.arena.killing import BLOCKS, kill
from tests.cli.running import refused, run

if TYPE_CHECKING:
    from pathlib import Path

    from stellwerk.core.record import Record

ARENA = ("arena", "--seed", "kept", "--processes", "1", "transamerica", "greedy", "random")
SHORT = ("--option", "rounds=1")
MANY = ("-n", "9999999")
"""More blocks than anybody could play."""


def keep(path: Path, *words: str) -> bytes:
    ran = run(*ARENA, *words, "--records", str(path))
    assert ran.code == 0, ran
    return path.read_bytes()


def records(data: bytes) -> list[Record]:
    return [decode(line) for line in data.splitlines()]


def test_every_game_is_kept_proven_and_becomes_data(tmp_path: Path) -> None:
    results, kept, out = tmp_path / "results.json", tmp_path / "games.jsonl", tmp_path / "data"
    games = records(keep(kept, "-n", "3", "--json", str(results)))
    assert [(game.seed, game.players) for game in games] == [
        (f"kept:{number}", players)
        for number in range(3)
        for players in (("greedy", "random"), ("random", "greedy"))
    ]
    for line in kept.read_bytes().splitlines():
        (tmp_path / "one.json").write_bytes(line)
        assert run("verify", str(tmp_path / "one.json")).out.startswith("Proven:")
    ran = run("export", "transamerica", "--records", str(kept), "-o", str(out))
    assert ran.code == 0, ran
    assert ran.out.startswith("6 games with ")
    assert (out / "records.jsonl").read_bytes() == kept.read_bytes()
    rows = list(map(json.loads, (out / "decisions.jsonl").read_text().splitlines()))
    shares = {(row["record"], row["player"]): row["win"] for row in rows}
    for one in json.loads(results.read_text())["results"]:
        won = [share for (_, player), share in shares.items() if player == one["bot"]]
        assert sum(won) / 6 == pytest.approx(one["win_share"])


def test_a_pool_is_kept_in_the_same_order_on_any_number_of_processes(tmp_path: Path) -> None:
    pool = ("simple", "-n", "3", *SHORT)
    one = keep(tmp_path / "one.jsonl", *pool)
    assert keep(tmp_path / "two.jsonl", *pool, "--processes", "2") == one
    games = {(game.seed, game.players) for game in records(one)}
    assert len(games) == len(one.splitlines()) == 3 * 3 * 2


def test_a_killed_tournament_ends_with_every_game_once(tmp_path: Path) -> None:
    journal, kept = tmp_path / "journal.jsonl", tmp_path / "games.jsonl"
    words = ("-n", "12", "--journal", str(journal))
    kill([*ARENA, *words, "--records", str(kept)], journal)
    assert not kept.exists()
    head, *blocks = journal.read_bytes().splitlines(keepends=True)
    blocks = [block for block in blocks if block.endswith(b"\n")]
    assert BLOCKS <= len(blocks) < 12
    # One block twice, as two runs at the same time leave it, and half of one.
    journal.write_bytes(head + b"".join(blocks) + blocks[0] + blocks[1][:99])
    again = keep(kept, *words)
    assert again == keep(tmp_path / "whole.jsonl", "-n", "12", "--fresh")
    assert len({(game.seed, game.players) for game in records(again)}) == len(again.splitlines()) == 24


def test_a_journal_has_the_games_of_a_tournament_that_is_over(tmp_path: Path) -> None:
    words = ("-n", "2", "--journal", str(tmp_path / "journal.jsonl"))
    assert run(*ARENA, *words).code == 0
    before = (tmp_path / "journal.jsonl").read_bytes()
    with patch.object(arena, "play", return_value=[]) as play:
        assert len(keep(tmp_path / "games.jsonl", *words).splitlines()) == 4
    assert len(play.call_args[0][3]) == 2, "nothing is left to play"
    assert (tmp_path / "journal.jsonl").read_bytes() == before


def test_the_same_tournament_may_replace_its_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.touch()
    one = keep(path, "-n", "1")
    two = keep(path, "-n", "2")
    assert two.startswith(one)
    assert len(two.splitlines()) == 4


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A game of the tournament."""
    return keep(tmp_path_factory.mktemp("one") / "games.jsonl", "-n", "1").splitlines()[0] + b"\n"


def changed(line: bytes, **fields: Any) -> bytes:
    return json.dumps({**json.loads(line), **fields}).encode() + b"\n"


@pytest.mark.parametrize("language", stellwerk.LANGUAGES)
def test_a_file_with_anything_else_is_left_as_it_is(tmp_path: Path, line: bytes, language: str) -> None:
    path = tmp_path / "games.jsonl"
    for data in (
        b"my thesis",
        b"\xff\xfe\0",
        b"[" * 100_000,
        line + b"{}\n",
        line + changed(line, seed="kept:other:0"),
        line + changed(line, seed=None),
        line + changed(line, game="trambahn"),
        line + changed(line, players=["greedy", "simple"]),
        line + changed(line, options={}),
        b" " * 5_000_000 + line,
    ):
        path.write_bytes(data)
        said = refused(run(*ARENA, *MANY, "--records", str(path), "--lang", language))
        assert str(path) in said
        assert "--records" in said
        assert path.read_bytes() == data


@pytest.mark.parametrize("language", stellwerk.LANGUAGES)
def test_a_place_that_cannot_be_written_is_known_before_the_first_game(tmp_path: Path, language: str) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    for place in ("folder.jsonl", "no/games.jsonl", "games.json", "games", "x" * 300 + ".jsonl"):
        said = refused(run(*ARENA, *MANY, "--records", str(tmp_path / place), "--lang", language))
        assert str(tmp_path) in said
    for other in ("--json", "--html", "--journal"):
        path = str(tmp_path / "games.jsonl")
        words = ("--records", path, other, str(tmp_path / "folder.jsonl" / ".." / "games.jsonl"))
        assert path in refused(run(*ARENA, *MANY, *words, "--lang", language))
    assert [path.name for path in tmp_path.iterdir()] == ["folder.jsonl"]


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    path = tmp_path / "games.jsonl"
    words = (*ARENA, "-n", "2", "--records", str(path))
    with patch("os.fsync", side_effect=OSError(28, "No space left on device")):
        assert "the disk is full" in refused(run(*words))
    assert [found.name for found in tmp_path.iterdir()] == ["temporary"]
    ran = run(*words)
    assert ran.code == 0
    assert "Continuing after 2 finished blocks" in ran.out
    assert len(records(path.read_bytes())) == 4
    assert list((tmp_path / "temporary").iterdir()) == []


def test_nobody_has_to_read_the_results(tmp_path: Path) -> None:
    path, results = tmp_path / "games.jsonl", tmp_path / "results.json"
    with patch.object(arena, "print_results", side_effect=BrokenPipeError):  # as `| head` makes it
        assert run(*ARENA, "-n", "1", "--json", str(results), "--records", str(path)).code == 141
    assert len(records(path.read_bytes())) == 2
    assert json.loads(results.read_text())["blocks"] == 1


def test_what_somebody_wrote_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path, journal = tmp_path / "games.jsonl", tmp_path / "journal.jsonl"
    words = ("-n", "1", "--journal", str(journal))
    with patch.object(arena, "print_results", lambda *_: path.write_text("mine")):
        refused(run(*ARENA, *words, "--records", str(path)))
    assert path.read_text() == "mine"
    assert len(keep(tmp_path / "other.jsonl", *words).splitlines()) == 2
