"""Bots that are programs: in Python, in JavaScript, slow ones, broken ones, none at all."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.arena.block import Terms, play_block
from stellwerk.engine.program import Program, ProgramError
from tests.node import node

ROOT = Path(__file__).parents[2]
GAME = stellwerk.load("transamerica")
STATE = stellwerk.new_game("transamerica", seats=2, seed="program", start_seat=0)
LEGAL = GAME.legal(STATE)
PYTHON = f"{sys.executable} {ROOT / 'examples' / 'bot.py'}"


def ask(command: str, seconds: float = 20) -> tuple[Any, ...]:
    program = Program(command, GAME, seconds)
    try:
        return program.plan(GAME.view(STATE, 0), LEGAL, random.Random(1))
    finally:
        program.close()


READ = "import json, sys; r = json.loads(sys.stdin.readline()); "


def script(code: str) -> str:
    return f'{sys.executable} -c "{code}"'


def test_the_example_plays_the_first_action() -> None:
    assert ask(PYTHON) == (LEGAL[0],)


def test_the_engine_itself_is_such_a_bot() -> None:
    plan = ask(f"{sys.executable} -m stellwerk engine --bot random")
    assert plan[0] in LEGAL


def test_a_program_in_javascript_plays_whole_games() -> None:
    entrant = f"cmd:{node()} {ROOT / 'examples' / 'bot.mjs'}"
    terms = Terms("transamerica", 2, dict(GAME.setup(2).options), "js")
    block = play_block(terms, (entrant, "random"), 0)
    assert block.faults == {entrant: 0, "random": 0}
    assert len(block.games) == 2


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("no-such-program-anywhere", "program_missing"),
        ("'", "program_missing"),
        ("", "program_missing"),
        (script("import sys; sys.stdin.readline()"), "program_ended"),
        (script("import sys; sys.stdin.readline(); print(7); input()"), "program_unreadable"),
        (script("import time; time.sleep(60)"), "program_too_slow"),
        (
            script(READ + "print(json.dumps(dict(id=r['id'], action='M 9999'))); input()"),
            "program_illegal",
        ),
        (
            script(READ + "print(json.dumps(dict(id=r['id']))); input()"),
            "program_illegal",
        ),
    ],
)
def test_what_goes_wrong_is_told(command: str, code: str) -> None:
    with pytest.raises(ProgramError) as caught:
        ask(command, seconds=0.2)
    assert caught.value.code == code
    for language in stellwerk.LANGUAGES:
        assert stellwerk.load_texts(None, language, "stellwerk.engine").sentence(caught.value)


def test_a_program_that_crashed_is_started_again() -> None:
    program = Program(script("import sys; sys.stdin.readline()"), GAME, 5)
    for _ in range(2):
        with pytest.raises(ProgramError, match="program_ended"):
            program.choose(GAME.view(STATE, 0), LEGAL, random.Random(1))
    program.close()


def test_a_program_inherits_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STELLWERK_SECRET", "signs the cookies")
    monkeypatch.setenv("STELLWERK_DATABASE", "postgresql://somewhere")
    monkeypatch.setenv("PGPASSWORD", "opens the database")
    monkeypatch.setenv("BOOK_OF_OPENINGS", "its own affair")
    told = "' '.join(sorted(n for n in os.environ if n.startswith(('STELLWERK', 'PG', 'BOOK'))))"
    with pytest.raises(ProgramError) as caught:
        ask(script("import os; " + READ + f"print(json.dumps(dict(id=r['id'], action={told}))); input()"))
    assert caught.value.params["action"] == "BOOK_OF_OPENINGS"


def test_faults_in_the_arena_are_counted() -> None:
    entrant = f"cmd:{script('import sys; sys.stdin.readline()')}"
    terms = Terms("trambahn", 2, dict(stellwerk.load("trambahn").setup(2).options), "crash")
    block = play_block(terms, (entrant, "random"), 0)
    assert block.faults[entrant] > 10
    assert block.faults["random"] == 0
