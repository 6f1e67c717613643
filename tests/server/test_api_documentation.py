"""What docs/api.md shows is so, and its examples say what they need; whole games: test_http_bots."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import IO, cast

import msgspec
import pytest

from stellwerk.server.openapi import document
from stellwerk.tables.config import TableConfig, checked
from tests.node import node

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "api.md").read_text()
EXAMPLES = [[sys.executable, "http_bot.py"], ["node", "http_bot.mjs"]]
SECONDS = 30


def words(example: list[str], *more: str) -> list[str]:
    program, name = example
    return [node() if program == "node" else program, str(ROOT / "examples" / name), *more]


def environment(token: str) -> dict[str, str]:
    return {**os.environ, "STELLWERK_TOKEN": token}


def test_the_example_of_a_table_can_be_opened() -> None:
    block = re.search(r"```json\n(.*?)```", TEXT, re.DOTALL)
    assert block is not None
    assert checked(msgspec.json.decode(block[1], type=TableConfig)).options["vexation"] is True


def test_the_client_is_built_from_this_document() -> None:
    written = msgspec.json.decode((ROOT / "client" / "openapi.json").read_bytes())
    said = msgspec.json.decode(msgspec.json.encode(document()))
    assert written == said, "the API has changed: write it down with `python client/build.py api`"


def test_every_type_and_address_is_in_the_document() -> None:
    found = document()
    named = set(re.findall(r"`([A-Z][a-z]+(?:[A-Z][a-z]+)*)`", TEXT)) - {"Origin"}
    assert len(named) > 10
    assert named <= set(found["components"]["schemas"])
    known = {re.sub(r"{.*?}", "{}", path) for path in found["paths"]}
    asked = re.findall(r"(?:GET|POST|PUT|DELETE) +(?:\$S)?(/[^\s`]*)", TEXT)
    assert {re.sub(r"{.*?}", "{}", path) for path in asked} - {"/openapi.json"} <= known


@pytest.mark.parametrize("example", EXAMPLES, ids=["python", "javascript"])
@pytest.mark.parametrize(("more", "token"), [((), "x"), (("http://127.0.0.1:1",), ""), (("localhost",), "x")])
def test_an_example_says_what_it_needs(example: list[str], more: tuple[str, ...], token: str) -> None:
    done = subprocess.run(
        words(example, *more), env=environment(token), capture_output=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 1
    assert done.stderr.decode().startswith("STELLWERK_TOKEN=…")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("example", EXAMPLES, ids=["python", "javascript"])
def test_an_example_without_a_server_says_so(example: list[str]) -> None:
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        server = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with subprocess.Popen(
            words(example, server), env=environment("x"), stderr=subprocess.PIPE
        ) as process:
            try:
                said = cast("IO[bytes]", process.stderr).readline().decode()
            finally:
                process.kill()
    assert server in said
    assert "refused" in said.lower().replace("econn", "")
