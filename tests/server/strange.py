"""Input that no client of ours would send, made by hypothesis; and what any answer to it must be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from stellwerk.server.guard.limits import MAX_FRAME
from stellwerk.server.live.wire import ErrorBody

if TYPE_CHECKING:
    import httpx
    import requests

QUICK = settings(
    max_examples=60, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
BODIES = st.binary(max_size=200) | ANY_JSON.map(msgspec.json.encode)
DOINGS = [
    "join", "leave", "seat_bot", "act", "undo", "propose", "answer", "resume", "resign", "next_game", "say"
]  # fmt: skip
ACTIONS = ["E", "P B7", "M ?", "!D", "S B7>2", "T x3>2", "R 64-65"]
COMMANDS = st.fixed_dictionaries(
    {"do": st.sampled_from(DOINGS)},
    optional={
        "seat": st.integers(-2, 7) | st.none(),
        "text": st.text(max_size=30) | st.sampled_from(ACTIONS),
        "expected": st.integers(-1, 50) | st.just(10**30),
        "level": st.sampled_from(["simple", "nobody", ""]),
        "wish": st.sampled_from(["undo", "pause", "rematch", "money"]),
        "actions": st.integers(-1, 10),
        "agree": st.booleans(),
    },
)  # fmt: skip
FRAMES = st.one_of(
    st.text(max_size=100),
    st.binary(max_size=100),
    ANY_JSON.map(lambda value: msgspec.json.encode(value).decode()),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["subscribe", "unsubscribe", "do", "ping", "table", "done", ""])},
        optional={
            "table": st.sampled_from(["mine", "other", "nobody's", "", "x" * 41]) | st.integers(),
            "since": st.integers(-2, 10**12),
            "id": st.integers(-1, 10**12) | st.none(),
            "command": COMMANDS | ANY_JSON,
            "more": st.booleans(),
        },
    ),
    st.just("[" * 5000),
    st.just('{"type":"ping"' + " " * MAX_FRAME + "}"),
)


def check_refusal(answer: httpx.Response | requests.Response) -> ErrorBody:
    """A refusal is JSON with a code and a sentence; never a trace, never our own fault."""
    assert 400 <= answer.status_code < 500
    assert answer.headers["content-type"] == "application/json"
    error = msgspec.json.decode(answer.content, type=ErrorBody)
    check_sentence(error)
    return error


def check_sentence(error: ErrorBody) -> None:
    assert error.code != "broken"
    assert error.message
    assert "Traceback" not in error.message
    assert ".py" not in error.message
