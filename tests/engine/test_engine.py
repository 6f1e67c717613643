"""The engine protocol: the conversation of the documentation, whole games, thinking, bad input."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stellwerk
from stellwerk.core.record import encode
from stellwerk.engine.engine import Engine
from tests.cli.running import refused, run
from tests.golden.archive import read, records

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "stellwerk", "engine", "--lang", "en"]


def ask(engine: Engine, cmd: str, **fields: Any) -> dict[str, Any]:
    return engine.answer(json.dumps({"cmd": cmd, **fields}).encode())


def test_the_conversation_of_the_documentation() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text()
    block = re.search(r"## A conversation.*?```\n(.*?)```", text, re.DOTALL)
    assert block is not None
    said = [line[2:] for line in block[1].splitlines() if line.startswith("> ")]
    heard = [line[2:] for line in block[1].splitlines() if line.startswith("< ")]
    assert len(said) == len(heard) > 8
    done = subprocess.run(COMMAND, input="\n".join(said) + "\n", capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == heard
    assert done.stderr == ""


@pytest.mark.parametrize("key", stellwerk.games())
def test_a_whole_game(key: str) -> None:
    engine, rng = Engine(), random.Random(key)
    reply = ask(engine, "new", game=key, seed="whole")
    while reply["result"] is None:
        legal = ask(engine, "legal")
        assert legal["actor"] == reply["actor"]
        reply = ask(engine, "apply", action=rng.choice(legal["legal"]))
        assert reply["reply"] == "apply", reply
    assert reply["actor"] is None
    assert ask(engine, "go")["code"] == "game_is_over"


def test_a_position_of_a_record_goes_on_with_its_own_chance() -> None:
    golden = {name: read(path) for name, path in records().items() if name.startswith("trambahn/")}
    name, record = next((name, record) for name, record in golden.items() if record.seed is not None)
    data = json.loads(encode(record))
    engine = Engine()
    assert ask(engine, "position", record=data)["result"] is not None, name
    at = len(record.actions) // 2
    reply = ask(engine, "position", record=data, at=at)
    for text in record.actions[at:]:
        if not text.startswith("!"):
            assert ask(engine, "apply", action=text)["reply"] == "apply"
    assert reply["result"] is None
    assert ask(engine, "legal")["legal"] == []
    assert ask(engine, "position", record=data, at=10_000)["code"] == "no_such_place"


@pytest.mark.parametrize("key", stellwerk.games())
def test_a_bot_is_asked_with_its_view_alone(key: str) -> None:
    game = stellwerk.load(key)
    engine, other = Engine(), Engine()
    ask(engine, "new", game=key, seed="view", start_seat=0)
    legal = ask(engine, "legal")["legal"]
    view = ask(engine, "view", seat=0)["view"]
    for name in game.bots:
        if name in ("hard", "master"):
            continue
        here = ask(engine, "go", bot=name, seed="s")
        there = ask(other, "go", bot=name, seed="s", game=key, view=view, legal=legal)
        assert here["action"] in legal
        assert here == there


def test_hello_and_bad_requests() -> None:
    engine = Engine()
    hello = ask(engine, "hello", id="x")
    assert hello["id"] == "x"
    assert {one["game"] for one in hello["games"]} == set(stellwerk.games())
    assert ask(engine, "legal")["code"] == "no_game"
    assert ask(engine, "new", game="chess")["code"] == "unknown_game"
    assert ask(engine, "new", game="trambahn", seats=7)["reply"] == "error"
    assert ask(engine, "new", game="trambahn", more=1, id=4) | {"message": ""} == {
        "reply": "error",
        "code": "bad_request",
        "message": "",
        "clause": None,
        "id": 4,
    }
    ask(engine, "new", game="trambahn")
    assert ask(engine, "view", seat=9)["reply"] == "error"
    assert ask(engine, "go", bot="nobody")["code"] == "unknown_bot"
    assert ask(engine, "analyse", bot="random")["code"] == "no_analysis"
    assert ask(engine, "go", view={"seat": 0}, legal=[])["code"] == "no_legal_actions"


def test_all_errors_have_one_shape() -> None:
    engine = Engine()
    ask(engine, "new", game="trambahn", seed="shape", start_seat=0)
    wrong: list[dict[str, Any]] = [
        {"cmd": "fly"},
        {"cmd": "apply", "action": "P K>K"},
        {"cmd": "go", "seat": 1},
    ]
    known: list[dict[str, Any]] = [{}, {"id": 0}, {"id": "x"}]
    for request in wrong:
        for known_as in known:
            reply = ask(engine, **request, **known_as)
            assert list(reply) == ["reply", "code", "message", "clause", *known_as]
            assert reply.get("id") == known_as.get("id")
    for line in (b"", b"nonsense", b"[]", b'{"id":[]}', b"\xff"):
        assert list(engine.answer(line)) == ["reply", "code", "message", "clause"]


@pytest.mark.parametrize("cmd", ["go", "analyse"])
@pytest.mark.parametrize("language", stellwerk.LANGUAGES)
def test_only_the_seat_that_has_to_act_can_be_asked(cmd: str, language: str) -> None:
    engine = Engine(language=language)
    ask(engine, "new", game="trambahn", seed="seat", start_seat=0)
    there = {
        "game": "trambahn",
        "view": ask(engine, "view", seat=0)["view"],
        "legal": ask(engine, "legal")["legal"],
    }
    for question in ({}, there):
        common = {"bot": "hard", "simulations": 1, **question}
        assert ask(engine, cmd, seat=0, **common)["reply"] == cmd
        refusal = ask(engine, cmd, seat=1, **common)
        assert refusal["code"] == "wrong_seat"
        assert "0" in refusal["message"]
        assert "1" in refusal["message"]
    assert ask(engine, "new", game="trambahn", seat=0)["code"] == "bad_request"


@settings(deadline=None)  # the first hello loads all games
@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_no_line_ends_the_conversation(line: bytes) -> None:
    engine = Engine()
    assert engine.answer(line)["reply"]
    assert ask(engine, "hello")["reply"] == "hello"


@pytest.mark.parametrize("language", stellwerk.LANGUAGES)
def test_an_unknown_bot_is_refused_before_anybody_asks(language: str) -> None:
    said = refused(run("engine", "--bot", "mastr", "--lang", language))
    assert "“mastr”" in said or "„mastr“" in said
    for key in stellwerk.games():
        assert all(name in said for name in stellwerk.load(key).bots)
