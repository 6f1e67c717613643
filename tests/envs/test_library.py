"""What docs/library.md shows runs; and a library brings no server, browser or terminal along."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from os import environ
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "library.md"


def test_the_examples_run() -> None:
    failures, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert failures == 0
    assert tried > 40


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


def test_games_and_bots_import_no_server_parts() -> None:
    program = (
        "import random, stellwerk, sys\n"
        "for key in stellwerk.games():\n"
        "    game, state = stellwerk.load(key), stellwerk.new_game(key, seed='import')\n"
        "    seat = game.actor(state)\n"
        "    for name in ('simple', 'easy'):\n"
        "        game.bots[name]().choose(game.view(state, seat), game.legal(state), random.Random(1))\n"
        "print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "stellwerk.games.transamerica.bot" in loaded
    foreign = {
        "starlette",
        "uvicorn",
        "websockets",
        "sqlite3",
        "asyncpg",
        "argon2",
        "rich",
        "asyncio",
        "pyspiel",
    }
    assert not foreign & set(loaded)
    assert not [
        name for name in loaded if name.startswith(("stellwerk.server", "stellwerk.envs", "stellwerk.cli"))
    ]


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
