"""`stellwerk new-game`: what it writes and refuses. tests/core/test_add_a_game.py checks what it wrote."""

from __future__ import annotations

import os
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import stellwerk
from stellwerk.core.registry import PACKAGE
from tests.cli.running import really_run, refused, run

TINY = Path(os.environ["STELLWERK_TINY"])


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_files_lie_where_the_repository_has_them() -> None:
    game = "src/stellwerk/games/tiny"
    assert {name for name in files_in(TINY) if "__pycache__" not in name} == {
        f"{game}/__init__.py",
        *(f"{game}/texts/{language}.toml" for language in stellwerk.LANGUAGES),
        "tests/games/tiny/__init__.py",
        "tests/games/tiny/test_clauses.py",
        "tests/golden/make_tiny.py",
        "tests/golden/tiny/one_shift.json",
        "tests/golden/tiny/two_shifts.json",
        "tests/golden/tiny/results.json",
        "docs/rules/tiny.md",
    }


def test_nothing_of_the_template_is_left_in_its_copy() -> None:
    for name in files_in(TINY):
        if "__pycache__" not in name:
            text = (TINY / name).read_text(encoding="utf-8")
            assert not any(word in text for word in ("template", "Shunting", "SH-")), name


def test_it_is_played_from_any_folder(tmp_path: Path) -> None:
    done = really_run("new-game", "yard_2", "--out", str(tmp_path), "--title", "The Yard’s End", "--lang=en")
    assert (done.returncode, done.stderr) == (0, b"")
    games = tmp_path / "src" / "stellwerk" / "games"
    assert f"STELLWERK_GAMES={games} stellwerk play yard_2" in done.stdout.decode()
    listed = really_run("games", STELLWERK_GAMES=str(games)).stdout.decode()
    assert "The Yard’s End  yard_2  3–5 players" in listed
    record = tmp_path / "tests" / "golden" / "yard_2" / "one_shift.json"
    assert really_run("verify", str(record), STELLWERK_GAMES=str(games)).returncode == 0
    assert really_run("verify", str(record)).returncode == 2, "only where it is known"


def test_clauses_get_letters_of_the_key_that_no_other_game_has(tmp_path: Path) -> None:
    assert really_run("new-game", "tram", "--out", str(tmp_path)).returncode == 0
    texts = tomllib.loads((tmp_path / "src/stellwerk/games/tram/texts/en.toml").read_text(encoding="utf-8"))
    (prefix,) = {clause.partition("-")[0] for clause in texts["clauses"]}
    taken = {
        clause.partition("-")[0]
        for key in stellwerk.games()
        for clause in stellwerk.load_texts(key, "en").section("clauses")
    }
    assert len(prefix) == 2
    assert prefix[0] == "T"
    assert prefix not in taken


@pytest.mark.parametrize("key", ["", "Yard", "2nd", "a-b", "yärd", "class", "a" * 21, "../x", "_x"])
def test_a_key_has_to_be_a_plain_name(key: str, tmp_path: Path) -> None:
    assert "cannot be the key of a game" in refused(run("new-game", key, "--out", str(tmp_path)))
    assert files_in(tmp_path) == set()


@pytest.mark.parametrize("key", stellwerk.games())
def test_a_key_is_taken_once(key: str, tmp_path: Path) -> None:
    assert "already a game" in refused(run("new-game", key, "--out", str(tmp_path)))
    assert files_in(tmp_path) == set()


@pytest.mark.parametrize("title", ["", " ", 'a"b', "a\\b", "a\nb", "x" * 41])
def test_a_title_has_to_be_printable(title: str, tmp_path: Path) -> None:
    words = ("new-game", "yard", "--out", str(tmp_path), "--title", title)
    assert "cannot be a title" in refused(run(*words))
    assert files_in(tmp_path) == set()


@pytest.mark.parametrize("place", ["docs/rules/yard.md", "tests/golden/yard/x.json", "tests/games/yard/x.py"])
def test_nothing_is_written_over(place: str, tmp_path: Path) -> None:
    (tmp_path / place).parent.mkdir(parents=True)
    (tmp_path / place).write_text("mine")
    assert "exists already" in refused(run("new-game", "yard", "--out", str(tmp_path)))
    assert files_in(tmp_path) == {place}


def test_the_template_speaks_every_language() -> None:
    spoken = {
        path.name.removesuffix(".toml") for path in files("stellwerk.template").joinpath("texts").iterdir()
    }
    assert spoken == set(stellwerk.LANGUAGES)


def test_the_template_itself_is_not_a_game() -> None:
    assert "template" not in stellwerk.games()
    assert PACKAGE not in str(files("stellwerk.template"))
