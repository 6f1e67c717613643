"""The fingerprint of a tournament: whatever plays in it is part of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

import stellwerk
from stellwerk.arena import tournament as module
from stellwerk.arena.block import Terms
from stellwerk.arena.entrants import make_bot
from stellwerk.arena.tournament import Tournament, lineups_of

if TYPE_CHECKING:
    from pathlib import Path

GAME = stellwerk.load("trambahn")
OPTIONS = dict(GAME.setup(2).options)
BOT = "class MyBot:\n    def choose(self, view, legal, rng):\n        return legal[0]\n"


def fingerprint(*bots: str, seconds: float = 10.0) -> str:
    terms = Terms("trambahn", 2, OPTIONS, "fingerprint", seconds)
    return Tournament(terms, lineups_of(bots, 2), 1).fingerprint()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    return tmp_path


def test_it_stays_the_same_and_tells_terms_apart() -> None:
    assert fingerprint("random", "greedy") == fingerprint("random", "greedy")
    assert fingerprint("random", "greedy") != fingerprint("greedy", "random")
    assert fingerprint("random", "greedy") != fingerprint("random", "greedy", seconds=1.0)


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


@pytest.mark.parametrize("part", ["arena", "engine", "core", "search", "games/trambahn"])
def test_the_code_that_plays_is_part_of_it(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "__file__", str(tmp_path / "arena" / "tournament.py"))
    (tmp_path / part).mkdir(parents=True)
    before = fingerprint("random", "greedy")
    (tmp_path / part / "something.py").write_text("changed = True")
    assert fingerprint("random", "greedy") != before
