"""Runs `stellwerk` in this process, or in another one, and returns what it printed."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from typing import NamedTuple
from unittest.mock import patch

import stellwerk
from stellwerk.cli import main
from stellwerk.core.chance import Chance, draw_start_seat
from stellwerk.core.play import moments
from stellwerk.core.record import Record, encode, make_record

ENVIRONMENT = {"COLUMNS": "100", "LC_ALL": "C.UTF-8", "STELLWERK_LANG": "", "PYTHONIOENCODING": "utf-8"}

NAMES = ("Anna", "Konrad", "Lotte")


class Ran(NamedTuple):
    """The end of a command."""

    code: int
    out: str
    err: str


def run(*words: str, typed: str = "", **environment: str) -> Ran:
    """A command with this input; no colours, 100 columns, English unless the environment says otherwise."""
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.dict(os.environ, ENVIRONMENT | environment),
        patch("sys.stdin", io.StringIO(typed)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = main(words)
    return Ran(code, out.getvalue(), err.getvalue())


def refused(ran: Ran) -> str:
    """The only sentence of a command that was refused, on one line, without a traceback."""
    assert ran.code == 2, ran
    assert ran.err.count("\n") == 1, ran.err
    assert ran.err.strip().isprintable()
    assert "Traceback" not in ran.err
    return ran.err.strip()


def really_run(*words: str, typed: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The same in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "stellwerk", *words],
        input=typed,
        env={**os.environ, **ENVIRONMENT, **environment},
        capture_output=True,
        check=False,
        timeout=120,
    )


@cache
def finished_record(key: str = "tiny", seed: str = "finished") -> Record:
    """A whole game played at random, by as few as can play it."""
    game = stellwerk.load(key)
    seats = game.info.seats.min
    setup = game.setup(seats, {}, draw_start_seat(seed, seats))
    chance = Chance(f"{seed} and whims")
    played = moments(game, game.begin(setup), lambda state: _any(game.legal(state), chance), Chance(seed))
    return make_record(game, setup, NAMES[:seats], [moment.action for moment in played], seed)


def _any(legal: tuple[object, ...], chance: Chance) -> object:
    return legal[chance.randrange(len(legal))]


def finished_file(key: str = "tiny") -> bytes:
    """The same as a file."""
    return encode(finished_record(key))
