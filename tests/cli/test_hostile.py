"""Records that strangers wrote: every one is printed or refused with one harmless sentence."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stellwerk.core.record import MAX_BYTES
from tests.cli.running import Ran, finished_file, refused, run

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMANDS = (("replay",), ("replay", "--at", "3"), ("verify",), ("analyse", "--simulations", "4"))


def on_file(data: bytes) -> list[Ran]:
    """What all commands make of this file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record.json"
        path.write_bytes(data)
        drawing = run("draw", str(path), "-o", str(Path(folder) / "board.svg"))
        return [*(run(name, str(path), *rest) for name, *rest in COMMANDS), drawing]


def is_harmless(ran: Ran) -> None:
    """Exit 0 or one sentence, and nothing that could steer a terminal."""
    if ran.code:
        refused(ran)
    assert all(line.isprintable() for line in ran.out.split("\n"))


def changed(**fields: object) -> bytes:
    """The finished record with other fields."""
    return json.dumps(json.loads(finished_file()) | fields).encode()


HOSTILE = {
    "empty": b"",
    "binary junk": bytes(range(256)) * 40,
    "not utf-8": b'{"game": "\xff\xfe"}',
    "too large": b" " * (MAX_BYTES + 1),
    "deeply nested": b"[" * 100_000,
    "deeply nested value": b'{"game": ' + b'{"a":' * 50_000,
    "a number": b"17",
    "a list": b"[]",
    "null": b"null",
    "nothing in it": b"{}",
    "unknown field": changed(**{"\x1b[2J": 1}),
    "unknown game": changed(game="\x1b]0;owned\x07"),
    "game outside": changed(game="../../etc/passwd"),
    "game with dots": changed(game="tiny.rules"),
    "no game": changed(game=""),
    "huge number": finished_file().replace(b'"seats": 3', b'"seats": ' + b"9" * 4200),
    "larger number": finished_file().replace(b'"seats": 3', b'"seats": ' + b"9" * 9000),
    "negative seat": changed(start_seat=-1),
    "seat as text": changed(seats="3"),
    "seat as truth": changed(seats=True),
    "no players": changed(players=[]),
    "name that steers": changed(players=["\x1b[31mAnna", "Konrad", "Lotte"]),
    "name that turns": changed(players=["Anna\u202e", "Konrad", "Lotte"]),
    "name in many lines": changed(players=["Anna\nKonrad\nwins", "Konrad", "Lotte"]),
    "name with markup": changed(players=["[red]Anna[/red]", "<b>&{seat}", "Lotte"]),
    "long name": changed(players=["A" * 81, "K", "L"]),
    "wrong option": changed(options={"shifts": "\x1b[2J"}),
    "option as list": changed(options={"shifts": []}),
    "no options": changed(options={}),
    "action that steers": changed(actions=["\x1b[2J\x07"]),
    "action in many lines": changed(actions=["T\nT"]),
    "long action": changed(actions=["! " + "C1 " * 600]),
    "too long action": changed(actions=["x" * 3000]),
    "many actions": changed(actions=["T"] * 100_000),
    "braces": changed(actions=["{number}{0}{"]),
    "no actions": changed(actions=[]),
    "steering seed": changed(seed="\x1b[2J"),
    "steering commitment": changed(commitment="\x1b[2J"),
    "lone surrogate": finished_file().replace(b'"Anna"', b'"\\ud800"'),
    "surrogate seed": finished_file().replace(b'"seed": "', b'"seed": "\\udc00'),
    "null character": finished_file().replace(b'"Anna"', b'"\\u0000"'),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_record_gives_a_sentence(data: bytes) -> None:
    for ran in on_file(data):
        is_harmless(ran)


def test_markup_in_names_is_shown_as_it_is() -> None:
    replayed = on_file(HOSTILE["name with markup"])[0]
    assert replayed.code == 0
    assert "[red]Anna[/red]" in replayed.out
    assert "<b>&{seat}" in replayed.out


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_what_is_no_file(command: str, tmp_path: Path) -> None:
    assert "folder" in refused(run(command, str(tmp_path)))
    assert "no such file" in refused(run(command, str(tmp_path / "missing.json")))
    assert "too long" in refused(run(command, "x" * 5000))
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    assert "circle" in refused(run(command, str(tmp_path / "circle")))
    assert "too large" in refused(run(command, "/dev/zero"))


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.json"
    path.touch(mode=0)
    return path


@pytest.fixture
def nobody_special(secret: Path) -> Iterator[None]:
    """For root, who may read everything, act as somebody else."""
    assert secret.exists()
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    yield
    if is_root:
        os.seteuid(0)


@pytest.mark.usefixtures("nobody_special")
def test_a_file_that_may_not_be_read(secret: Path) -> None:
    assert "not allowed" in refused(run("replay", str(secret)))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=8,
)
FIELDS = sorted(json.loads(finished_file()))


@settings(max_examples=80, deadline=None)
@given(field=st.sampled_from([*FIELDS, "other"]), value=JSON)
def test_any_value_in_any_field(field: str, value: Any) -> None:
    for ran in on_file(changed(**{field: value})):
        is_harmless(ran)


@settings(max_examples=60, deadline=None)
@given(place=st.integers(0, 20), text=st.text(max_size=30) | st.from_regex(r"[CT!]( [CGMOW1-7:|]{1,6})*"))
def test_any_text_as_an_action(place: int, text: str) -> None:
    actions = json.loads(finished_file())["actions"]
    actions[place] = text
    for ran in on_file(changed(actions=actions)):
        is_harmless(ran)


@settings(max_examples=60, deadline=None)
@given(place=st.integers(0, 10**9), data=st.binary(min_size=1, max_size=4))
def test_any_bytes_anywhere(place: int, data: bytes) -> None:
    file = finished_file()
    place %= len(file)
    for ran in on_file(file[:place] + data + file[place + len(data) :]):
        is_harmless(ran)
