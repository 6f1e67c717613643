"""What ends thinking: `stop`, `quit` and the end of input, however early they come, and nothing else."""

from __future__ import annotations

import json
import subprocess
from threading import Timer
from typing import IO, Any, cast

import pytest

from stellwerk.engine.engine import Engine
from tests.engine.test_engine import COMMAND

NEW = {"cmd": "new", "game": "trambahn", "seats": 2, "seed": "stop", "start_seat": 0}
FOR_EVER = {"cmd": "go", "bot": "master", "simulations": 100_000_000}
SECONDS = 30
"""To start, and to stop; a thought for ever takes days."""


def lines(*requests: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(request).encode() + b"\n" for request in requests)


def replies(*requests: dict[str, Any]) -> list[str]:
    """Of an engine that hears everything at once, and then that this was all."""
    done = subprocess.run(COMMAND, input=lines(*requests), capture_output=True, timeout=SECONDS, check=True)
    assert done.stderr == b""
    return [json.loads(line)["reply"] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("ending", ["stop", "quit"])
def test_a_request_that_follows_at_once_ends_thinking(ending: str) -> None:
    """The input stays open: only the request can end it."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        stdin, stdout = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
        watch = Timer(SECONDS, process.kill)
        watch.start()
        try:
            stdin.write(lines(NEW, FOR_EVER, {"cmd": ending}))
            stdin.flush()
            heard = [stdout.readline() for _ in range(3)]
            assert [json.loads(line)["reply"] for line in heard if line] == ["new", "go", ending]
            if ending == "stop":
                stdin.write(lines({"cmd": "quit"}))
                stdin.flush()
            assert process.wait(SECONDS) == 0
        finally:
            watch.cancel()
            process.kill()


def test_the_end_of_input_ends_thinking() -> None:
    assert replies(NEW, FOR_EVER) == ["new", "go"]


def simulations(*after: dict[str, Any] | None, before: tuple[dict[str, Any], ...] = ()) -> int:
    """How long something is thought about, with these lines around it (None: the end)."""
    engine = Engine()
    asked = {"cmd": "analyse", "bot": "master", "simulations": 8}
    todo = [lines(request) for request in (NEW, *before, asked)]
    for line in (*todo, *(b"" if request is None else lines(request) for request in after)):
        engine.hear(line)
    return int([engine.answer(line) for line in todo][-1]["simulations"])


def test_what_comes_later_stops_and_nothing_else_does() -> None:
    whole = simulations()
    assert whole > 0
    for ending in ({"cmd": "stop"}, {"cmd": "stop", "id": 3}, {"cmd": "quit"}, None):
        assert simulations(ending) == 0
        assert simulations({"cmd": "hello"}, ending) == 0
    assert simulations(before=({"cmd": "stop"},)) == whole
    for other in ({"cmd": "legal", "id": "stop"}, {"cmd": "new", "game": "stop"}, {"cmd": "stop", "now": 1}):
        assert simulations(other) == whole
