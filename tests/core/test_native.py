"""Compiled copies of the fast cores: used only if they fit the sources, and the same play either way."""

from __future__ import annotations

import json
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
        assert [key for key in (*GAMES, *native.WRITTEN) if not native.folder_of(key).is_dir()] == []


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


def test_what_a_source_in_c_includes_is_part_of_its_fingerprint() -> None:
    named = {path.name for path in native._compiled_in("growing")}
    included = {path.name for path in native.WRITTEN["growing"].parent.glob("*.h")}
    assert included
    assert named == {"growing.c"} | included


def faults(key: str, folder: Path) -> tuple[bool, bool, str]:
    """What is said of a fast core whose compiled copies are in a folder, by a process of its own: whether it
    is compiled, whether it loads, and why it does not."""
    program = (
        "import json, pathlib\nfrom stellwerk import native\n"
        f"native.FOLDER = pathlib.Path({str(folder)!r})\n"
        f"key = {key!r}\n"
        "print(json.dumps([native.is_compiled(key), native.loads(key), native.fault(key) or '']))"
    )
    command, environment = [sys.executable, "-W", "error", "-c", program], {"STELLWERK_INTERPRETED": "0"}
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, **environment}
    )
    is_compiled, loads, fault = json.loads(done.stdout)
    return is_compiled, loads, fault


def harm(key: str, folder: Path, module: str, content: bytes | None) -> None:
    """Put a compiled copy into a folder in which one module holds something else, or is missing."""
    if not native.folder_of(key).is_dir():
        pytest.skip("nothing is compiled here, which CI does not allow")
    copied = folder / native.folder_of(key).name
    copytree(native.folder_of(key), copied)
    file = copied / f"{module}{native.SUFFIX}"
    file.unlink()
    if content is not None:
        file.write_bytes(content)


@pytest.mark.parametrize("key", GAMES)
def test_a_core_loads_whose_modules_all_do(key: str, tmp_path: Path) -> None:
    if native.folder_of(key).is_dir():
        assert faults(key, native.FOLDER) == (True, True, "")
    assert faults(key, tmp_path)[:2] == (False, False)


@pytest.mark.parametrize("content", [b"not a library", None])
def test_a_core_with_a_broken_or_missing_module_does_not_load(content: bytes | None, tmp_path: Path) -> None:
    harm("trambahn", tmp_path, "core", content)
    is_compiled, loads, fault = faults("trambahn", tmp_path)
    assert (is_compiled, loads) == (True, False)
    assert "core" in fault


def test_a_core_whose_library_is_broken_does_not_load(tmp_path: Path) -> None:
    harm("trambahn", tmp_path, f"{native.group_of('trambahn')}__mypyc", b"not a library")
    is_compiled, loads, fault = faults("trambahn", tmp_path)
    assert (is_compiled, loads) == (True, False)
    assert fault


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


def loaded(name: str, folder: Path) -> tuple[bool, list[str]]:
    """Whether a module in C is loaded from a folder, and what is said of it."""
    program = (
        "import json, pathlib, warnings\nfrom stellwerk import native\n"
        f"native.FOLDER = pathlib.Path({str(folder)!r})\n"
        "with warnings.catch_warnings(record=True) as told:\n"
        "    warnings.simplefilter('always')\n"
        f"    module = native.written({name!r})\n"
        "print(json.dumps([module is not None, [str(one.message) for one in told]]))"
    )
    environment = {**os.environ, "STELLWERK_INTERPRETED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, env=environment
    )
    is_loaded, told = json.loads(done.stdout)
    return is_loaded, told


@pytest.mark.parametrize("name", native.WRITTEN)
def test_what_is_written_in_c_may_be_missing_and_never_breaks_a_process(name: str, tmp_path: Path) -> None:
    assert loaded(name, native.FOLDER) == (native.folder_of(name).is_dir(), [])
    assert loaded(name, tmp_path) == (False, [])
    folder = tmp_path / native.folder_of(name).name
    folder.mkdir()
    assert loaded(name, tmp_path)[0] is False
    (folder / f"{name}{native.SUFFIX}").write_bytes(b"not a library")
    is_loaded, told = loaded(name, tmp_path)
    assert not is_loaded
    assert f"{name} runs interpreted" in told[0]


def test_no_module_of_others_is_overwritten() -> None:
    assert set(native.WRITTEN).isdisjoint(sys.modules)


def test_without_its_source_python_does_what_is_written_in_c(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As where Stellwerk lies in an archive."""
    monkeypatch.setitem(native.WRITTEN, "gone", tmp_path / "archive.zip" / "gone.c")
    (tmp_path / "archive.zip").touch()
    assert native.written("gone") is None
