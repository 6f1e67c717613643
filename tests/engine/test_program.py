"""Bots that are programs: in Python, in JavaScript, slow ones, broken ones, none at all."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
from pathlib import Path
from shlex import quote
from time import monotonic
from typing import Any

import pytest

import stellwerk
from stellwerk.arena.block import Terms, play_block
from stellwerk.engine.program import Program, ProgramError
from tests.node import node

ROOT = Path(__file__).parents[2]
GAME = stellwerk.load("tiny")
STATE = stellwerk.new_game("tiny", seats=3, seed="program", start_seat=0)
LEGAL = GAME.legal(STATE)
PYTHON = f"{sys.executable} {ROOT / 'examples' / 'bot.py'}"


def ask(command: str, seconds: float = 20) -> tuple[Any, ...]:
    program = Program(command, GAME, seconds)
    try:
        return program.plan(GAME.view(STATE, 0), LEGAL, random.Random(1))
    finally:
        program.close()


READ = "import json, sys; r = json.loads(sys.stdin.readline()); "
ANSWER = "print(json.dumps(dict(id=r['id'], action=r['legal'][0])), flush=True); input()"
SLEEP = "import time; time.sleep(20)"
PATIENCE = 10
"""Seconds to be done with a program that has a fraction of one; those that hang do so for twice as long."""


def script(code: str) -> str:
    return f"{sys.executable} -c {quote(code)}"


def wrapped(code: str) -> str:
    """A program started by another, as by `npm run` or `uv run`."""
    return script(f"import subprocess, sys; subprocess.run([sys.executable, '-c', {code!r}])")


def test_the_example_plays_the_first_action() -> None:
    assert ask(PYTHON) == (LEGAL[0],)


def test_the_engine_itself_is_such_a_bot() -> None:
    plan = ask(f"{sys.executable} -m stellwerk engine --bot random")
    assert plan[0] in LEGAL


def test_a_program_in_javascript_plays_whole_games() -> None:
    entrant = f"cmd:{node()} {ROOT / 'examples' / 'bot.mjs'}"
    terms = Terms("tiny", 3, dict(GAME.setup(3).options), "js")
    block = play_block(terms, (entrant, "random", "random"), 0)
    assert block.faults == {entrant: 0, "random": 0}
    assert len(block.games) == 3


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("no-such-program-anywhere", "program_missing"),
        ("'", "program_missing"),
        ("", "program_missing"),
        (script("import sys; sys.stdin.readline()"), "program_ended"),
        (script("import sys; sys.stdin.readline(); print(7); input()"), "program_unreadable"),
        (script(SLEEP), "program_too_slow"),
        (
            script("import time; [(print('{}', flush=True), time.sleep(0.3)) for _ in range(70)]"),
            "program_too_slow",
        ),
        (script("for _ in range(200_000): print('{}')"), "program_floods"),
        (wrapped(SLEEP), "program_too_slow"),
        (
            script(READ + "print(json.dumps(dict(id=r['id'], action='C X9'))); input()"),
            "program_illegal",
        ),
        (
            script(READ + "print(json.dumps(dict(id=r['id']))); input()"),
            "program_illegal",
        ),
    ],
)
def test_what_goes_wrong_is_told(command: str, code: str) -> None:
    begun = monotonic()
    with pytest.raises(ProgramError) as caught:
        ask(command, seconds=0.2)
    assert monotonic() - begun < PATIENCE
    assert caught.value.code == code
    for language in stellwerk.LANGUAGES:
        assert stellwerk.load_texts(None, language, "stellwerk.engine").sentence(caught.value)


def test_a_program_that_reads_nothing_is_not_waited_for() -> None:
    program = Program(script(SLEEP), GAME, 0.2)
    begun = monotonic()
    with pytest.raises(ProgramError, match="program_too_slow"):
        program.choose("more than fits into a pipe" * 10_000, LEGAL, random.Random(1))
    program.close()
    assert monotonic() - begun < PATIENCE


@pytest.mark.skipif(sys.platform == "win32", reason="only a process can be ended there, not what it started")
@pytest.mark.parametrize("is_closed", [True, False])
def test_what_a_program_started_ends_with_it(*, is_closed: bool) -> None:
    """Also when it is not closed, but nobody has it any more."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE)
        call = f"import socket; s = socket.create_connection(('127.0.0.1', {server.getsockname()[1]})); "
        start = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {call + SLEEP!r}]); "
        program = Program(script(start + READ + ANSWER), GAME, PATIENCE)
        assert program.choose(GAME.view(STATE, 0), LEGAL, random.Random(1)) == LEGAL[0]
        line, _ = server.accept()
        with line:
            line.settimeout(PATIENCE)
            begun = monotonic()
            if is_closed:
                program.close()
            else:
                del program
            assert line.recv(1) == b""
            assert monotonic() - begun < PATIENCE


def test_python_ends_in_peace_though_nobody_closed_a_program() -> None:
    code = (
        "import random, stellwerk; from stellwerk.engine.program import Program;"
        "game = stellwerk.load('tiny'); state = stellwerk.new_game('tiny', seed='end');"
        f"program = Program({PYTHON!r}, game, 20);"
        "program.choose(game.view(state, game.actor(state)), game.legal(state), random.Random(1))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


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
    assert caught.value.params["action"] == "BOOK_OF_OPENINGS STELLWERK_GAMES"


def test_faults_in_the_arena_are_counted() -> None:
    entrant = f"cmd:{script('import sys; sys.stdin.readline()')}"
    terms = Terms("tiny", 3, dict(GAME.setup(3).options), "crash")
    block = play_block(terms, (entrant, "random", "random"), 0)
    assert block.faults[entrant] > 10
    assert block.faults["random"] == 0
