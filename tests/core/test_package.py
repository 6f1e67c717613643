"""What is installed is complete, and what is locked names no host."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from os import environ
from pathlib import Path
from shutil import unpack_archive
from zipfile import ZipFile

import pytest

import stellwerk

ROOT = Path(__file__).parents[2]


def test_the_wheel_holds_everything(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    ZipFile(wheel).extractall(tmp_path / "site")
    program = (
        "import stellwerk;"
        "assert all(stellwerk.new_game(key, seed='wheel') and stellwerk.load_texts(key, language)"
        " for key in stellwerk.games() for language in stellwerk.LANGUAGES);"
        "print(stellwerk.__file__)"
    )
    environment = environ | {"PYTHONPATH": str(tmp_path / "site")}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True
    )
    assert str(tmp_path) in done.stdout
    assert (tmp_path / "site" / "stellwerk" / "py.typed").exists()
    command = [sys.executable, "-m", "stellwerk", "new-game", "wheel", "--out", str(tmp_path / "new")]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    assert (tmp_path / "new" / "docs" / "rules" / "wheel.md").exists()


def test_the_source_distribution_holds_what_tests_and_hosts_need(tmp_path: Path) -> None:
    """Tests start the examples and read how it is hosted, so without them they fail."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (source,) = tmp_path.glob("*.tar.gz")
    unpack_archive(source, tmp_path, filter="data")
    (held,) = tmp_path.glob("*/examples")
    assert {path.name for path in held.iterdir()} >= {path.name for path in (ROOT / "examples").glob("*.*")}
    kept = [*(ROOT / "deploy").glob("[!._]*"), *(ROOT / ".github").rglob("*.yml"), ROOT / ".ci" / "run"]
    for path in (*kept, ROOT / "mkdocs.yml", ROOT / ".dockerignore"):
        assert (held.parent / path.relative_to(ROOT)).read_bytes() == path.read_bytes()
    assert not (held.parent / "deploy" / ".env").exists()  # a host's passwords


def test_a_version_has_its_notes_its_changes_and_its_archive() -> None:
    """docs/releasing.md says how they are made."""
    version = stellwerk.__version__
    assert f"# Stellwerk {version}\n" in (ROOT / "docs" / "releases" / f"{version}.md").read_text()
    assert re.search(
        rf"^## {re.escape(version)} – \d{{4}}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert (ROOT / "tests" / "archive" / version / "tables.json").exists()


def test_no_sentence_installs_what_pypi_does_not_have() -> None:
    texts = [*(ROOT / "src" / "stellwerk").rglob("texts/*.toml")]
    assert len(texts) > 10
    assert [path for path in texts if "pip install" in path.read_text(encoding="utf-8")] == []


def test_the_example_in_the_docstring_runs() -> None:
    failures, tried = doctest.testmod(stellwerk)
    assert failures == 0 < tried


@pytest.mark.parametrize("name", ["play.txt", "test.txt"])
def test_locks_name_no_host(name: str) -> None:
    lock = (ROOT / "requirements" / name).read_text()
    assert "://" not in lock
    assert lock.count("--hash=sha256:") >= lock.count("==") > 5


def test_the_test_lock_agrees_with_the_play_lock() -> None:
    play, test = (_pins(name) for name in ("play.txt", "test.txt"))
    assert len(play) > 5
    assert play <= test


def _pins(name: str) -> set[str]:
    return set(re.findall(r"^\S+==\S+", (ROOT / "requirements" / name).read_text(), re.MULTILINE))


def test_core_imports_neither_server_nor_terminal() -> None:
    program = "import stellwerk, sys; stellwerk.load('trambahn'); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout
    assert "stellwerk.core.game" in loaded
    assert not {"rich", "asyncio", "socket", "sqlite3"} & set(loaded.split())


def test_games_are_a_package_and_a_function() -> None:
    program = (
        "import stellwerk, stellwerk.games.trambahn as t\n"
        "assert stellwerk.games.trambahn is t and 'trambahn' in stellwerk.games()\n"
        "from stellwerk import games\n"
        "from stellwerk.games import interurban\n"
        "assert games.interurban is interurban\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_pages_are_built_without_what_only_checks_them() -> None:
    """`run.py` installs no more than that for whoever plays."""
    client = ROOT / "client"
    packages = json.loads((client / "package.json").read_text())
    sources = [client / "vite.config.ts", *client.glob("src/**/*.ts"), *client.glob("src/**/*.svelte")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources if ".test." not in path.name)
    imported = set(re.findall(r"from '([^.'][^']*)'", text))
    assert imported >= {"svelte", "vite"}
    for name in packages["devDependencies"]:
        assert not any(one == name or one.startswith(f"{name}/") for one in imported)
