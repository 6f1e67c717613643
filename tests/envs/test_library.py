"""What docs/library.md shows runs; and a library brings no server, browser or terminal along."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
import tomllib
from os import environ
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "library.md"


def test_the_examples_run() -> None:
    failures, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert failures == 0
    assert tried > 40


def test_the_page_names_every_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    named = re.findall(r"\[(\w+)\]`", PAGE.read_text().partition("## ")[0])
    assert sorted(named) == sorted(extras)


def test_the_bot_of_the_page_enters_the_arena(tmp_path: Path) -> None:
    text = PAGE.read_text()
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert 15 <= program.count("\n") <= 25
    (tmp_path / "mybot.py").write_text(program)
    (command,) = re.findall(r"^stellwerk (arena trambahn mybot:MyBot greedy) -n 20$", text, re.MULTILINE)
    words = [
        *command.replace("greedy", "random").split(),
        "-n",
        "3",
        "--processes",
        "1",
        "--json",
        "out.json",
    ]
    subprocess.run(
        [sys.executable, "-m", "stellwerk", *words],
        cwd=tmp_path,
        env=environ | {"PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(tmp_path)},
        check=True,
        capture_output=True,
    )
    results = json.loads((tmp_path / "out.json").read_text())["results"]
    shares = {result["bot"]: result["win_share"] for result in results}
    assert shares["mybot:MyBot"] > shares["random"]


LIBRARY = """
import random, stellwerk, sys
from importlib import import_module
from pkgutil import iter_modules

for name in ("core", "search", "engine", "arena", "export"):
    package = import_module(f"stellwerk.{name}")
    for module in iter_modules(package.__path__, f"stellwerk.{name}."):
        import_module(module.name)
from stellwerk.arena.block import Terms, play_block
from stellwerk.arena.statistics import standings
from stellwerk.core.parts import part
from stellwerk.export.selfplay import play_batch

for key in stellwerk.games():
    game, state = stellwerk.load(key), stellwerk.new_game(key, seed="import")
    seat = game.actor(state)
    view = game.view(state, seat)
    for name in (game.info.substitute, game.info.levels[0]):
        game.bots[name]().choose(view, game.legal(state), random.Random(1))
    names = [f"seat {place}" for place in range(game.info.seats.min)]
    if drawing := part(key, "drawing"):
        drawing.svg(view, stellwerk.load_texts(key, "en"), names)
    bots = ("random",) * len(names)
    assert play_batch(Terms(key, len(names), {}, "import"), bots, [0]).records
block = play_block(Terms("trambahn", 2, {}, "import"), ("random", "simple"), 0)
assert len(standings([block], ("random", "simple"))) == 2
print(*sys.modules)
"""
"""All that the page shows but the adapters: law, bots, arena, records, data and drawings are used here."""

FOREIGN = {
    "starlette",
    "uvicorn",
    "websockets",
    "http.server",
    "webbrowser",
    "sqlite3",
    "asyncpg",
    "argon2",
    "rich",
    "asyncio",
    "pyspiel",
    "pettingzoo",
    "gymnasium",
    "pyarrow",
    "distributed",
}


def test_the_library_imports_no_server_parts() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LIBRARY], check=True, capture_output=True, text=True
    ).stdout.split()
    assert {
        "stellwerk.games.transamerica.mind.simple",
        "stellwerk.arena.report",
        "stellwerk.export.files",
    } <= {*loaded}
    assert not FOREIGN & {*loaded}
    parts = ("stellwerk.server", "stellwerk.envs", "stellwerk.cli")
    assert not [name for name in loaded if name.startswith(parts) or name.endswith(".terminal")]


def test_each_adapter_imports_only_its_own_package() -> None:
    packages = {"openspiel": "pyspiel", "pettingzoo": "pettingzoo", "gymnasium": "gymnasium"}
    allowed = {"openspiel": set(), "pettingzoo": {"gymnasium"}, "gymnasium": set()}
    for name, package in packages.items():
        program = f"import stellwerk.envs.{name}, sys; print(*sys.modules)"
        loaded = set(
            subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
            .stdout.split()
        )  # fmt: skip
        assert package in loaded
        assert not (set(packages.values()) - {package} - allowed[name]) & loaded
