"""Writing: all or nothing, and a game is never lost because of its file."""

from __future__ import annotations

import os
import resource
import stat
import subprocess
import sys
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from stellwerk.cli.files import write_file
from stellwerk.cli.session import CommandError
from stellwerk.core.record import decode
from tests.cli.running import ENVIRONMENT, refused, run

if TYPE_CHECKING:
    from pathlib import Path

PLAY = ("play", "trambahn", "--seed", "saved", "--players", "random,random")


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"old")
    with (
        patch("os.fsync", side_effect=OSError(28, "No space left on device")),
        pytest.raises(OSError, match="space"),
    ):
        write_file(path, b"new and longer")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
    write_file(path, b"new and longer")
    assert path.read_bytes() == b"new and longer"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    usual, ours = tmp_path / "usual", tmp_path / "ours"
    usual.touch()
    write_file(ours, b"")
    assert stat.S_IMODE(ours.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_file(tmp_path / "link", b"data")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"data"


def test_devices_are_never_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CommandError):
        write_file(tmp_path / "pipe", b"data")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("", "folder"),
        ("missing/game.json", "no such"),
        ("file/game.json", "not a folder"),
        ("x" * 300, "too long"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused_before_the_game(
    place: str, expected: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    ran = run(*PLAY, "--save", str(tmp_path / place))
    assert expected in refused(ran)
    assert ran.out == ""


def test_a_disk_that_fills_up_during_the_game_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"an older game")
    with patch("os.fsync", side_effect=OSError(28, "No space left on device")):
        ran = run(*PLAY, "--save", str(path))
    assert ran.code == 2
    assert "the disk is full" in ran.err
    assert path.read_bytes() == b"an older game"
    assert decode(ran.out[ran.out.index("{\n") :].encode()).seed == "saved"


def test_a_file_system_that_takes_no_more_bytes(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = subprocess.run(
        [sys.executable, "-m", "stellwerk", *PLAY, "--save", str(path)],
        env={**os.environ, **ENVIRONMENT},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert b"would become too large" in done.stderr
    assert b"Traceback" not in done.stderr
    assert b'"stellwerk-record/1"' in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_saves_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with patch("stellwerk.cli.prompt.input", create=True, side_effect=["1", KeyboardInterrupt]):
        ran = run("play", "trambahn", "--seed", "saved", "--start", "0", "--save", str(path))
    assert ran.code == 130
    assert ran.err == ""
    record = decode(path.read_bytes())
    assert len(record.actions) == 2
    assert record.seed is None


def test_a_broken_pipe_saves_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    command = f"{sys.executable} -m stellwerk play trambahn --players random,random --save '{path}' | true"
    environment = {**os.environ, **ENVIRONMENT}
    done = subprocess.run(
        ["/bin/bash", "-c", command], capture_output=True, check=True, env=environment, timeout=60
    )
    assert done.stderr == b""
    assert decode(path.read_bytes()).commitment
