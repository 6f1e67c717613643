"""A game whose rules change: what was played before is replayed, and played on, by the rules of its time.

The small game of `new-game` is written, played and recorded. Then its source gets a new option, whose default
differs from how it was before, and a correction of what fits. Other processes do each part, as another
version of the program would.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

CHANGES = {
    "import TYPE_CHECKING, Final, Literal": "import TYPE_CHECKING, Annotated, Final, Literal",
    "check_observer, corrections_of": "Since, check_observer, corrections_of",
    "    shifts: Literal[1, 2] = 2\n": (
        "    shifts: Literal[1, 2] = 2\n"
        "    cost: Annotated[Literal[0, 1], Since(2, before=1)] = 0\n"
        '    fit: Annotated[Literal["higher", "equal"], '
        'Since(2, before="higher", is_correction=True)] = "equal"\n'
    ),
    "scores = tuple(map(points, state.orders, state.sidings))": (
        "scores = tuple(points(order, siding) + (1 - state.options.cost) * len(siding)"
        " for order, siding in zip(state.orders, state.sidings, strict=True))"
    ),
    "fits(wagon, state.train)": "(fits(wagon, state.train) or state.options.fit == 'equal'"
    " and wagon[1] == state.train[-1][1])",
    "rules_version=1,": "rules_version=2,",
}
"""The second version of the rules: wagons cost nothing by default, and equal numbers fit as well."""

BEFORE = """
import random, sys, msgspec, stellwerk
from stellwerk.core.record import encode, make_record
from stellwerk.tables import commands, play
from stellwerk.tables.config import OwnSeat, TableConfig
folder, game = sys.argv[1], stellwerk.load("aged")
results = []
for number in range(12):
    setup, rng = game.setup(3 + number % 3, {"shifts": 1 + number % 2}, number % 3), random.Random(number)
    chance, choose = stellwerk.Chance(f"seed {number}"), lambda state: rng.choice(game.legal(state))
    moments = list(stellwerk.moments(game, game.begin(setup), choose, chance))
    record = make_record(game, setup, "ABCDE"[:setup.seats], [m.action for m in moments], f"seed {number}")
    open(f"{folder}/{number}.json", "wb").write(encode(record))
    results.append(game.result(moments[-1].after))
seats = tuple(OwnSeat(name=name) for name in "ABC")
draft = commands.open_table("t", TableConfig("aged", seats), "ada", "Ada", "CODE", "seed", 1.0)
events = [*draft.events]
for _ in range(5):
    text = game.to_text(game.legal(draft.table.state)[0])
    draft = play.act(draft.table, "ada", text, draft.table.seq, draft.table.actor, 1.0)
    events += draft.events
open(f"{folder}/results", "wb").write(msgspec.json.encode(results))
open(f"{folder}/events", "wb").write(msgspec.json.encode(events))
"""

AFTER = """
import sys, msgspec, stellwerk
from stellwerk.core.game import Result
from stellwerk.core.record import decode
from stellwerk.tables import play
from stellwerk.tables.events import Event
from stellwerk.tables.evolve import load
folder, game = sys.argv[1], stellwerk.load("aged")
results = msgspec.json.decode(open(f"{folder}/results", "rb").read(), type=list[Result])
for number, expected in enumerate(results):
    record = decode(open(f"{folder}/{number}.json", "rb").read())
    *_, last = stellwerk.replay(record)
    found = game.result(last.after)
    assert (found.scores, found.winners) == (expected.scores, expected.winners), (number, found, expected)
    assert last.after.rules_version == 1
    assert stellwerk.verify(record) == record.options["shifts"]
table = load(msgspec.json.decode(open(f"{folder}/events", "rb").read(), type=list[Event]))
assert table.rules_version == table.state.rules_version == 1
assert (table.state.options.cost, table.state.options.fit) == (1, "higher")
while table.status == "playing":
    text = game.to_text(game.legal(table.state)[0])
    table = play.act(table, "ada", text, table.seq, table.actor, 2.0).table
places = zip(table.state.orders, table.state.sidings, table.results[-1].scores, strict=True)
for order, siding, score in places:
    assert score == sum(int(wagon[1]) for wagon in siding if wagon[0] == order) - len(siding)
new = game.initial(3)
assert (new.rules_version, new.options.cost, new.options.fit) == (2, 0, "equal")
print("replayed", len(results))
"""


def run(program: str, home: Path, folder: Path) -> str:
    """What a program prints that knows the game in `home`."""
    games = str(home / "src" / "stellwerk" / "games")
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        env={**os.environ, "STELLWERK_GAMES": games},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def change(home: Path) -> None:
    """Edit the game's source, as its author would."""
    source = home / "src" / "stellwerk" / "games" / "aged" / "__init__.py"
    text = source.read_text()
    for old, new in CHANGES.items():
        assert old in text, old
        text = text.replace(old, new)
    source.write_text(text)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The game `aged` in its first version, with games that were played by it in `played`."""
    command = ["-m", "stellwerk", "new-game", "aged", "--out", str(tmp_path)]
    subprocess.run([sys.executable, *command], check=True, capture_output=True)
    (tmp_path / "played").mkdir()
    run(BEFORE, tmp_path, tmp_path / "played")
    return tmp_path


def test_games_of_the_first_version_replay_in_the_second(home: Path) -> None:
    change(home)
    assert run(AFTER, home, home / "played") == "replayed 12\n"


def test_a_change_without_its_history_would_be_noticed(home: Path) -> None:
    source = home / "src" / "stellwerk" / "games" / "aged" / "__init__.py"
    change(home)
    source.write_text(source.read_text().replace("Since(2, before=1)", "Since(2, before=0)"))
    with pytest.raises(AssertionError, match="AssertionError"):
        run(AFTER, home, home / "played")
