"""Compiled copies of the fast cores: used only if they fit the sources, and the same play either way."""

from __future__ import annotations

import os
import subprocess
import sys
from shutil import copytree
from typing import TYPE_CHECKING

import pytest

import stellwerk
from stellwerk import native

if TYPE_CHECKING:
    from pathlib import Path

GAMES = [key for key in stellwerk.games() if native.sources(key)]
IS_CI = os.environ.get("CI") == "true"


def where(key: str, **environment: str) -> str:
    """The file that the fast core of a game is loaded from, in a process of its own."""
    program = f"from stellwerk.games.{key}.fast import core; print(core.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    return done.stdout.strip()


def test_in_ci_everything_is_compiled() -> None:
    if IS_CI:
        assert [key for key in GAMES if not native.folder_of(key).is_dir()] == []


@pytest.mark.parametrize("key", GAMES)
def test_a_compiled_core_is_used_unless_told_otherwise(key: str) -> None:
    assert where(key, STELLWERK_INTERPRETED="1").endswith("core.py")
    found = where(key, STELLWERK_INTERPRETED="0")
    assert found.endswith(native.SUFFIX) == native.folder_of(key).is_dir()


@pytest.mark.parametrize("key", GAMES)
def test_an_edited_source_is_never_hidden(key: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = native.fingerprint(key)
    copytree(native.GAMES / key, tmp_path / key)
    monkeypatch.setattr(native, "GAMES", tmp_path)
    native.fingerprint.cache_clear()
    try:
        assert native.fingerprint(key) == before
        native.fingerprint.cache_clear()
        for name in ("fast/core.py", "law/data.py"):  # the law's constants are compiled in
            with (tmp_path / key / name).open("a") as file:
                file.write("# edited\n")
            assert native.fingerprint(key) != before
            assert not native.is_compiled(key)
            before = native.fingerprint(key)
            native.fingerprint.cache_clear()
    finally:
        native.fingerprint.cache_clear()


@pytest.mark.parametrize("key", GAMES)
def test_a_binary_that_cannot_be_loaded_is_left_alone(key: str, tmp_path: Path) -> None:
    """Such as one for another `librt`: the game still runs, and says why it is slow."""
    shared = f"{native.group_of(key)}__mypyc{native.SUFFIX}"
    folder = tmp_path / native.folder_of(key).name
    folder.mkdir()
    for name in (shared, f"core{native.SUFFIX}"):
        (folder / name).write_bytes(b"not a library")
    program = (
        "import pathlib, warnings\nfrom stellwerk import native\n"
        f"native.FOLDER = pathlib.Path({str(tmp_path)!r})\n"
        "with warnings.catch_warnings(record=True) as told:\n"
        "    warnings.simplefilter('always')\n"
        f"    from stellwerk.games.{key}.fast import core\n"
        f"assert core.__file__.endswith('core.py') and '{key} runs interpreted' in str(told[0].message)\n"
    )
    subprocess.run(
        [sys.executable, "-c", program], check=True, env={**os.environ, "STELLWERK_INTERPRETED": "0"}
    )
