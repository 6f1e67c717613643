"""The fingerprint of a tournament: whatever plays in it is part of it."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

import stellwerk
from stellwerk.arena import tournament as module
from stellwerk.arena.block import Terms
from stellwerk.arena.entrants import make_bot
from stellwerk.arena.tournament import Tournament, lineups_of
from stellwerk.core.registry import PACKAGE

if TYPE_CHECKING:
    from pathlib import Path

GAME = stellwerk.load("tiny")
OPTIONS = dict(GAME.setup(3).options)
BOT = "class MyBot:\n    def choose(self, view, legal, rng):\n        return legal[0]\n"


def fingerprint(*bots: str, seconds: float = 10.0) -> str:
    terms = Terms(GAME.info.key, 3, OPTIONS, "fingerprint", seconds)
    return Tournament(terms, lineups_of(bots, 3), 1).fingerprint()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    return tmp_path


def test_it_stays_the_same_and_tells_terms_apart() -> None:
    assert fingerprint("random", "careful") == fingerprint("random", "careful")
    assert fingerprint("random", "careful") != fingerprint("careful", "random")
    assert fingerprint("random", "careful") != fingerprint("random", "careful", seconds=1.0)


def test_an_edited_class_is_another_entrant(folder: Path) -> None:
    source = folder / "edited_entrant.py"
    source.write_text(BOT)
    make_bot(GAME, "edited_entrant:MyBot")
    before = fingerprint("edited_entrant:MyBot", "random")
    assert fingerprint("edited_entrant:MyBot", "random") == before
    source.write_text(BOT.replace("legal[0]", "legal[-1]"))
    assert fingerprint("edited_entrant:MyBot", "random") != before


@pytest.mark.parametrize(
    "command", [f"cmd:{sys.executable} program.py --fast", f"cmd:{sys.executable} --weights=program.py"]
)
def test_an_edited_program_is_another_entrant(folder: Path, command: str) -> None:
    source = folder / "program.py"
    source.write_text("1")
    before = fingerprint(command, "random")
    assert fingerprint(command, "random") == before
    source.write_text("2")
    assert fingerprint(command, "random") != before


@pytest.mark.parametrize("room", [".", "law", "mind", "texts/deeper"])
def test_every_room_of_the_game_is_part_of_it(
    room: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module(f"{PACKAGE}.{GAME.info.key}"), "__path__", [str(tmp_path)])
    (tmp_path / room).mkdir(parents=True, exist_ok=True)
    before = fingerprint("random", "careful")
    (tmp_path / room / "something.py").write_text("changed = True")
    assert fingerprint("random", "careful") != before
    before = fingerprint("random", "careful")
    (tmp_path / room / "ratings.json").write_text("{}")
    assert fingerprint("random", "careful") == before


@pytest.mark.parametrize("part", ["arena", "engine", "core", "search"])
def test_the_code_that_plays_is_part_of_it(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "__file__", str(tmp_path / "arena" / "tournament.py"))
    (tmp_path / part).mkdir(parents=True)
    before = fingerprint("random", "careful")
    (tmp_path / part / "something.py").write_text("changed = True")
    assert fingerprint("random", "careful") != before
