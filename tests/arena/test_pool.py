"""The pool of earlier versions: who is in it, how its bots are named, and by which rules they play."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from shutil import which

import msgspec
import pytest

import stellwerk
from stellwerk.core.setup import Option
from tests.bench.bots import pool
from tests.bench.bots.matches import pool_of


def test_every_version_is_a_commit_of_this_repository() -> None:
    git = which("git")
    if git is None or not (pool.ROOT / ".git").exists():
        pytest.skip("there is no history here")
    for version in pool.POOL:
        named = f"{version.commit}:src/stellwerk/__init__.py"
        found = subprocess.run(
            [git, "show", named], cwd=pool.ROOT, capture_output=True, check=False, text=True
        )
        if found.returncode:
            pytest.skip("this is a shallow copy of the history")
        assert f'__version__ = "{version.number}"' in found.stdout


def test_its_bots_are_programs_wherever_they_lie() -> None:
    version = pool.POOL[0]
    entrant = pool.entrant(version, Path("/somewhere else"), "hard")
    assert entrant == f"cmd:'{pool.program(version, Path('/somewhere else'))}' engine --bot hard"


def test_they_play_by_the_rules_they_know(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stellwerk.load("trambahn")
    later = {**game.info.options, "later": Option("new", ("old", "new"), since=99, before="old")}
    changed = replace(game, info=msgspec.structs.replace(game.info, options=later))
    monkeypatch.setattr(stellwerk, "load", lambda _: changed)
    options = pool.options_of(pool.POOL[0], "trambahn")
    assert options["later"] == "old"
    assert set(options) == set(later)


def test_the_levels_that_are_asked_for_exist() -> None:
    asked = {key: pool_of(key) for key in stellwerk.games()}
    assert any(asked.values())
    for key, matches in asked.items():
        bots = stellwerk.load(key).bots
        assert all(bot in bots for match in matches for bot in match.bots)


def test_nothing_is_built_or_played_unasked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pool.run(["--folder", str(tmp_path)])
    assert "name games" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
